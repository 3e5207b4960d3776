import type { Amount } from '../../domain/amount'
import { sameToken } from '../../domain/token'
import type { AnyPlan, Step } from '../../guard/plan'
import type { Order } from '../order'

/**
 * Whether a newer plan promises at least 99.9 % of the minimum the person confirmed, or all of it where the step was
 * asked for before (`isRepeat`). Exact, and in the person's favour: a plan that cannot be compared fails.
 */
export function keepsMinimum(
  confirmedMinimum: Amount | undefined,
  { intent, quote: { minimumReceived }, steps }: AnyPlan,
  isRepeat = false,
): boolean {
  // The promise of a deposit is in the intent itself, which is the same for a newer plan.
  if (intent.kind !== 'swap' || (steps.length > 0 && steps.every(takesBack))) return true
  if (!confirmedMinimum || !minimumReceived || !sameToken(confirmedMinimum.token, minimumReceived.token)) return false
  return minimumReceived.units * 1_000n >= confirmedMinimum.units * (isRepeat ? 1_000n : 999n)
}

/** The least that the current plan promises: a silent renewal may be a thousandth below what was confirmed. */
export function promisedMinimum({ confirmedMinimum, plan }: Order): Amount | undefined {
  const { minimumReceived } = plan.quote
  if (!confirmedMinimum || !minimumReceived || !sameToken(confirmedMinimum.token, minimumReceived.token))
    return confirmedMinimum
  return minimumReceived.units < confirmedMinimum.units ? minimumReceived : confirmedMinimum
}

/** Taking an allowance or a deposit back promises nothing. */
function takesBack({ purpose }: Step): boolean {
  return purpose.does === 'reset' || purpose.does === 'reclaim'
}
