import type { AmountFact } from '../findings/factTypes'
import { type Finding, findingKey } from '../findings/finding'
import { enforcedMinimum } from '../plan/enforcedMinimum'
import { type Verdict, warningsOf } from '../verdict'
import type { CheckedPlan } from './checkedPlan'

/** How a later check of the same or a re-quoted plan compares with the one the person accepted. */
export type OutcomeChange = {
  readonly minimum: Compared
  readonly arrival: Compared
  readonly newWarnings: readonly Finding[]
}

export type Compared = { readonly before: bigint | undefined; readonly after: bigint | undefined }

/** The minimum may fall by 0.1 %, the expected amount by 1 %. */
const minimumSlack = 1_000n
const arrivalSlack = 100n

export function compareOutcomes(before: CheckedPlan, after: CheckedPlan): OutcomeChange {
  return {
    minimum: { before: minimumOf(before), after: minimumOf(after) },
    arrival: { before: before.arrival, after: after.arrival },
    newWarnings: newWarnings(before.verdict, after.verdict),
  }
}

/** A value that is no longer known counts as worse. */
export function isWorse(change: OutcomeChange): boolean {
  return fell(change.minimum, minimumSlack) || fell(change.arrival, arrivalSlack) || change.newWarnings.length > 0
}

/** New warnings. One with changed figures only is not new. */
export function newWarnings(before: Verdict, after: Verdict): readonly Finding[] {
  const known = new Set(warningsOf(before).map(findingKey))
  return warningsOf(after).filter((warning) => !known.has(findingKey(warning)))
}

function fell({ before, after }: Compared, slack: bigint): boolean {
  if (before === undefined) return false
  return after === undefined || after * slack < before * (slack - 1n)
}

/** The least that a plan brings, in smallest units of the bought token, by the strongest source it has. */
export function minimumOf({ decodedMinimum, plan }: CheckedPlan): bigint | undefined {
  return enforcedMinimum(plan) ?? decodedMinimum ?? plan.quote.minimumReceived?.units
}

/**
 * A plan whose lower minimum the person saw and accepted: no second consent for it (V-016). `shownMinimum`: the accepted
 * one, for later checks; `undefined` if the plan was not below the one shown.
 */
export function withMinimumAccepted<Checked extends CheckedPlan>(
  checked: Checked,
): { readonly checked: Checked; readonly shownMinimum: bigint | undefined } {
  const { level, findings } = checked.verdict
  const below = findings.find(({ code, kind }) => code === 'V-016' && kind === 'below-shown')
  if (!below) return { checked, shownMinimum: undefined }
  const left = findings.filter((finding) => finding !== below)
  const isTried = level === 'tried' && warningsOf({ findings: left }).length > 0
  const isEnforced = left.some(({ code, kind }) => code === 'V-060' && kind === 'enforced')
  const verdict: Verdict = {
    level: level !== 'tried' || isTried ? level : isEnforced ? 'enforced' : 'proven',
    findings: left,
  }
  const { units } = Reflect.get(below.facts, 'accepted') as AmountFact
  return { checked: { ...checked, verdict }, shownMinimum: BigInt(units) }
}
