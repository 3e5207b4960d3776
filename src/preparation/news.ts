import type { CheckedPlan } from '../guard/check/checkedPlan'
import { newWarnings } from '../guard/check/compareChecks'
import { planChanges } from '../guard/check/planChanges'
import type { Finding } from '../guard/findings/finding'
import type { Verdict } from '../guard/verdict'

type Checked = { readonly verdict: Verdict }

/** What the person has not seen yet in a newer check: new warnings, and checks that ran before and cannot run now. */
export function newsBetween({ verdict: before }: Checked, { verdict: after }: Checked): readonly Finding[] {
  const news = newWarnings(before, after)
  return isGraver({ verdict: before }, { verdict: after }) ? [...news, notRunAnyMore] : news
}

/** What makes a renewed swap another one than the person accepted. A lower minimum is weighed by the order itself. */
export function changesBetween(accepted: CheckedPlan, renewed: CheckedPlan): readonly Finding[] {
  return planChanges(accepted, renewed)
    .filter((change) => change !== 'a lower minimum')
    .map((change) => ({ code: 'V-057', kind: 'changed', severity: 'warn', facts: { change }, step: undefined }))
}

/** Checks ran before and cannot run now: the person decides. New warnings and blocks are told apart from this. */
export function isGraver({ verdict: before }: Checked, { verdict: after }: Checked): boolean {
  return after.level === 'unchecked' && before.level !== 'unchecked'
}

const notRunAnyMore: Finding = { code: 'V-020', kind: 'not-run-any-more', severity: 'warn', facts: {}, step: undefined }
