import { knownValue, type PoolMoment } from '../../domain/pools/pool'
import type { PoolSnapshot } from '../../domain/pools/poolHistory'
import type { ReadPool } from '../../protocol/pools/poolReader'

export const charted = ['price', 'tvl', 'volume', 'fees'] as const
export type Charted = (typeof charted)[number]

/** One point of a chart; `text` is the exact figure. A point of an hour or day may have a candle. */
export type Point = { readonly at: number; readonly value: number; readonly text: string; readonly candle?: Candle }

/** Open, high, low and close. */
export type Candle = readonly [open: number, high: number, low: number, close: number]

export type Series = {
  readonly points: readonly Point[]
  readonly reported: number
  readonly seen: number
  /** Points that the record does not have itself: fees from volume, or TVL from the pool's logs. */
  readonly calculated: number
}

/**
 * A figure over time: the record's own history, then what this browser recorded. Volume and fees are per hour or day in
 * the record, and of the last 24 hours in what was recorded: these two are never mixed.
 */
export function seriesOf(
  pool: ReadPool,
  moments: readonly PoolSnapshot[],
  figure: Charted,
  { isInverted, pastTvl }: { readonly isInverted: boolean; readonly pastTvl: readonly Point[] },
): Series {
  const reported = pool.history.flatMap((moment) => pointOf(moment.at, pastOf(moment, figure))).toSorted(byTime)
  const isFlow = figure === 'volume' || figure === 'fees'
  if (isFlow && reported.length > 1) return { ...none, points: reported, reported: reported.length }
  const calculated = figure === 'fees' ? feesFromVolume(pool) : figure === 'tvl' ? pastTvl : []
  if (calculated.length > 1 && reported.length < 2)
    return { ...none, points: calculated, calculated: calculated.length }
  const last = reported.at(-1)?.at ?? 0
  const seen = moments.flatMap(({ at, figures }) => (at > last ? pointOf(at, figures[figure]) : []))
  const points = figure === 'price' ? pricePoints(pool, seen, isInverted) : [...reported, ...seen]
  return { ...none, points, reported: reported.length, seen: seen.length }
}

const none = { reported: 0, seen: 0, calculated: 0 }

/** The same fee for every trade: the fees from the volume of an hour. */
function feesFromVolume(pool: ReadPool): readonly Point[] {
  const fee = knownValue(pool.feePpm)
  if (fee === undefined) return []
  return pool.history
    .flatMap(({ at, volume }) => {
      const value = (Number(volume) * fee) / 1e6
      return volume === undefined || !Number.isFinite(value) ? [] : [{ at, value, text: value.toFixed(2) }]
    })
    .toSorted(byTime)
}

/** The record's prices with their candles, then those seen here, all in the direction shown. */
function pricePoints(pool: ReadPool, seen: readonly Point[], isInverted: boolean): readonly Point[] {
  const past = pool.history.flatMap((moment) => candlePoint(moment)).toSorted(byTime)
  const straight = [...inOneDirection(past, pool), ...seen]
  return isInverted ? straight.map(turned) : straight
}

function candlePoint({ at, open, high, low, close }: PoolMoment): readonly Point[] {
  const [point] = pointOf(at, close)
  const candle = [open, high, low, close].map(Number)
  const [o, h, l, c] = candle
  const hasAll = candle.every((price) => price > 0 && Number.isFinite(price))
  if (!point) return []
  return [hasAll ? { ...point, candle: [o!, h!, l!, c!] } : point]
}

function turned({ at, value, candle }: Point): Point {
  const price = { at, value: 1 / value, text: String(1 / value) }
  if (!candle) return price
  const [open, high, low, close] = candle
  return { ...price, candle: [1 / open, 1 / low, 1 / high, 1 / close] }
}

/** Records may give past prices inverted: the direction nearer to the current price is used. */
function inOneDirection(points: readonly Point[], pool: ReadPool): readonly Point[] {
  const now = Number(knownValue(pool.price))
  const last = points.at(-1)
  if (!last || !(now > 0) || !(last.value > 0)) return points
  const isStraight = Math.abs(Math.log(last.value / now)) <= Math.abs(Math.log(1 / last.value / now))
  return isStraight ? points : points.map(turned)
}

function pastOf(moment: PoolMoment, figure: Charted): string | undefined {
  return figure === 'price' ? moment.close : moment[figure]
}

function pointOf(at: number, text: string | undefined): readonly Point[] {
  const value = Number(text)
  return text === undefined || text === '' || !Number.isFinite(value) ? [] : [{ at, value, text }]
}

function byTime(a: Point, b: Point): number {
  return a.at - b.at
}
