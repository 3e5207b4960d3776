import { knownValue, type PoolMoment } from '../../../domain/pool'
import type { PoolSnapshot } from '../../../domain/poolHistory'
import type { ReadPool } from '../../../protocol/pools/poolReader'

export const charted = ['price', 'tvl', 'volume', 'fees'] as const
export type Charted = (typeof charted)[number]

/** One point of a chart; `text` is the exact figure. */
export type Point = { readonly at: number; readonly value: number; readonly text: string }

export type Series = { readonly points: readonly Point[]; readonly reported: number; readonly seen: number }

/**
 * A figure over time: the record's own history, then what this browser recorded. Volume and fees are per hour or day in
 * the record, and of the last 24 hours in what was recorded: these two are never mixed.
 */
export function seriesOf(pool: ReadPool, moments: readonly PoolSnapshot[], figure: Charted): Series {
  const reported = pool.history.flatMap((moment) => pointOf(moment.at, pastOf(moment, figure))).toSorted(byTime)
  const isFlow = figure === 'volume' || figure === 'fees'
  if (isFlow && reported.length > 1) return { points: reported, reported: reported.length, seen: 0 }
  const last = reported.at(-1)?.at ?? 0
  const seen = moments.flatMap(({ at, figures }) => (at > last ? pointOf(at, figures[figure]) : []))
  return { points: [...inOneDirection(reported, pool, figure), ...seen], reported: reported.length, seen: seen.length }
}

/** Records may give past prices inverted: the direction nearer to the current price is used. */
function inOneDirection(points: readonly Point[], pool: ReadPool, figure: Charted): readonly Point[] {
  const now = Number(knownValue(pool.price))
  const last = points.at(-1)
  if (figure !== 'price' || !last || !(now > 0) || !(last.value > 0)) return points
  const [straight, turned] = [Math.abs(Math.log(last.value / now)), Math.abs(Math.log(1 / last.value / now))]
  if (straight <= turned) return points
  return points.map(({ at, value }) => ({ at, value: 1 / value, text: String(1 / value) }))
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
