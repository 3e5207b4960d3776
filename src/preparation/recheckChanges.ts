import type { CheckedPlan } from '../guard/check/checkedPlan'
import { type PlanChange, worse } from '../guard/check/worse'
import { type Finding, warn } from '../guard/findings/finding'
import { keepsMinimum } from '../orders/actions/keptMinimum'

/**
 * The findings that an order shows for a re-quoted swap. The order itself compares the minimums stated by the service, and
 * shows a lower one. The minimum enforced by a batch or by calldata may be lower although they are equal.
 */
export function newsForOrder(accepted: CheckedPlan, renewed: CheckedPlan): readonly Finding[] {
  const isShown = accepted.plan.assertion === undefined && statesLess(accepted, renewed)
  return worse(accepted, renewed).filter((finding) => !isShown || !isLowerMinimum(finding))
}

/** All findings of a renewal, also of a lower minimum, for callers without an order. */
export function newsOfRenewal(accepted: CheckedPlan, renewed: CheckedPlan): readonly Finding[] {
  const news = worse(accepted, renewed)
  return statesLess(accepted, renewed) && !news.some(isLowerMinimum) ? [...news, lowerMinimum] : news
}

/** Whether an order stops at a renewal because the service states less than before, or nothing that could be compared. */
function statesLess(accepted: CheckedPlan, renewed: CheckedPlan): boolean {
  return !keepsMinimum(accepted.plan.quote.minimumReceived, renewed.plan)
}

const change: PlanChange = 'a lower minimum'
const lowerMinimum = warn('V-057.changed', { change })

function isLowerMinimum({ facts }: Finding): boolean {
  return 'change' in facts && facts.change === change
}
