import { decodeStep } from '../../guard/decode/decodedPlan'
import type { Finding } from '../../guard/findings/finding'
import type { Intent } from '../../guard/intent'
import { isEvmStep, isPaymentStep, type Plan, type Step } from '../../guard/plan'
import type { SolanaRuleInput } from '../../guard/rules/input/solanaRuleInput'
import type { Verdict } from '../../guard/verdict'
import type { DeploymentChain } from '../../protocol/deployment/deployment'

/** One transaction as shown before signing. */
export type SignRow = ReturnType<typeof signRowsOf>[number]

/** The steps of a plan, each with its most severe finding. A step that cannot be decoded is never green. */
export function signRowsOf(
  { steps, intent }: Plan<Intent>,
  verdict: Verdict,
  chains: readonly DeploymentChain[],
  readings: readonly SolanaRuleInput[] = [],
) {
  return steps.map((step) => {
    const line = isEvmStep(step) ? decodeStep(step, chains) : undefined
    const findings = bySeverity(verdict.findings.filter((finding) => finding.step === step.index))
    const isUnread = line ? line.unread.length > 0 : step.purpose.does === 'opaque'
    const reading = readings.find((input) => input.step === step.index)
    return {
      step,
      does: stepPurpose(step, intent),
      state: stateOf(findings, isUnread),
      /** `undefined` if the call cannot be decoded. */
      call: line?.call,
      /** Solana: the decoded transaction. */
      reading,
      /** Findings about this step only, the most severe first. */
      findings,
    }
  })
}

/** The purpose of a step. Deposits, withdrawals and collections call the same contract; the intent distinguishes them. */
export function stepPurpose(step: Step, intent: Intent): StepPurpose {
  const { does } = step.purpose
  if (isPaymentStep(step)) return 'payment'
  if (does !== 'deposit' || intent.kind !== 'withdraw') return does
  return intent.liquidity === 0n ? 'collect' : 'withdraw'
}

export type StepPurpose = Step['purpose']['does'] | 'payment' | 'withdraw' | 'collect'

const weight = { block: 0, warn: 1, info: 2, ok: 3 }

export function bySeverity(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted((a, b) => weight[a.severity] - weight[b.severity])
}

function stateOf(findings: readonly Finding[], isUnread: boolean): 'matches' | 'look' | 'blocked' {
  if (findings.some(({ severity }) => severity === 'block')) return 'blocked'
  return isUnread || findings.some(({ severity }) => severity === 'warn') ? 'look' : 'matches'
}
