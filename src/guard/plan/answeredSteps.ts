import type { ParsedAnswer, ParsedTransaction } from '../answer/parsedAnswer'
import { decodeStep, purposeOf } from '../decode/decodedPlan'
import type { Finding } from '../findings/finding'
import type { EvmStep, Step } from '../plan'
import { findAll, type Rule } from '../rule'
import { structureRules } from '../rules/structureRules'
import type { Scope } from '../scope'

/** The steps of an answer; absent where a rule refuses it, or a part of it cannot be read. */
export function stepsIn(
  draft: ParsedAnswer,
  scope: Scope,
  rules: readonly Rule<ParsedAnswer>[] = structureRules,
): { readonly findings: readonly Finding[]; readonly steps: readonly Step[] | undefined } {
  const findings = findAll(rules, scope, draft)
  const steps = draft.transactions.flatMap((entry, index) => stepOf(entry, index, draft) ?? [])
  const isRefused = findings.some(({ severity }) => severity === 'block') || steps.length < draft.transactions.length
  return { findings, steps: isRefused ? undefined : steps }
}

function stepOf(
  { chain, to, data, value, said }: ParsedTransaction,
  index: number,
  { intent, context }: ParsedAnswer,
): Step | undefined {
  if (chain.is === 'contradiction') return undefined
  const common = { index, chainId: chain.chainId, from: intent.sender, said }
  if (data.is === 'solana') return { kind: 'solana', ...common, transaction: data.base64, purpose: { does: 'swap' } }
  if (to === undefined || data.is !== 'hex' || value.is !== 'wei') return undefined
  const step: EvmStep = { kind: 'evm', ...common, to, data: data.hex, value: value.wei, purpose: { does: 'opaque' } }
  return { ...step, purpose: purposeOf(decodeStep(step, context.chains).call) }
}
