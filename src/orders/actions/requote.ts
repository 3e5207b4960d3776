import type { Order } from '../order'
import { canRequote } from '../orderReducer'

/** A plan older than this is re-quoted, in milliseconds by our own clock. */
export const quoteLifetime = 30_000

/**
 * Whether the plan must be re-quoted before the next prompt: it is old, or something happened since that
 * it did not expect. A clock that was set back counts as old.
 */
export function needsRequote(order: Order, now: number): boolean {
  if (!canRequote(order)) return false
  if (order.isStale) return true
  const age = now - order.plan.receivedAt
  return age < 0 || age > quoteLifetime
}
