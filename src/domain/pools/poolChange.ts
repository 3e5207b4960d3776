import type { Pool, PoolField, PoolMoment } from './pool'

/*
 * Past prices by the record's own history, their change over the last day, and that of several pools. They may be in the
 * other direction than the pool's price, so past prices are only ever compared with past prices.
 */

const day = 86_400_000
/** A record of hours is compared with the hour that ended a day ago; an older one gives no 24 h change. */
const room = 2 * 3_600_000

/** How much the price moved in the last 24 hours of the record: 0.05 is 5 % up. Missing where the record is shorter. */
export function priceChangeOf(pool: Pick<Pool, 'history' | 'price'>, isInverted: boolean): PoolField<string> {
  const prices = recordedPrices(pool)
  const last = prices.at(-1)
  const first = last && prices.findLast(({ at }) => at <= last.at - day && at >= last.at - day - room)
  if (!first) return { is: 'missing' }
  const grown = isInverted ? first.value / last.value - 1 : last.value / first.value - 1
  return derived(grown, 'last price against the one a day before')
}

/** How one 24 hours of volume compares with the 24 hours before them. */
export function volumeChangeOf({ history }: Pick<Pool, 'history'>): PoolField<string> {
  const ordered = history.toSorted((a, b) => a.at - b.at)
  const end = ordered.at(-1)?.at
  if (end === undefined || end - ordered[0]!.at < 2 * day - room) return { is: 'missing' }
  const sum = (from: number, to: number) =>
    ordered
      .filter(({ at }) => at > from && at <= to)
      .reduce((total, { volume }) => total + Number(volume ?? Number.NaN), 0)
  const [late, early] = [sum(end - day, end), sum(end - 2 * day, end - day)]
  if (!(early > 0) || !Number.isFinite(late)) return { is: 'missing' }
  return derived(late / early - 1, 'volume of a day against the day before')
}

function derived(share: number, reason: string): PoolField<string> {
  const value = share.toFixed(6).replace(/^-(0\.0+)$/, '$1')
  return { is: 'known', value, path: 'history', reason, certainty: 'derived' }
}

/** A figure at a time in milliseconds since the epoch; `text` is exact. A point of an hour or day may have a candle. */
export type Point = { readonly at: number; readonly value: number; readonly text: string; readonly candle?: Candle }

export type Candle = readonly [open: number, high: number, low: number, close: number]

export function pointOf(at: number, text: string | undefined): readonly Point[] {
  const value = Number(text)
  return text === undefined || text === '' || !Number.isFinite(value) ? [] : [{ at, value, text }]
}

/** The record's prices in the direction that is shown, the oldest first. Records may give them in either direction. */
export function recordedPrices(
  { history, price }: Pick<Pool, 'history' | 'price'>,
  isInverted = false,
): readonly Point[] {
  const past = history.flatMap(priceOf).toSorted((a, b) => a.at - b.at)
  const last = past.at(-1)?.value ?? 1
  const now = price.is === 'known' ? Number(price.value) : Number.NaN
  const isTurned = now > 0 && Math.abs(Math.log(last / now)) > Math.abs(Math.log(last * now))
  return isTurned === isInverted ? past : past.map(turned)
}

function priceOf({ at, open, high, low, close }: PoolMoment): readonly Point[] {
  const [point] = pointOf(at, close)
  if (!point || !(point.value > 0)) return []
  const candle = [Number(open), Number(high), Number(low), point.value] as const
  return [candle.every((price) => price > 0 && Number.isFinite(price)) ? { ...point, candle } : point]
}

export function turned({ at, value, candle }: Point): Point {
  const price = { at, value: 1 / value, text: String(1 / value) }
  if (!candle) return price
  const [open, high, low, close] = candle
  return { ...price, candle: [1 / open, 1 / low, 1 / high, 1 / close] }
}

type Past = Pick<Point, 'at' | 'value'>

/** `change`: since the beginning, 0.05 is 5 % up. */
export type RelativePrice = { readonly at: number; readonly change: number }

/**
 * The prices of several pools as changes since the first moment at which each of them has a price, so that they can be
 * overlaid. `undefined` without such a moment. Prices are sorted, the oldest first.
 */
export function relativePrices(pasts: readonly (readonly Past[])[]): readonly (readonly RelativePrice[])[] | undefined {
  const from = Math.max(...pasts.map((past) => past[0]?.at ?? Number.POSITIVE_INFINITY))
  const lines = pasts.map((past) => changesSince(from, past))
  const known = lines.flatMap((line) => (line ? [line] : []))
  return known.length === lines.length ? known : undefined
}

function changesSince(from: number, past: readonly Past[]): readonly RelativePrice[] | undefined {
  const start = past.findLast(({ at }) => at <= from)
  const later = past.filter(({ at }) => at > from)
  if (!start || later.length === 0) return undefined
  return [{ at: from, change: 0 }, ...later.map(({ at, value }) => ({ at, change: value / start.value - 1 }))]
}
