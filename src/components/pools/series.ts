import { knownValue, type PoolMoment } from '../../domain/pools/pool'
import { type Point, pointOf, recordedPrices, turned } from '../../domain/pools/poolChange'
import type { PoolSnapshot } from '../../domain/pools/poolHistory'
import type { ReadPool } from '../../protocol/pools/poolReader'

export const charted = ['price', 'tvl', 'volume', 'fees'] as const
export type Charted = (typeof charted)[number]

/**
 * A figure over time: the record's own history, then what this browser recorded. Volume and fees are per hour or day in
 * the record, and of the last 24 hours in what was recorded: these two are never mixed.
 */
export function seriesOf(
  pool: ReadPool,
  moments: readonly PoolSnapshot[],
  figure: Charted,
  { isInverted, pastTvl }: { readonly isInverted: boolean; readonly pastTvl: readonly Point[] },
) {
  const reported = pool.history.flatMap((moment) => pointOf(moment.at, pastOf(moment, figure))).toSorted(byTime)
  const isFlow = figure === 'volume' || figure === 'fees'
  if (isFlow && reported.length > 1) return { ...none, points: reported, reported: reported.length }
  const calculated = figure === 'fees' ? feesFromVolume(pool) : figure === 'tvl' ? pastTvl : []
  if (calculated.length > 1 && reported.length < 2)
    return { ...none, points: calculated, calculated: calculated.length }
  const last = reported.at(-1)?.at ?? 0
  const seen = moments.flatMap(({ at, figures }) => (at > last ? pointOf(at, figures[figure]) : []))
  const points =
    figure === 'price'
      ? [...recordedPrices(pool, isInverted), ...(isInverted ? seen.map(turned) : seen)]
      : [...reported, ...seen]
  return { ...none, points, reported: reported.length, seen: seen.length }
}

/** `calculated`: points that the record does not have itself: fees from volume, or TVL from the pool's logs. */
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

function pastOf(moment: PoolMoment, figure: Charted): string | undefined {
  return figure === 'price' ? moment.close : moment[figure]
}

function byTime(a: Point, b: Point): number {
  return a.at - b.at
}
