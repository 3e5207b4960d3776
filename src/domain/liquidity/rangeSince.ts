import type { TickSample } from '../pools/volatility'
import type { Range } from './range'

export type RangeSince = NonNullable<ReturnType<typeof rangeSince>>

/**
 * Since when a position has been in its range, or out of it, by the prices of a pool's record. `opened`: ever since it was
 * opened. `after`: since some moment between two prices. `before`: for longer than the prices go back. `undefined` where the
 * record has no price since the position was opened.
 */
export function rangeSince(
  samples: readonly Pick<TickSample, 'at' | 'tick'>[],
  { tickLower, tickUpper }: Range,
  now: { readonly isInside: boolean; readonly openedAt: number | undefined },
) {
  const { isInside, openedAt } = now
  const past = samples.filter(({ at }) => openedAt === undefined || at >= openedAt).toSorted((a, b) => a.at - b.at)
  const [first] = past
  if (!first) return undefined
  const last = past.findLastIndex(({ tick }) => (tickLower <= tick && tick < tickUpper) !== isInside)
  const other = past[last]
  if (other) return { is: 'after', at: other.at, until: past[last + 1]?.at } as const
  const isWhole = openedAt !== undefined && samples.some(({ at }) => at < openedAt)
  return isWhole ? ({ is: 'opened', at: openedAt } as const) : ({ is: 'before', at: first.at } as const)
}
