import { type JsonObject, jsonNumber } from '../../protocol/json/json'
import { plainNumber, twoPlaces } from '../decimalText'
import type { IndexedPool } from './indexer'
import { byHour, type QuarterHour } from './trades'

/** The figures of a pool that are computed once an hour. */
export type HourlyFigures = {
  readonly computedAt: Date
  readonly volume24h: number
  readonly fees24h: number
  readonly volume7d: number
  readonly fees7d: number
  /** APR in percent, from the fees of the last day and the TVL. */
  readonly apr: number
  /** At most one week of hourly history. */
  readonly hours: readonly JsonObject[]
}

const day = 86_400

export function hourlyFigures({ key, quarters }: IndexedPool, tvlUsd: number, at: Date): HourlyFigures {
  const volume24h = volumeSince(quarters, at.getTime() / 1000 - day)
  const volume7d = volumeSince(quarters, at.getTime() / 1000 - 7 * day)
  const fees24h = (volume24h * key.fee) / 1e6
  return {
    computedAt: at,
    volume24h,
    fees24h,
    volume7d,
    fees7d: (volume7d * key.fee) / 1e6,
    apr: tvlUsd > 0 ? (fees24h * 365 * 100) / tvlUsd : 0,
    hours: byHour(quarters).slice(-168).map(hourRecord),
  }
}

/** Figures are computed again at every full hour. */
export function isStale({ computedAt }: HourlyFigures, at: Date): boolean {
  const hour = 3_600_000
  return Math.floor(at.getTime() / hour) !== Math.floor(computedAt.getTime() / hour)
}

function volumeSince(quarters: readonly QuarterHour[], since: number): number {
  return quarters.filter(({ time }) => time >= since).reduce((sum, { volumeUsd }) => sum + volumeUsd, 0)
}

function hourRecord({ time, open, high, low, close, volumeUsd, trades }: QuarterHour): JsonObject {
  const price = (value: number) => jsonNumber(plainNumber(value, 8))
  const prices = { open: price(open), high: price(high), low: price(low), close: price(close) }
  return { time: new Date(time * 1000).toISOString(), ...prices, volumeUsd: twoPlaces(volumeUsd), trades }
}
