/*
 * What this browser has seen of a pool: a ring of moments, each the record's text and its main figures. The service
 * itself keeps no past.
 */

export const tracked = ['price', 'tvl', 'volume', 'fees', 'apr', 'tick', 'liquidity'] as const
export type Tracked = (typeof tracked)[number]

export type PoolSnapshot = {
  /** Milliseconds since the epoch, when the service said it. */
  readonly at: number
  /** Decimal text; what is not there was not told. */
  readonly figures: Readonly<Partial<Record<Tracked, string>>>
  /** The whole record as JSON text, for pools somebody looked at. */
  readonly record: string | undefined
}

/** So many moments of a pool are kept. */
export const maxSnapshots = 360

/** Every change of a pool that is looked at is kept, at most one a poll; of the others one a minute. */
export function isWorthKeeping(last: PoolSnapshot | undefined, next: PoolSnapshot): boolean {
  if (!last) return true
  const age = next.at - last.at
  if (age <= 0) return false
  if (next.record === undefined) return age >= 60_000
  if (last.record !== next.record) return true
  return age >= 60_000
}

/** The moments to forget so that the ring is not longer than it may be: the oldest. */
export function snapshotsToDelete(times: readonly number[]): readonly number[] {
  return times.toSorted((a, b) => a - b).slice(0, Math.max(0, times.length - maxSnapshots))
}

/** A way a record changed between two moments: `from` or `to` is `undefined` where it was not there. */
export type Difference = { readonly path: string; readonly from: string | undefined; readonly to: string | undefined }

/** Compares two lists of paths and values, in the order of the later one; what went away comes last. */
export function differences(
  from: readonly (readonly [path: string, value: string])[],
  to: readonly (readonly [path: string, value: string])[],
): readonly Difference[] {
  const before = new Map(from)
  const after = new Map(to)
  const changed = to.flatMap(([path, value]) => {
    const old = before.get(path)
    return old === value ? [] : { path, from: old, to: value }
  })
  const gone = from.flatMap(([path, value]) => (after.has(path) ? [] : { path, from: value, to: undefined }))
  return [...changed, ...gone]
}

/** How much a figure grew between two texts, as a fraction of the first; `undefined` where that says nothing. */
export function growth({ from, to }: Difference): number | undefined {
  const [a, b] = [Number(from), Number(to)]
  if (from === undefined || to === undefined || from === '' || to === '') return undefined
  return Number.isFinite(a) && Number.isFinite(b) && a !== 0 ? (b - a) / Math.abs(a) : undefined
}

/** Points of a line through a box of 100 by 24, time from start to end; gaps of missing figures are bridged. */
export function sparkline(moments: readonly PoolSnapshot[], figure: Tracked): readonly (readonly [number, number])[] {
  const seen = moments.flatMap(({ at, figures }) => {
    const value = Number(figures[figure] ?? Number.NaN)
    return Number.isFinite(value) ? [{ at, value }] : []
  })
  if (seen.length < 2) return []
  const [start, end] = [seen[0]!.at, seen.at(-1)!.at]
  const values = seen.map(({ value }) => value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  return seen.map(({ at, value }) => [
    ((at - start) / (end - start || 1)) * 100,
    high === low ? 12 : 22 - ((value - low) / (high - low)) * 20,
  ])
}
