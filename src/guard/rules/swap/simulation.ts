import { compare } from '../../../domain/fraction'
import { dollarValueOf } from '../../../domain/prices/price'
import type { DecodedStep } from '../../decode/decodedPlan'
import { sameAddress } from '../../decode/evm/address'
import { promisingContracts } from '../../decode/evm/call'
import { block, type Finding, holds, info, warn } from '../../findings/finding'
import { type Rule, rule } from '../../rule'
import { evmSwapPlans } from '../../scope'
import { payoutSimulationRules } from '../common/payout'
import { commonSimulationRules } from '../common/simulation'
import { chainOf, codeAt, evidenceOn, isVouched, type RuleInput, remainingDecoded, runsOn } from '../input/ruleInput'

/** Dollars up to which an undecoded call to a contract that is vouched for may be sent without a simulation. */
const unreadCap = 1_000n

/** Rules about the results of the simulations, for swaps. */
export const simulationRules: readonly Rule<RuleInput>[] = [
  ...commonSimulationRules,
  ...payoutSimulationRules,
  rule('V-035', evmSwapPlans, (input) => [
    ...remainingDecoded(input).flatMap((line) =>
      line.call.effect.does === 'approve'
        ? []
        : [line.step.to, ...promisingContracts(line.call)].map((contract) => trustIn(contract, line, input)),
    ),
    ...worstCase(input),
  ]),
]

/** Possible losses in addition to the typed amount. */
function worstCase({ inputs }: RuleInput): readonly Finding[] {
  if (!inputs.worstCase) return []
  const { besides, isComplete } = inputs.worstCase
  return [
    ...besides.map((amount) => warn('V-035.also-at-risk', { amount })),
    ...(isComplete ? [] : [warn('V-035.rights-unread', {})]),
  ]
}

/** The decision matrix: decoded × simulated × vouched for. */
function trustIn(contract: string, { step, unread: [why] }: DecodedStep, input: RuleInput): Finding {
  const { index, chainId } = step
  const wasSimulated = runsOn(input.inputs, chainId).length > 0
  const trust = trustOf(contract, chainId, input)
  const facts = { contract }
  if (why === undefined) {
    if (trust === 'seen') return warn(wasSimulated ? 'V-035.seen' : 'V-035.seen-not-simulated', facts, index)
    if (trust === 'unknown') return warn(wasSimulated ? 'V-035.first-use' : 'V-035.unknown-read-only', facts, index)
    return wasSimulated ? holds('V-035') : info('V-035.vouched-not-simulated', facts, index)
  }
  const hidden = { contract, why }
  // Known code does not mean that every call to it is harmless.
  if (wasSimulated) return warn(`V-035.${trust}-unread`, hidden, index)
  if (trust !== 'vouched') return block('V-035.neither', facts, index)
  if (isWithinCap(input)) return warn('V-035.vouched-neither', hidden, index)
  return block('V-035.vouched-neither-too-dear', { ...hidden, mostDollars: Number(unreadCap) }, index)
}

/** Vouched for by the deployment, seen before with the same code, or unknown. */
function trustOf(contract: string, chainId: number, input: RuleInput): 'vouched' | 'seen' | 'unknown' {
  if (isVouched(chainOf(input, chainId), contract)) return 'vouched'
  const evidence = evidenceOn(input.inputs, chainId)
  const codeHash = evidence && codeAt(evidence, contract)
  const isPinned = input.inputs.history.contracts.some(
    (pin) => pin.chainId === chainId && sameAddress(pin.address, contract) && pin.codeHash === codeHash,
  )
  return codeHash !== undefined && isPinned ? 'seen' : 'unknown'
}

function isWithinCap({ intent }: RuleInput): boolean {
  const value = dollarValueOf(intent.sell)
  return value !== undefined && compare(value, { numerator: unreadCap, denominator: 1n }) <= 0
}
