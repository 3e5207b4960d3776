/*
 * The history of a pool as this browser has seen it: a ring buffer of snapshots, each with the record's text and its
 * main figures. The service itself keeps no history.
 */

export const tracked = ['price', 'tvl', 'volume', 'fees', 'apr', 'tick', 'liquidity'] as const
export type Tracked = (typeof tracked)[number]

export type PoolSnapshot = {
  /** When the service sent it, in milliseconds since the epoch. */
  readonly at: number
  /** Decimal text; figures that the record did not have are absent. */
  readonly figures: Readonly<Partial<Record<Tracked, string>>>
  /** The whole record as JSON text, for pools that were opened. */
  readonly record: string | undefined
}

/** Snapshots kept per pool. */
export const maxSnapshots = 360

/** Keep every change of an open pool (at most one per poll), and one snapshot a minute of all others. */
export function isWorthKeeping(last: PoolSnapshot | undefined, next: PoolSnapshot): boolean {
  if (!last) return true
  const age = next.at - last.at
  if (age <= 0) return false
  return age >= 60_000 || (next.record !== undefined && last.record !== next.record)
}

/** The oldest snapshots, to be deleted when the ring buffer is full. */
export function snapshotsToDelete(times: readonly number[]): readonly number[] {
  return times.toSorted((a, b) => a - b).slice(0, Math.max(0, times.length - maxSnapshots))
}

/** A path of several records with its value in each; `undefined` in a record without it. */
export type RecordLine = { readonly path: string; readonly values: readonly (string | undefined)[] }

/** Several records by path, in the order of the last one; paths that it does not have come after its own. */
export function recordLines(
  records: readonly (readonly (readonly [path: string, value: string])[])[],
): readonly RecordLine[] {
  const columns = records.map((pairs) => new Map(pairs))
  const paths = new Set(columns.toReversed().flatMap((column) => [...column.keys()]))
  return [...paths].map((path) => ({ path, values: columns.map((column) => column.get(path)) }))
}

export function isAlike({ values }: Pick<RecordLine, 'values'>): boolean {
  return new Set(values).size === 1
}

/** The relative growth from one text to another; `undefined` from zero, or if one is not a number. */
export function growth(from: string | undefined, to: string | undefined): number | undefined {
  if (from === undefined || to === undefined || !decimal.test(from) || !decimal.test(to)) return undefined
  const [a, b] = [Number(from), Number(to)]
  return Number.isFinite(a) && Number.isFinite(b) && a !== 0 ? (b - a) / Math.abs(a) : undefined
}

/** `Number` would read an address as a number, too. */
const decimal = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i
