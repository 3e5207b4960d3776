import type { CheckedPlan } from '../guard/check/checkedPlan'
import { newWarnings } from '../guard/check/compareChecks'
import { planChanges } from '../guard/check/planChanges'
import type { Finding } from '../guard/findings/finding'
import type { Verdict } from '../guard/verdict'

type Checked = { readonly verdict: Verdict }

/** Findings that are new in a later check: new warnings, and checks that ran before and cannot run now. */
export function addedFindings({ verdict: before }: Checked, { verdict: after }: Checked): readonly Finding[] {
  const added = newWarnings(before, after)
  return isGraver({ verdict: before }, { verdict: after }) ? [...added, notRunAnyMore] : added
}

/** How a re-quoted swap differs from the accepted one. The order itself compares the minimum. */
export function changesBetween(accepted: CheckedPlan, renewed: CheckedPlan): readonly Finding[] {
  const isBatch = accepted.plan.assertion !== undefined
  const changes = planChanges(accepted, renewed)
    // A batch's enforced minimum is compared here, because the order compares only the service's minimum.
    .filter((change) => change !== 'a lower minimum' || isBatch)
    .map(
      (change): Finding => ({ code: 'V-057', kind: 'changed', severity: 'warn', facts: { change }, step: undefined }),
    )
  return isBatch && !renewed.plan.assertion ? [...changes, notTogetherAnyMore] : changes
}

/** Checks ran before and cannot run now: the person decides. New warnings and blocks are found elsewhere. */
export function isGraver({ verdict: before }: Checked, { verdict: after }: Checked): boolean {
  return after.level === 'unchecked' && before.level !== 'unchecked'
}

/** Steps that were accepted as an atomic batch would be signed one by one. */
const notTogetherAnyMore: Finding = { code: 'V-060', kind: 'not-atomic', severity: 'warn', facts: {}, step: undefined }
const notRunAnyMore: Finding = { code: 'V-020', kind: 'not-run-any-more', severity: 'warn', facts: {}, step: undefined }
