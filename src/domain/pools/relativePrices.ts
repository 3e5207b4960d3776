import type { Point } from './poolChange'

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
