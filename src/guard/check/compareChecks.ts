import type { Plan } from '../plan'
import type { Finding } from '../verdict'
import { type CheckedPlan, type CheckOptions, type CheckPorts, checkPlan } from './checkPlan'

/** How a later examination compares with the one the person accepted. */
export type Reexamined = {
  readonly examined: CheckedPlan
  readonly change: OutcomeChange
  /** It must be accepted anew before anything is signed; better ones are taken silently. */
  readonly needsConfirmation: boolean
}

export type OutcomeChange = {
  readonly minimum: Compared
  readonly arrival: Compared
  /** Warnings that were not there before. */
  readonly news: readonly string[]
}

export type Compared = { readonly before: bigint | undefined; readonly after: bigint | undefined }

/** The minimum may fall by a thousandth, what is expected to arrive by a hundredth. */
const minimumSlack = 1_000n
const arrivalSlack = 100n

/** Examines a plan again, the same one later or a renewed one, and says whether it got worse. */
export async function reexamine(
  accepted: CheckedPlan,
  plan: Plan,
  ports: CheckPorts,
  options: CheckOptions,
): Promise<Reexamined> {
  const examined = await checkPlan(plan, ports, options)
  const change = compareOutcomes(accepted, examined)
  return { examined, change, needsConfirmation: isWorse(change) }
}

export function compareOutcomes(before: CheckedPlan, after: CheckedPlan): OutcomeChange {
  const acknowledged = new Set(warningsOf(before))
  return {
    minimum: { before: minimumOf(before), after: minimumOf(after) },
    arrival: { before: before.arrival, after: after.arrival },
    news: warningsOf(after).filter((warning) => !acknowledged.has(warning)),
  }
}

/** What was known and is not known any more counts as worse. */
export function isWorse({ minimum, arrival, news }: OutcomeChange): boolean {
  return fell(minimum, minimumSlack) || fell(arrival, arrivalSlack) || news.length > 0
}

function fell({ before, after }: Compared, slack: bigint): boolean {
  if (before === undefined) return false
  return after === undefined || after * slack < before * (slack - 1n)
}

function minimumOf({ promised, plan }: CheckedPlan): bigint | undefined {
  return promised ?? plan.quote.minimumOut?.units
}

function warningsOf({ verdict }: Pick<CheckedPlan, 'verdict'>): string[] {
  return verdict.findings.filter(({ severity }) => severity === 'warn').map(nameOf)
}

/** A warning is the same while its rule is and the contract it is about, or else its step. */
function nameOf({ code, step, evidence }: Finding): string {
  return `${code}/${evidence.contract?.toLowerCase() ?? step ?? ''}`
}

/** The sentences of warnings that were not there before. */
export function newWarnings(
  before: Pick<CheckedPlan, 'verdict'>,
  { verdict }: Pick<CheckedPlan, 'verdict'>,
): readonly string[] {
  const acknowledged = new Set(warningsOf(before))
  return verdict.findings
    .filter((finding) => finding.severity === 'warn' && !acknowledged.has(nameOf(finding)))
    .map(({ sentence }) => sentence)
}
