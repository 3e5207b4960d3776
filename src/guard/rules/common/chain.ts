import { compare } from '../../../domain/fraction'
import { dollarValueOf } from '../../../domain/prices/price'
import { accountDelegates } from '../../../protocol/deployment/accountDelegates'
import type { DeploymentChain } from '../../../protocol/deployment/deployment'
import { venueAt } from '../../../protocol/deployment/venues'
import { feeCeiling } from '../../answer/parsedAnswer'
import type { DecodedStep } from '../../decode/decodedPlan'
import { assetOf, native, sameAddress } from '../../decode/evm/address'
import { type ContractCall, everyCall, promisingContracts } from '../../decode/evm/call'
import { block, type Finding, holds, info, warn } from '../../findings/finding'
import { reason } from '../../findings/reason'
import { destinationChainOf, givenIn, sourceChainOf } from '../../intent'
import { type Rule, rule } from '../../rule'
import { everyLiquidityPlan, evmPlans, evmSwapPlans } from '../../scope'
import { amountFact } from '../../tokenNames'
import { costOf } from '../input/cost'
import {
  chainOf,
  codeAt,
  codeOf,
  evidenceOn,
  isVouched,
  type PlanInput,
  type ReadEvidence,
  type RuleInput,
  remainingDecoded,
  remainingSteps,
  runsOn,
} from '../input/ruleInput'

/** No everyday route takes half of it; chains that count other units of gas charge little for one. */
const muchGas = 2_500_000n

/** Rules about the state of the chain, for every plan. */
export const commonChainRules: readonly Rule<PlanInput>[] = [
  rule('V-020', evmPlans, ({ inputs, plan }) =>
    [...new Set(remainingSteps(plan.steps, inputs).map(({ chainId }) => chainId))].map((chain) => {
      const evidence = inputs.evidence.find(({ chainId }) => chainId === chain)
      if (evidence?.is === 'read') return holds('V-020')
      return warn('V-020.unavailable', { chain, why: evidence?.why ?? reason('node.none', {}) })
    }),
  ),
  rule('V-061', evmPlans, (input) =>
    remainingDecoded(input).flatMap((line) => {
      const { step, call } = line
      const [evidence, settings] = [evidenceOn(input.inputs, step.chainId), chainOf(input, step.chainId)]
      if (!evidence) return []
      const [promising, spenders] = [promisingContracts(call), spendersIn(line)]
      const missing = [step.to, ...promising, ...spenders]
        .filter((address) => codeAt(evidence, address) === undefined)
        .map((contract) => block('V-061.no-contract', { contract }, step.index))
      // Withdrawing from a contract whose code was replaced is always allowed.
      if (input.intent.kind === 'withdraw') return missing
      const called = call.effect.does === 'approve' ? [] : [step.to, ...promising]
      return [
        ...missing,
        ...[...called, ...spenders].flatMap((one) => findCode(one, settings, evidence, step.index)),
        ...everyCall(call).flatMap((one) => findFunction(one, settings, evidence, step.index)),
      ]
    }),
  ),
  rule('V-063', evmPlans, (input) => {
    const { intent, inputs } = input
    const { sender, recipient } = intent
    const [here, there] = [sourceChainOf(intent), destinationChainOf(intent)]
    // On each chain an account may delegate to other code. Its effect on the destination chain is not simulated.
    const chainIds = [here, there].filter(({ kind }) => kind === 'evm').map(({ chainId }) => chainId)
    return [...new Set(chainIds)].flatMap((chainId) => {
      const { delegate, recipientDelegate } = evidenceOn(inputs, chainId) ?? {}
      // When someone else receives, the sender's account on the destination chain takes no part.
      const own = chainId === here.chainId || sameAddress(sender, recipient) ? delegate : undefined
      const chain = chainOf(input, chainId)
      return [...delegated(sender, own, chain), ...delegated(recipient, recipientDelegate, chain)]
    })
  }),
  rule('V-023', ['evm swap', ...everyLiquidityPlan], ({ inputs, intent, plan, names, scope, evidence }) => {
    if (!evidence) return []
    const heldOf = (token: string) => evidence.balances.find((found) => sameAddress(found.token, token))?.amount
    // The earlier steps of a swap have spent a part of it; the amounts of a deposit leave with its last step.
    const isSpent = scope === 'revocation' || (intent.kind === 'swap' && Boolean(inputs.done))
    const short = (isSpent ? [] : givenIn(intent)).flatMap(({ token, units }) => {
      const asset = assetOf(token)
      const held = heldOf(asset)
      return held !== undefined && held < units
        ? [block('V-023.too-little', { needed: amountFact(names, asset, units), held: amountFact(names, asset, held) })]
        : []
    })
    const [cost, coins] = [costOf(plan, inputs, evidence.chainId), heldOf(native)]
    if (short.length > 0 || !cost || coins === undefined) return short
    const need = cost.value + cost.fee
    if (coins < need) {
      const facts = { needed: amountFact(names, native, need), held: amountFact(names, native, coins) }
      // Without a simulation the gas is a guess, which is not a reason to block.
      const isSure = coins < cost.value || cost.steps.every(({ isGuess }) => !isGuess)
      return [isSure ? block('V-023.too-little', facts) : warn('V-023.too-little', facts)]
    }
    if (intent.kind !== 'swap') return [holds('V-023')]
    // The issuer of an intermediate token, or the author of a router, may let it burn gas without limit.
    const greedy = cost.steps.find(
      ({ gas, fee, isGuess }) => !isGuess && gas > muchGas && fee > feeCeiling(intent, inputs),
    )
    return [
      greedy ? warn('V-023.burns-gas', { fee: amountFact(names, native, greedy.fee) }, greedy.index) : holds('V-023'),
    ]
  }),
]

function spendersIn({ flow }: DecodedStep): readonly string[] {
  return flow.rights.filter(({ amount }) => amount > 0n).map(({ spender }) => spender)
}

/**
 * The operator vouches for a contract because its code is known. The code behind a proxy can be replaced: it counts as
 * known only while its hash is the one that settings pin. At an address that a venue publishes, it is known where it is
 * the code that the venue publishes, too: no one has compared the others in the list.
 */
function findCode(
  contract: string,
  chain: DeploymentChain | undefined,
  evidence: ReadEvidence,
  step: number,
): readonly Finding[] {
  const named = [...(chain?.trusted ?? []), chain?.positionManager]
  const found = codeOf(evidence, contract)
  if (found?.codeHash === undefined || !named.some((known) => sameAddress(known, contract))) return []
  const pin = chain?.codeHashes?.find(({ address }) => sameAddress(address, contract))?.codeHash.toLowerCase()
  const { behind, publishedAs } = found
  if (behind?.is === 'unread') return [warn('V-061.not-read', { contract }, step)]
  const codeHash = behind && 'codeHash' in behind ? behind.codeHash : found.codeHash
  if (pin !== undefined && pin !== codeHash.toLowerCase())
    return [block('V-061.other-code', { contract, codeHash }, step)]
  if (behind?.is === 'proxy') {
    const facts = { contract, implementation: behind.to }
    if (behind.isRecent) return [warn('V-061.changed-lately', facts, step)]
    if (pin === undefined) return [warn('V-061.may-change', facts, step)]
  }
  if (pin !== undefined)
    return [behind?.is === 'not placed' ? warn('V-061.passes-on', { contract }, step) : holds('V-061')]
  const venue = venueAt(contract, 'evm', evidence.chainId)
  if (publishedAs !== undefined && (venue ?? publishedAs) === publishedAs) return [holds('V-061')]
  return venue === undefined ? [] : [warn('V-061.not-compared', { contract, venue }, step)]
}

/** A contract that takes calls it does not know keeps no promise that they make. */
function findFunction(
  { to, selector, name, effect }: ContractCall,
  settings: DeploymentChain | undefined,
  evidence: ReadEvidence,
  step: number,
): readonly Finding[] {
  const { behind, lacks = [] } = codeOf(evidence, to) ?? {}
  // The effect of these calls is unknown, which is reported already.
  const isUnknown = behind?.is === 'unread'
  const callbacks = effect.does === 'swap' ? (effect.callbacks ?? []) : []
  const isOtherPath = callbacks.length > 0 && callbacks.every((each) => lacks.includes(each.selector))
  const missing = isOtherPath ? callbacks[0]?.name : lacks.includes(selector) ? name : undefined
  if (missing === undefined || effect.does === 'unknown' || isUnknown || !isVouched(settings, to)) return []
  return [warn('V-061.no-such-function', { contract: to, name: missing }, step)]
}

/**
 * An EOA may have delegated to a contract (EIP-7702), whose code can pass on the tokens that arrive. The simulation shows
 * what it does now, not what it does later. `trusted` does not apply: anyone can call a router, and so drain an account that
 * delegates to its code.
 */
function delegated(account: string, delegate: string | undefined, chain: DeploymentChain | undefined) {
  if (delegate === undefined) return []
  const known = [...accountDelegates.map(({ address }) => address), ...(chain?.accountDelegates ?? [])]
  const isKnown = known.some((address) => sameAddress(address, delegate))
  return [isKnown ? info('V-063.known', { account, delegate }) : warn('V-063.unknown', { account, delegate })]
}

/** Dollars up to which an undecoded call to a contract that is vouched for may be sent without a simulation. */
const unreadCap = 1_000n

/** Whether the contracts of a swap are known, or what they do was seen. */
export const trustRules: readonly Rule<RuleInput>[] = [
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
    if (trust === 'seen') return warn('V-035.seen', facts, index)
    if (trust === 'unknown') return warn(wasSimulated ? 'V-035.first-use' : 'V-035.unknown-read-only', facts, index)
    return holds('V-035')
  }
  const hidden = { contract, why }
  // Known code does not mean that every call to it is harmless.
  if (wasSimulated || (trust === 'vouched' && isWithinCap(input))) return warn(`V-035.${trust}-unread`, hidden, index)
  if (trust !== 'vouched') return block('V-035.neither', facts, index)
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
