import { type Finding, findingKey } from '../findings/finding'
import { enforcedMinimum } from '../plan/enforcedMinimum'
import { type Verdict, warningsOf } from '../verdict'
import type { CheckedPlan } from './checkedPlan'

/** How a later check of a plan, or of one asked for anew, compares with the one the person accepted. */
export type OutcomeChange = {
  readonly minimum: Compared
  readonly arrival: Compared
  readonly newWarnings: readonly Finding[]
}

export type Compared = { readonly before: bigint | undefined; readonly after: bigint | undefined }

/** The minimum may fall by a thousandth, what is expected to arrive by a hundredth. */
const minimumSlack = 1_000n
const arrivalSlack = 100n

export function compareOutcomes(before: CheckedPlan, after: CheckedPlan): OutcomeChange {
  return {
    minimum: { before: minimumOf(before), after: minimumOf(after) },
    arrival: { before: before.arrival, after: after.arrival },
    newWarnings: newWarnings(before.verdict, after.verdict),
  }
}

/** What was known and is not known any more counts as worse. */
export function isWorse(change: OutcomeChange): boolean {
  return fell(change.minimum, minimumSlack) || fell(change.arrival, arrivalSlack) || change.newWarnings.length > 0
}

/** Warnings that were not there before. One whose figures changed is no other. */
export function newWarnings(before: Verdict, after: Verdict): readonly Finding[] {
  const known = new Set(warningsOf(before).map(findingKey))
  return warningsOf(after).filter((warning) => !known.has(findingKey(warning)))
}

function fell({ before, after }: Compared, slack: bigint): boolean {
  if (before === undefined) return false
  return after === undefined || after * slack < before * (slack - 1n)
}

function minimumOf({ promised, plan }: CheckedPlan): bigint | undefined {
  return enforcedMinimum(plan) ?? promised ?? plan.quote.minimumOut?.units
}
