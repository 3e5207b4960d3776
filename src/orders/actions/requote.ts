import type { Amount } from '../../domain/amount'
import { sameToken } from '../../domain/token'
import type { AnyPlan, Step } from '../../guard/plan'
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

/**
 * Whether a newer plan promises at least 99.9 % of the minimum the person confirmed. Exact, and in the person's
 * favour: a plan that cannot be compared fails.
 */
export function keepsMinimum(
  confirmedMinimum: Amount | undefined,
  { intent, quote: { minimumReceived }, steps }: AnyPlan,
): boolean {
  // The promise of a deposit is in the intent itself, which is the same for a newer plan.
  if (intent.kind !== 'swap' || (steps.length > 0 && steps.every(takesBack))) return true
  if (!confirmedMinimum || !minimumReceived || !sameToken(confirmedMinimum.token, minimumReceived.token)) return false
  return minimumReceived.units * 1_000n >= confirmedMinimum.units * 999n
}

/** Taking an allowance or a deposit back promises nothing. */
function takesBack({ purpose }: Step): boolean {
  return purpose.does === 'reset' || purpose.does === 'reclaim'
}
