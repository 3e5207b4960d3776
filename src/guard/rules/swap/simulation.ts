import { larger } from '../../../domain/bigints'
import { compare } from '../../../domain/fraction'
import { dollarValueOf } from '../../../domain/prices/price'
import { permit2, spenderFor } from '../../../protocol/deployment/venues'
import { boughtOf, changeOf, soldOf } from '../../check/arrival'
import {
  chainOf,
  codeAt,
  evidenceOn,
  isVouched,
  type RuleInput,
  remainingDecoded,
  remainingSteps,
  runsOn,
  type SimulatedRun,
} from '../../check/ruleInput'
import type { AllowanceChange, CheckInputs } from '../../checkInputs'
import type { DecodedStep } from '../../decode/decodedPlan'
import { native, sameAddress } from '../../decode/evm/address'
import { everyCall, promisingContracts } from '../../decode/evm/call'
import { meaningOfRevert } from '../../decode/evm/revert'
import type { Finding } from '../../findings/finding'
import { type Reason, reason } from '../../findings/reason'
import { maxOutflow } from '../../intent'
import type { EvmStep } from '../../plan'
import { isSpendable } from '../../plan/approval'
import type { Rule, Say } from '../../rule'
import { evmSwapPlans } from '../../scope'
import { amountFact, tokenFact } from '../../tokenNames'
import { compareRuns, succeeded } from '../agreement'

/** Dollars up to which an undecoded call to a contract that is vouched for may be sent without a simulation. */
const unreadCap = 1_000n
/** A thousandth of the input may stay allowed to a contract that no step calls. */
const rounding = 1_000n

/** Whether the person was read to hold the input, and allows it to the contract that the step calls. */
function isCovered({ inputs, intent: { sell } }: RuleInput, step: EvmStep, before: readonly EvmStep[]): boolean {
  const evidence = evidenceOn(inputs, step.chainId)
  if (!evidence || sell.token.isNative) return false
  const isSold = (token: string) => sameAddress(token, sell.token.address)
  const isHeld = evidence.balances.some(({ token, amount }) => isSold(token) && amount >= sell.units)
  const isApproved = before.some(
    ({ purpose }) => purpose.does === 'approve' && isSold(purpose.token) && purpose.amount >= sell.units,
  )
  const isAllowed = evidence.allowances.some(
    ({ token, spender, amount }) => isSold(token) && sameAddress(spender, step.to) && amount >= sell.units,
  )
  return isHeld && (isApproved || isAllowed)
}

/** Rules about the results of the simulations. */
export const simulationRules: readonly Rule<RuleInput>[] = [
  {
    code: 'V-030',
    renewable: 'moved',
    title: 'Every transaction succeeds in simulation',
    against: 'A transaction that fails and still costs the network fee',
    scopes: evmSwapPlans,
    find: (input, say) =>
      [...new Set(remainingSteps(input.plan.steps, input.inputs).map(({ chainId }) => chainId))].flatMap((chainId) => {
        const [run] = runsOn(input.inputs, chainId)
        if (!run) return [say.info('not-simulated', { why: whyNot(input.inputs, chainId) })]
        const lines = remainingDecoded(input).filter(({ step }) => step.chainId === chainId)
        const failed = lines.flatMap(({ step }, index) => {
          const outcome = run.outcomes[index]
          if (outcome?.is === 'success') return []
          const said = outcome?.reason ?? ''
          const isSwapAlone = input.intent.skipNonSwapTransactions
          const before = lines.slice(0, index).map((line) => line.step)
          return [
            say.block(
              'reverts',
              { said, meaning: meaningOfRevert(said, isCovered(input, step, before)), isSwapAlone },
              step.index,
            ),
          ]
        })
        return failed.length > 0 ? failed : [say.ok('passes', {})]
      }),
  },
  {
    code: 'V-031',
    title: 'Only the input leaves your account in simulation',
    against: 'Tokens that leave without appearing in any calldata that was read',
    scopes: evmSwapPlans,
    find: (input, say) =>
      onEveryChain(input, (run) => {
        const { intent, names } = input
        const lost = run.changes.filter(({ account, delta }) => sameAddress(account, intent.sender) && delta < 0n)
        const found = lost.flatMap(({ token, delta }) => {
          const limit = mayLeave(input, token, run.chainId)
          if (-delta <= (token === native ? limit : maxOutflow(limit))) return []
          const amount = amountFact(names, token, -delta)
          return limit > 0n
            ? [say.block('leaves-more', { amount, limit: amountFact(names, token, limit) })]
            : [say.block('leaves-unsold', { amount })]
        })
        if (found.length > 0 || !succeeded(run) || run.chainId !== intent.sell.token.chain.chainId) return found
        return [say.ok('only-sold', { symbol: intent.sell.token.symbol })]
      }),
  },
  {
    code: 'V-032',
    renewable: 'moved',
    title: 'The recipient receives at least the minimum in simulation',
    against: 'A swap that pays too little',
    scopes: ['evm swap'],
    find: (input, say) => {
      const { intent, decoded, plan, names, isCrossChain, inputs } = input
      const arrived = inputs.arrived ?? 0n
      const bought = boughtOf(intent)
      if (isCrossChain) return []
      return eachRun(input, (run) => {
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
        return [say.ok('arrives', { amount: amountFact(names, bought, got), isAltogether: arrived > 0n })]
      })
    },
  },
  {
    code: 'V-033',
    title: 'No undisclosed approvals remain',
    against: 'Approvals that outlive the swap and are used later',
    scopes: evmSwapPlans,
    find: (input, say) => {
      const { intent, decoded, names } = input
      const wrapped = input.source?.wrappedNative
      const planned = decoded.steps.flatMap(rightsGiven)
      const home = intent.sell.token.chain.chainId
      return onEveryChain(input, (run) => [
        ...run.operators.map(({ token, operator }) =>
          say.block('operator', { operator, token: tokenFact(names, token) }),
        ),
        ...run.grants.flatMap(({ token, spender, through, before, after }) => {
          if (after <= before) return []
          const isPlanned = planned.some(
            (step) => sameAddress(step.token, token) && sameAddress(step.spender, spender) && step.through === through,
          )
          const isForeign = run.chainId !== home || !isSpendable(token, intent, wrapped)
          const isIdle = after * rounding > intent.sell.units && !servesCall(input, token, spender)
          if (!isPlanned || isForeign || isIdle || after > intent.sell.units)
            return [say.block('could-take', { spender, amount: amountFact(names, token, after) })]
          return [say.info('stays-allowed', { spender, amount: amountFact(names, token, after) })]
        }),
      ])
    },
  },
  {
    code: 'V-034',
    title: 'Two independent simulations agree',
    against: 'A node that lies about a simulation, or a contract that notices one',
    scopes: evmSwapPlans,
    find: (input, say) => {
      const { intent, inputs } = input
      const { chainId } = intent.sell.token.chain
      const simulations = inputs.simulations.filter((found) => found.chainId === chainId)
      return compareRuns(
        runsOn(inputs, chainId),
        simulations,
        ({ changes }) => [
          changeOf(changes, intent.recipient, boughtOf(intent)),
          changeOf(changes, intent.sender, soldOf(intent)),
        ],
        say,
      )
    },
  },
  {
    code: 'V-035',
    title: 'The contracts are known, or what they do was seen',
    against: 'A contract that is unknown or cannot be decoded',
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

/** Allowances that a decoded step gives. */
function rightsGiven({ step, call }: DecodedStep): readonly Pick<AllowanceChange, 'token' | 'spender' | 'through'>[] {
  const behind = everyCall(call).flatMap(({ effect }) =>
    effect.does === 'approve' && effect.by === 'permit2'
      ? [{ token: effect.token, spender: effect.spender, through: permit2 }]
      : [],
  )
  return step.purpose.does === 'approve' ? [...behind, step.purpose] : behind
}

/**
 * Whether a step takes the token by calling the spender, or a contract whose published spender it is. An allowance to
 * any other contract is unsafe: a settler or a batch contract spends it for any caller.
 */
function servesCall({ decoded }: RuleInput, token: string, spender: string): boolean {
  const called = decoded.steps.filter(
    ({ call, unread, flow }) =>
      call.effect.does !== 'approve' &&
      (unread.length > 0 || flow.outflows.some((out) => sameAddress(out.token, token))),
  )
  const isCalled = called.some(
    ({ step: { to, chainId } }) => sameAddress(to, spender) || sameAddress(spenderFor(to, chainId), spender),
  )
  return isCalled || sameAddress(spender, permit2)
}

/** How much of a token the remaining steps may take on a chain: only native coins sent along where nothing is sold. */
function mayLeave(input: RuleInput, token: string, chainId: number): bigint {
  const { intent, inputs, source } = input
  const { sell } = intent
  const ahead = remainingDecoded(input).filter(({ step }) => step.chainId === chainId)
  const coins = ahead.reduce((sum, { step }) => sum + step.value, 0n)
  if (chainId !== sell.token.chain.chainId) return token === native ? coins : 0n
  if (token === native) return sell.token.isNative ? larger(sell.units, coins) : coins
  // Native coins that an earlier step wrapped leave as wrapped coins.
  const isWrapped = Boolean(inputs.done) && isSpendable(token, intent, source?.wrappedNative)
  return sameAddress(token, soldOf(intent)) || isWrapped ? sell.units : 0n
}

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
    if (isRead) return wasSimulated ? say.ok('vouched', facts, index) : say.info('vouched-not-simulated', facts, index)
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

function eachRun(input: RuleInput, find: (run: SimulatedRun) => Finding[]): Finding[] {
  return eachRunOn(input.intent.sell.token.chain.chainId, input, find)
}

/** A cross-chain plan may do harm on either chain, so every simulation is checked. */
function onEveryChain(input: RuleInput, find: (run: SimulatedRun) => Finding[]): Finding[] {
  const home = input.intent.sell.token.chain.chainId
  const chains = new Set([home, ...remainingSteps(input.plan.steps, input.inputs).map(({ chainId }) => chainId)])
  return [...chains].flatMap((chainId) => eachRunOn(chainId, input, find))
}

function eachRunOn(chainId: number, { inputs }: RuleInput, find: (run: SimulatedRun) => Finding[]): Finding[] {
  const findings = runsOn(inputs, chainId).map(find)
  // The others count only when they are worse.
  const [first = [], ...others] = findings
  const isBad = (list: readonly Finding[]) => list.some(({ severity }) => severity === 'block')
  return isBad(first) ? first : (others.find(isBad) ?? first)
}

function whyNot({ simulations }: CheckInputs, chainId: number): Reason {
  const failed = simulations.find((found) => found.chainId === chainId)
  return failed?.is === 'not run' ? failed.why : reason('node.not-simulated', {})
}
