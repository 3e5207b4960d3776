import type { CheckedPlan } from '../guard/check/checkedPlan'
import { newWarnings } from '../guard/check/compareChecks'
import { type PlanChange, planChanges } from '../guard/check/planChanges'
import type { Finding } from '../guard/findings/finding'
import type { Verdict } from '../guard/verdict'
import { keepsMinimum } from '../orders/actions/keptMinimum'

type Checked = { readonly verdict: Verdict }

/** Findings that are new in a later check: new warnings, and checks that ran before and cannot run now. */
export function addedFindings({ verdict: before }: Checked, { verdict: after }: Checked): readonly Finding[] {
  const added = newWarnings(before, after)
  return isGraver({ verdict: before }, { verdict: after }) ? [...added, notRunAnyMore] : added
}

/**
 * How a re-quoted swap differs from the accepted one. The order itself compares the minimums stated by the service, and
 * shows a lower one. The minimum enforced by a batch or by calldata may be lower although they are equal.
 */
export function changesBetween(accepted: CheckedPlan, renewed: CheckedPlan): readonly Finding[] {
  const isShown = accepted.plan.assertion === undefined && statesLess(accepted, renewed)
  return findingsFor(
    planChanges(accepted, renewed).filter((change) => change !== 'a lower minimum' || !isShown),
    isSplit(accepted, renewed),
  )
}

/** All findings of a renewal, also of a lower minimum, for callers without an order. */
export function newsOfRenewal(accepted: CheckedPlan, renewed: CheckedPlan): readonly Finding[] {
  const stated: readonly PlanChange[] = statesLess(accepted, renewed) ? ['a lower minimum'] : []
  const changes = [...new Set([...planChanges(accepted, renewed), ...stated])]
  return [...addedFindings(accepted, renewed), ...findingsFor(changes, isSplit(accepted, renewed))]
}

/** Whether an order stops at a renewal because the service states less than before, or nothing that could be compared. */
function statesLess(accepted: CheckedPlan, renewed: CheckedPlan): boolean {
  return !keepsMinimum(accepted.plan.quote.minimumReceived, renewed.plan)
}

function isSplit(accepted: CheckedPlan, renewed: CheckedPlan): boolean {
  return accepted.plan.assertion !== undefined && !renewed.plan.assertion
}

function findingsFor(changes: readonly PlanChange[], areSplit: boolean): readonly Finding[] {
  const found = changes.map(
    (change): Finding => ({ code: 'V-057', kind: 'changed', severity: 'warn', facts: { change }, step: undefined }),
  )
  return areSplit ? [...found, notTogetherAnyMore] : found
}

/** Checks ran before and cannot run now: the person decides. New warnings and blocks are found elsewhere. */
export function isGraver({ verdict: before }: Checked, { verdict: after }: Checked): boolean {
  return after.level === 'unchecked' && before.level !== 'unchecked'
}

/** Steps that were accepted as an atomic batch would be signed one by one. */
const notTogetherAnyMore: Finding = { code: 'V-060', kind: 'not-atomic', severity: 'warn', facts: {}, step: undefined }
const notRunAnyMore: Finding = { code: 'V-020', kind: 'not-run-any-more', severity: 'warn', facts: {}, step: undefined }
