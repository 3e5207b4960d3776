import type { Amount } from '../../domain/amount'
import { sameToken } from '../../domain/token'
import type { AnyPlan, Step } from '../../guard/plan'

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
