import { larger } from '../../../domain/bigints'
import { permit2, spenderFor } from '../../../protocol/deployment/venues'
import type { AllowanceChange, CheckInputs } from '../../checkInputs'
import type { DecodedStep } from '../../decode/decodedPlan'
import { isSpendable, native, sameAddress } from '../../decode/evm/address'
import { meaningOfRevert } from '../../decode/evm/revert'
import { block, type Finding, holds, info, warn } from '../../findings/finding'
import { type Reason, reason } from '../../findings/reason'
import { maxOutflow, type SwapIntent, sourceChainOf } from '../../intent'
import type { LiquidityIntent } from '../../liquidityIntent'
import type { EvmStep } from '../../plan'
import { type Rule, rule } from '../../rule'
import { evmPlans } from '../../scope'
import { amountFact, tokenFact } from '../../tokenNames'
import {
  boughtOf,
  changeOf,
  depositLimits,
  evidenceOn,
  isDust,
  type PlanInput,
  remainingDecoded,
  remainingSteps,
  runsOn,
  type SimulatedRun,
  soldOf,
} from '../input/ruleInput'

/** A thousandth of the input may stay allowed to a contract that no step calls. */
const rounding = 1_000n
/** Two simulations may differ by this share before one of them counts as deceived. */
const agreement = 100n

/** Rules about the results of the simulations, for every plan. */
export const commonSimulationRules: readonly Rule<PlanInput>[] = [
  rule('V-030', evmPlans, (input) =>
    [...new Set(remainingSteps(input.plan.steps, input.inputs).map(({ chainId }) => chainId))].flatMap((chainId) => {
      const [run] = runsOn(input.inputs, chainId)
      if (!run) return [info('V-030.not-simulated', { why: whyNot(input.inputs, chainId) })]
      const steps = remainingDecoded(input).flatMap(({ step }) => (step.chainId === chainId ? [step] : []))
      const failed = steps.flatMap((step, index) => {
        const outcome = run.outcomes[index]
        if (outcome?.is === 'success') return []
        const said = outcome?.reason ?? ''
        const isSwapAlone = input.intent.kind === 'swap' ? input.intent.skipNonSwapTransactions : undefined
        const meaning = meaningOfRevert(said, isCovered(input, step, steps.slice(0, index)))
        return [block('V-030.reverts', { said, meaning, isSwapAlone }, step.index)]
      })
      return [...failed, holds('V-030')]
    }),
  ),
  rule('V-015', evmPlans, (input) =>
    onEveryChain(input, (run) => {
      const { intent, names } = input
      const lost = run.changes.filter(({ account, delta }) => sameAddress(account, intent.sender) && delta < 0n)
      const found = lost.flatMap(({ token, delta }) => {
        const limit = mayLeave(input, token, run.chainId)
        if (-delta <= (token === native || intent.kind !== 'swap' ? limit : maxOutflow(limit))) return []
        const amount = amountFact(names, token, -delta)
        return limit > 0n || intent.kind !== 'swap'
          ? [block('V-015.leaves-more', { amount, limit: amountFact(names, token, limit) })]
          : [block('V-015.leaves-unsold', { amount })]
      })
      return succeeded(run) && run.chainId === sourceChainOf(intent).chainId ? [...found, holds('V-015')] : found
    }),
  ),
  rule('A-21', evmPlans, (input) =>
    onEveryChain(input, (run) => [
      ...run.operators.map(({ token, operator }) =>
        block('A-21.operator', { operator, token: tokenFact(input.names, token) }),
      ),
      ...run.grants.flatMap((grant) => {
        if (grant.after <= grant.before) return []
        const { intent, names } = input
        const facts = { spender: grant.spender, amount: amountFact(names, grant.token, grant.after) }
        const rating =
          intent.kind === 'swap' ? rateOfSwap(input, intent, run, grant) : rateOfDeposit(input, intent, grant)
        if (rating === 'dust') return []
        return [rating === 'may stay' ? info('A-21.stays-allowed', facts) : block('A-21.could-take', facts)]
      }),
    ]),
  ),
  rule('V-034', evmPlans, ({ intent, inputs, runs }) => {
    const { chainId } = sourceChainOf(intent)
    const [first, ...others] = runs
    if (!first) return []
    // One of the same kind, with the gas that is sent, does not count as a second opinion.
    const alone = others.some(({ by }) => by !== first.by) ? [] : [info('V-034.only-one', { by: first.by })]
    if (!succeeded(first)) return alone
    if (others.some((run) => run.gas === 'as sent' && !succeeded(run))) return [block('V-034.reverts-as-sent', {})]
    const compared = others.filter(succeeded)
    const wanted = figuresOf(intent, first, runs)
    const agrees = (run: SimulatedRun) =>
      figuresOf(intent, run, runs).every((figure, index) => isNear(wanted[index] ?? 0n, figure))
    if (!compared.every(agrees)) return [block('V-034.differ', {})]
    const untried = inputs.simulations.flatMap((found) =>
      found.chainId === chainId && found.is === 'not run' && found.why.code === 'node.gas-unknown'
        ? [info('V-034.gas-not-tried', { why: found.why })]
        : [],
    )
    // A single simulation method in a single block: a contract that detects that block passes every check.
    const isOfOne = alone.length > 0 && untried.length > 0
    const isNow = runs.some(({ gas, isAhead }) => gas === 'as sent' && !isAhead)
    const late = isNow || isOfOne ? [warn('V-034.later-not-tried', {})] : []
    const agreed = compared.some(({ by }) => by !== first.by) ? [holds('V-034')] : []
    return [...alone, ...untried, ...late, ...agreed]
  }),
]

export function succeeded({ outcomes }: SimulatedRun): boolean {
  return outcomes.every((outcome) => outcome.is === 'success')
}

/** The findings of the first simulation on a chain; those of another one count only where they are worse. */
export function eachRunOn(
  chainId: number,
  { inputs }: PlanInput,
  find: (run: SimulatedRun) => readonly Finding[],
): readonly Finding[] {
  const [first = [], ...others] = runsOn(inputs, chainId).map(find)
  const isBad = (list: readonly Finding[]) => list.some(({ severity }) => severity === 'block')
  return isBad(first) ? first : (others.find(isBad) ?? first)
}

/** A cross-chain plan may do harm on either chain, so every simulation is checked. */
function onEveryChain(input: PlanInput, find: (run: SimulatedRun) => readonly Finding[]): readonly Finding[] {
  const home = sourceChainOf(input.intent).chainId
  const chains = new Set([home, ...remainingSteps(input.plan.steps, input.inputs).map(({ chainId }) => chainId)])
  return [...chains].flatMap((chainId) => eachRunOn(chainId, input, find))
}

function whyNot({ simulations }: CheckInputs, chainId: number): Reason {
  const failed = simulations.find((found) => found.chainId === chainId)
  return failed?.is === 'not run' ? failed.why : reason('node.not-simulated', {})
}

/** Whether the person was read to hold the input, and allows it to the contract that the step calls. */
function isCovered({ inputs, intent }: PlanInput, step: EvmStep, before: readonly EvmStep[]): boolean {
  const evidence = evidenceOn(inputs, step.chainId)
  if (!evidence || intent.kind !== 'swap' || intent.sell.token.isNative) return false
  const { token: sold, units } = intent.sell
  const isSold = (token: string) => sameAddress(token, sold.address)
  const isHeld = evidence.balances.some(({ token, amount }) => isSold(token) && amount >= units)
  const isApproved = before.some(
    ({ purpose }) => purpose.does === 'approve' && isSold(purpose.token) && purpose.amount >= units,
  )
  const isAllowed = evidence.allowances.some(
    ({ token, spender, amount }) => isSold(token) && sameAddress(spender, step.to) && amount >= units,
  )
  return isHeld && (isApproved || isAllowed)
}

/** How much of a token the remaining steps may take on a chain: only native coins sent along where nothing is sold. */
function mayLeave(input: PlanInput, token: string, chainId: number): bigint {
  const { intent, inputs, source } = input
  if (intent.kind !== 'swap') return depositLimits(intent).get(token === native ? native : token.toLowerCase()) ?? 0n
  const { sell } = intent
  const ahead = remainingDecoded(input).filter(({ step }) => step.chainId === chainId)
  const coins = ahead.reduce((sum, { step }) => sum + step.value, 0n)
  if (chainId !== sell.token.chain.chainId) return token === native ? coins : 0n
  if (token === native) return sell.token.isNative ? larger(sell.units, coins) : coins
  // Native coins that an earlier step wrapped leave as wrapped coins.
  const isWrapped = Boolean(inputs.done) && isSpendable(token, intent, source?.wrappedNative)
  return sameAddress(token, soldOf(intent)) || isWrapped ? sell.units : 0n
}

type Rating = 'may stay' | 'could take' | 'dust'

/** Rounding and a price that moves may leave a part of what was allowed for a swap; more than that is not used. */
function rateOfSwap(input: PlanInput, intent: SwapIntent, { chainId }: SimulatedRun, grant: AllowanceChange): Rating {
  const { token, spender, through, after } = grant
  const { units, token: sold } = intent.sell
  const isPlanned = input.decoded.steps
    .flatMap(rightsGiven)
    .some((one) => sameAddress(one.token, token) && sameAddress(one.spender, spender) && one.through === through)
  const isForeign = chainId !== sold.chain.chainId || !isSpendable(token, intent, input.source?.wrappedNative)
  const isIdle = after * rounding > units && !servesCall(input, token, spender)
  return !isPlanned || isForeign || isIdle || after > units ? 'could take' : 'may stay'
}

function rateOfDeposit(input: PlanInput, intent: LiquidityIntent, { token, spender, after }: AllowanceChange): Rating {
  if (isDust(input.decoded.steps, intent, { token, spender, amount: after })) return 'dust'
  const limit = depositLimits(intent).get(token.toLowerCase()) ?? 0n
  return sameAddress(spender, intent.pool.positionManager) && after <= limit ? 'may stay' : 'could take'
}

/** Allowances that a decoded step gives. */
function rightsGiven({ step, flow }: DecodedStep): readonly Pick<AllowanceChange, 'token' | 'spender' | 'through'>[] {
  const behind = flow.rights.filter(({ through }) => through !== undefined)
  return step.purpose.does === 'approve' ? [...behind, step.purpose] : behind
}

/**
 * Whether a step takes the token by calling the spender, or a contract whose published spender it is. An allowance to
 * any other contract is unsafe: a settler or a batch contract spends it for any caller.
 */
function servesCall({ decoded }: PlanInput, token: string, spender: string): boolean {
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

/** The figures that must be near each other in two simulations. */
function figuresOf(intent: PlanInput['intent'], run: SimulatedRun, runs: readonly SimulatedRun[]): readonly bigint[] {
  const { changes, growth } = run
  if (intent.kind === 'swap')
    return [changeOf(changes, intent.recipient, boughtOf(intent)), changeOf(changes, intent.sender, soldOf(intent))]
  const pooled = [intent.pool.token0, intent.pool.token1].map(({ address }) => address)
  const isInCoins = depositLimits(intent).has(native) || (intent.kind === 'withdraw' && intent.coin !== undefined)
  return [
    ...[intent.sender, intent.recipient].flatMap((account) =>
      (isInCoins ? [native, ...pooled] : pooled).map((token) => changeOf(changes, account, token)),
    ),
    // Where a run could not read the position, there is nothing to compare.
    ...(growth && runs.every((each) => each.growth) ? [growth.after - growth.before] : []),
  ]
}

function isNear(a: bigint, b: bigint): boolean {
  const difference = a > b ? a - b : b - a
  const scale = a > 0n ? a : -a
  return difference * agreement <= scale
}
