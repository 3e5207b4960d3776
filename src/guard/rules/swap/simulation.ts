import { compare } from '../../../domain/fraction'
import { dollarValueOf } from '../../../domain/prices/price'
import type { DecodedStep } from '../../decode/decodedPlan'
import { sameAddress } from '../../decode/evm/address'
import { promisingContracts } from '../../decode/evm/call'
import type { Finding } from '../../findings/finding'
import type { Rule, Say } from '../../rule'
import { evmSwapPlans } from '../../scope'
import { amountFact } from '../../tokenNames'
import { commonSimulationRules, eachRunOn, succeeded } from '../common/simulation'
import { boughtOf, changeOf } from '../input/arrival'
import { chainOf, codeAt, evidenceOn, isVouched, type RuleInput, remainingDecoded, runsOn } from '../input/ruleInput'

/** Dollars up to which an undecoded call to a contract that is vouched for may be sent without a simulation. */
const unreadCap = 1_000n

/** Rules about the results of the simulations, for swaps. */
export const simulationRules: readonly Rule<RuleInput>[] = [
  ...commonSimulationRules,
  {
    code: 'V-016',
    renewable: 'moved',
    scopes: ['evm swap'],
    find: (input, say) => {
      const { intent, decoded, plan, names, isCrossChain, inputs } = input
      const arrived = inputs.arrived ?? 0n
      const bought = boughtOf(intent)
      if (isCrossChain) return []
      return eachRunOn(intent.sell.token.chain.chainId, input, (run) => {
        if (!succeeded(run)) return []
        // The output of earlier steps counts: the minimum is that of the whole plan.
        const got = arrived + changeOf(run.changes, intent.recipient, bought)
        const minimum = [decoded.decodedMinimum, plan.quote.minimumReceived?.units].reduce<bigint>(
          (most, each) => (each !== undefined && each > most ? each : most),
          1n,
        )
        if (got * 1_000n < minimum * 999n)
          return [
            say.block('too-little', {
              amount: amountFact(names, bought, got > 0n ? got : 0n),
              minimum: amountFact(names, bought, minimum),
              isAltogether: arrived > 0n,
            }),
          ]
        return [say.holds()]
      })
    },
  },
  {
    code: 'V-035',
    scopes: evmSwapPlans,
    find: (input, say) => [
      ...remainingDecoded(input).flatMap((line) =>
        line.call.effect.does === 'approve'
          ? []
          : [line.step.to, ...promisingContracts(line.call)].map((contract) => trustIn(contract, line, input, say)),
      ),
      ...worstCase(input, say),
    ],
  },
]

/** A plan that was only simulated may behave differently on chain: the person types the amount at risk. */
const typedAmount = 'type the amount'

/** Possible losses in addition to the typed amount. */
function worstCase({ inputs }: RuleInput, say: Say<'V-035'>): readonly Finding[] {
  if (!inputs.worstCase) return []
  const { besides, isComplete } = inputs.worstCase
  return [
    ...besides.map((amount) => say.warn('also-at-risk', { amount, acknowledge: typedAmount })),
    ...(isComplete ? [] : [say.warn('rights-unread', { acknowledge: typedAmount })]),
  ]
}

/** The decision matrix: decoded × simulated × vouched for. */
function trustIn(to: string, line: DecodedStep, input: RuleInput, say: Say<'V-035'>): Finding {
  const { index, chainId } = line.step
  const wasSimulated = runsOn(input.inputs, chainId).length > 0
  const trust = trustOf(to, chainId, input)
  const [unread] = line.unread
  const isRead = unread === undefined
  const facts = { contract: to }

  if (trust === 'vouched') {
    if (isRead) return wasSimulated ? say.holds() : say.info('vouched-not-simulated', facts, index)
    const hidden = { ...facts, why: unread }
    // Known code does not mean that every call to it is harmless.
    if (wasSimulated) return say.warn('vouched-unread', { ...hidden, acknowledge: typedAmount }, index)
    return isWithinCap(input)
      ? say.warn('vouched-neither', hidden, index)
      : say.block('vouched-neither-too-dear', { ...hidden, mostDollars: Number(unreadCap) }, index)
  }
  if (trust === 'seen') {
    if (isRead) return wasSimulated ? say.warn('seen', facts, index) : say.warn('seen-not-simulated', facts, index)
    if (wasSimulated) return say.warn('seen-unread', { ...facts, why: unread, acknowledge: typedAmount }, index)
    return say.block('seen-neither', facts, index)
  }
  if (!wasSimulated && isRead) return say.warn('unknown-read-only', { ...facts, acknowledge: typedAmount }, index)
  if (!wasSimulated) return say.block('unknown-not-simulated', facts, index)
  if (isRead) return say.warn('first-use', facts, index)
  return say.warn('unknown-unread', { ...facts, why: unread, acknowledge: typedAmount }, index)
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
