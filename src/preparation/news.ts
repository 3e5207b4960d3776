import { newWarnings } from '../guard/check/compareChecks'
import type { Verdict } from '../guard/verdict'

type Checked = { readonly verdict: Verdict }

/** What the person has not seen yet in a newer check: new warnings, and checks that ran before and cannot run now. */
export function newsBetween(before: Checked, after: Checked): readonly string[] {
  return isGraver(before, after) ? [...newWarnings(before, after), cannotRun] : newWarnings(before, after)
}

/** Checks ran before and cannot run now: the person decides. New warnings and blocks are told apart from this. */
export function isGraver({ verdict: before }: Checked, { verdict: after }: Checked): boolean {
  return after.level === 'unavailable' && before.level !== 'unavailable'
}

const cannotRun = 'Checks that ran at the review cannot run now: what the new answer does was not tried out.'
