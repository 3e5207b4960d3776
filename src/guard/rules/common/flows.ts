import { isBelow, larger, smaller, sumOf } from '../../../domain/bigints'
import { feeCeiling } from '../../answer/parsedAnswer'
import { type DecodedStep, isToken } from '../../decode/decodedPlan'
import { assetOf, isSpendable, native, sameAddress } from '../../decode/evm/address'
import { type Effect, everyCall } from '../../decode/evm/call'
import { block, type Finding, holds, warn } from '../../findings/finding'
import { givenIn, maxOutflow, sourceChainOf } from '../../intent'
import type { LiquidityIntent, WithdrawIntent } from '../../liquidityIntent'
import { isNamedBy, isPinned } from '../../pinnedTokens'
import { type Rule, rule } from '../../rule'
import { evmPlans, removing } from '../../scope'
import { amountFact, tokenFact } from '../../tokenNames'
import {
  boughtOf,
  callsOf,
  chainOf,
  changeOf,
  depositLimits,
  eachRunOn,
  evidenceOn,
  isFullyDecoded,
  onEveryChain,
  type PlanInput,
  type RuleInput,
  remainingDecoded,
  sides,
  soldOf,
  succeeded,
} from '../input/ruleInput'

/** An amount written as a double is exact to this many bits. */
const exactBits = 50n

/** The outflow by the calldata: of native coins, and of each token that is given. */
export const outflowRules: readonly Rule<PlanInput>[] = [
  rule('V-015', evmPlans, (input) => {
    const { intent, inputs } = input
    const { total, sold, fee } = coinsSent(input)
    const isWrong = intent.kind === 'swap' ? fee > feeCeiling(intent, inputs) : fee !== 0n
    if (isWrong) return [tooMuch(input, native, total, sold)]
    return total > 0n ? [holds('V-015')] : []
  }),
  rule('V-015', ['evm swap', 'deposit'], (input) => {
    const { intent, inputs, decoded } = input
    if (intent.kind === 'withdraw') return []
    if (intent.kind !== 'swap')
      return callsOf(input, 'mint').flatMap(({ line, effect }) =>
        sides(effect.amount0, effect.amount1).flatMap(([amount, side]) => {
          const { address } = side === 0 ? intent.pool.token0 : intent.pool.token1
          return compared(input, address, amount, intent.pay[side].units, line.step.index)
        }),
      )
    const { token, units } = intent.sell
    const most = sumOf(decoded.outflows.map((out) => (isToken(out.token, token) ? out.amount : 0n)))
    // Additional native coins pay for a message. Native coins that a swap or a bridge takes of them count as sold.
    const used = token.isNative ? coinsUsed(input) : 0n
    if (most > units + (token.isNative ? feeCeiling(intent, inputs) : 0n) || used > units + (units >> exactBits))
      return [tooMuch(input, assetOf(token), larger(most, used), units)]
    if (!isFullyDecoded(input)) return []
    if (most === 0n) return [block('V-015.nothing', { symbol: token.symbol })]
    return compared(input, assetOf(token), smaller(most - leftWrapped(input), units), units)
  }),
]

/** Tokens taken, or bought, that were never part of the trade. */
export const strangeOutflowRules: readonly Rule<RuleInput>[] = [
  rule('V-015', ['evm swap'], (input) => {
    const { intent, decoded, isCrossChain } = input
    const strange = decoded.outflows.filter(({ token }) => token !== native && !isToken(token, intent.sell.token))
    const far = decoded.steps.flatMap(({ step, flow }) =>
      step.chainId === intent.sell.token.chain.chainId ? [] : flow.outflows,
    )
    const isBought = !isFullyDecoded(input) || isCrossChain || decoded.decodedMinimum !== undefined
    return [
      ...[...strange, ...far].map(({ token, amount }) => tooMuch(input, token, amount, 0n)),
      ...(isBought ? [] : [block('V-015.buys-nothing', { symbol: intent.buy.symbol })]),
    ]
  }),
]

/** The outflow in each simulation. */
export const outflowSimulationRules: readonly Rule<PlanInput>[] = [
  rule('V-015', evmPlans, (input) =>
    onEveryChain(input, (run) => {
      const { intent } = input
      const found = run.changes.flatMap(({ account, token, delta }) => {
        if (!sameAddress(account, intent.sender)) return []
        const limit = mayLeave(input, token, run.chainId)
        const most = token === native || intent.kind !== 'swap' ? limit : maxOutflow(limit)
        return -delta > most ? [tooMuch(input, token, -delta, limit)] : []
      })
      return succeeded(run) && run.chainId === sourceChainOf(intent).chainId ? [...found, holds('V-015')] : found
    }),
  ),
]

function tooMuch({ names }: PlanInput, asset: string, amount: bigint, asked: bigint, index?: number): Finding {
  const facts = { amount: amountFact(names, asset, amount), asked: amountFact(names, asset, asked) }
  return block('V-015.too-much', facts, index)
}

/** The amount that is used, compared with the requested one. */
function compared(input: PlanInput, asset: string, amount: bigint, asked: bigint, index?: number): readonly Finding[] {
  if (amount > asked) return [tooMuch(input, asset, amount, asked, index)]
  if (!isBelow(amount, asked)) return amount === 0n ? [] : [holds('V-015')]
  const { names } = input
  const facts = { amount: amountFact(names, asset, amount), asked: amountFact(names, asset, asked) }
  return [warn('V-015.only-part', facts, index)]
}

/** How much of a token the remaining steps may take on a chain: only native coins sent along where nothing is sold. */
function mayLeave(input: PlanInput, token: string, chainId: number): bigint {
  const { intent, inputs, source } = input
  if (intent.kind !== 'swap') return depositLimits(intent).get(token === native ? native : token.toLowerCase()) ?? 0n
  const { sell } = intent
  const ahead = remainingDecoded(input).filter(({ step }) => step.chainId === chainId)
  const coins = sumOf(ahead.map(({ step }) => step.value))
  if (chainId !== sell.token.chain.chainId) return token === native ? coins : 0n
  if (token === native) return sell.token.isNative ? larger(sell.units, coins) : coins
  // Native coins that an earlier step wrapped leave as wrapped coins.
  const isWrapped = Boolean(inputs.done) && isSpendable(token, intent, source?.wrappedNative)
  return sameAddress(token, soldOf(intent)) || isWrapped ? sell.units : 0n
}

/** Native coins sent along on the source chain, and the part of them that is not given by the request: a fee. */
export function coinsSent({ decoded, intent, scope }: PlanInput) {
  const here = decoded.steps.filter(({ step }) => step.chainId === sourceChainOf(intent).chainId)
  const total = sumOf(here.map(({ step }) => step.value))
  const coins = scope === 'revocation' ? [] : givenIn(intent).filter(({ token }) => token.isNative)
  const sold = sumOf(coins.map(({ units }) => units))
  return { total, sold, fee: total - sold }
}

/** Native coins that the decoded steps on the source chain swap, wrap or give to a bridge. */
function coinsUsed({ decoded, intent }: PlanInput): bigint {
  const here = decoded.steps.filter(({ step }) => step.chainId === sourceChainOf(intent).chainId)
  return sumOf(here.map(({ flow }) => flow.coinsUsed))
}

/** Native coins that one step wraps and no later step takes: the person keeps them in wrapped form. */
export function leftWrapped({ decoded, intent, source }: PlanInput): bigint {
  const wrapped = source?.wrappedNative
  if (intent.kind !== 'swap' || !intent.sell.token.isNative || wrapped === undefined) return 0n
  if (isToken(wrapped, intent.buy)) return 0n
  const got = decoded.steps.flatMap(({ flow, call }) =>
    everyCall(call).some(({ effect }) => effect.does === 'wrap')
      ? flow.inflows.filter(({ token, to }) => sameAddress(token, wrapped) && sameAddress(to, intent.sender))
      : [],
  )
  const taken = decoded.steps.flatMap(({ flow }) => flow.outflows.filter(({ token }) => sameAddress(token, wrapped)))
  const left = sumOf(got.map(({ minimum }) => minimum)) - sumOf(taken.map(({ amount }) => amount))
  return larger(left, 0n)
}

/** The recipients of all payouts. */
export const payoutRules: readonly Rule<PlanInput>[] = [
  rule('V-013', evmPlans, (input) => {
    const payouts = payoutsIn(input)
    const wanted = input.intent.recipient
    const found = payouts
      .filter(({ to, may }) => !may.some((account) => sameAddress(account, to)))
      .map(({ to, line }) => block('V-013.elsewhere', { to, wanted }, line.step.index))
    if (found.length > 0) return found
    return payouts.some(({ may }) => may.includes(wanted)) ? [holds('V-013')] : []
  }),
]

/** Assets that stay at a contract, or that it holds while unknown code runs. */
export const custodyRules: readonly Rule<PlanInput>[] = [
  rule('V-018', evmPlans, (input) => [
    ...input.decoded.steps.flatMap((line) => {
      const { step, flow, unread, call } = line
      const kept = unread.length > 0 || call.effect.does === 'pay' ? [] : flow.stranded
      return [
        ...kept
          .filter(({ token, amount }) => token !== native || amount > imprecision(input))
          .map(({ token }) =>
            block('V-018.left-behind', { token: tokenFact(input.names, token), contract: step.to }, step.index),
          ),
        ...takenInstead(line, input),
        ...everyCall(call).flatMap(({ effect, to }) => countedByBalance(effect, to, line, input)),
      ]
    }),
    ...(input.intent.kind === 'swap' || input.scope === 'revocation' ? [] : exposedAtManager(input.intent, input)),
  ]),
]

/** The least that each asset brings in the simulations. */
export const payoutSimulationRules: readonly Rule<PlanInput>[] = [
  rule('V-016', ['evm swap', ...removing], (input) => {
    const { intent, names, inputs, isCrossChain } = input
    if (isCrossChain) return []
    return eachRunOn(sourceChainOf(intent).chainId, input, (run) => {
      if (!succeeded(run)) return []
      return owedIn(input).map(([asset, minimum, least]) => {
        // The output of earlier steps counts: the minimum is that of the whole plan.
        const got = (inputs.arrived ?? 0n) + changeOf(run.changes, intent.recipient, asset)
        const [amount, wanted] = [larger(got, 0n), minimum].map((units) => amountFact(names, asset, units))
        return got < least ? block('V-016.too-little', { amount: amount!, minimum: wanted! }) : holds('V-016')
      })
    })
  }),
]

type Payout = { readonly to: string; readonly line: DecodedStep; readonly may: readonly string[] }

/** Every payout, with the accounts that may get it. */
function payoutsIn(input: PlanInput): readonly Payout[] {
  const { intent, decoded, isCrossChain } = input
  const { sender, recipient } = intent
  const paid = decoded.steps.flatMap((line) => line.flow.inflows.map(({ token, to }) => ({ token, to, line })))
  if (intent.kind === 'swap')
    return paid.map(({ token, ...payout }) => {
      const isBought = !isCrossChain && isToken(token, intent.buy)
      return { ...payout, may: [isBought ? recipient : sender] }
    })
  // Other calls of a manager are compared as a whole (V-048).
  if (intent.kind !== 'deposit') return []
  const swept = callsOf(input, 'sweep').map(({ line, effect: { recipient: to } }) => ({ line, to }))
  return [
    ...callsOf(input, 'mint').map(({ line, effect }) => ({ line, to: effect.recipient, may: [recipient] })),
    // Unused funds return to the payer: managers refund native coins only to `msg.sender`.
    ...[...swept, ...paid].map(({ line, to }) => ({ line, to, may: [recipient, sender] })),
  ]
}

/** The imprecision of a native amount as a double is negligible. */
function imprecision({ intent }: PlanInput): bigint {
  return intent.kind === 'swap' && intent.sell.token.isNative ? intent.sell.units >> 50n : -1n
}

/** Routers pull the wrapped token from the caller if `msg.value` is too small: an older allowance permits that. */
function takenInstead({ step, flow }: DecodedStep, input: PlanInput): readonly Finding[] {
  const evidence = evidenceOn(input.inputs, step.chainId)
  return flow.instead.flatMap(({ token, amount }) => {
    const isThis = (right: { readonly token: string; readonly spender: string }) =>
      sameAddress(right.token, token) && sameAddress(right.spender, step.to)
    const given = input.decoded.steps.flatMap(({ flow }) => flow.rights.filter(isThis))
    const allowed = given.reduce(
      (most, right) => larger(most, right.amount),
      evidence?.allowances.find(isThis)?.amount ?? amount,
    )
    if (allowed === 0n) return []
    const facts = { amount: amountFact(input.names, token, smaller(allowed, amount)), contract: step.to }
    return [warn('V-018.coins-instead', facts, step.index)]
  })
}

/** Where a stranger's code runs it may have the person paid what is theirs already, and that counts as the outcome. */
function countedByBalance(
  effect: Effect,
  contract: string,
  { step }: DecodedStep,
  input: PlanInput,
): readonly Finding[] {
  if (effect.does !== 'swap' || !effect.isCountedByBalance) return []
  if (effect.isRouteUnread) return [warn('V-018.counted-unread', { contract }, step.index)]
  const settings = chainOf(input, step.chainId)
  const stranger = [effect.tokenIn, ...effect.via, effect.tokenOut].find(
    (token) => token !== native && !isNamedBy(settings, token, step.chainId),
  )
  if (stranger === undefined) return []
  return [warn('V-018.counted-by-balance', { token: tokenFact(input.names, stranger) }, step.index)]
}

/** A token that no one names can take native coins from the manager, or make it take wrapped ones by an older allowance. */
function exposedAtManager(intent: LiquidityIntent, { names, source, evidence }: PlanInput): readonly Finding[] {
  const { token0, token1, positionManager } = intent.pool
  const { chainId } = token0.chain
  const stranger = [token0, token1].find(({ isNative, address }) => !isNative && !isPinned(address, chainId, source))
  const wrapped = source?.wrappedNative
  if (!stranger || wrapped === undefined) return []
  const token = tokenFact(names, stranger.address)
  if (intent.kind === 'withdraw') return intent.coin && !intent.owed ? [warn('V-018.manager-exposed', { token })] : []
  const coins = depositLimits(intent).get(native) ?? 0n
  const allowed = evidence?.allowances.find(
    (right) => sameAddress(right.token, wrapped) && sameAddress(right.spender, positionManager),
  )
  const most = smaller(allowed?.amount ?? coins, coins)
  return most > 0n ? [warn('V-018.manager-takes', { amount: amountFact(names, wrapped, most), token })] : []
}

/** Each asset that is due, its minimum, and the smallest amount that passes: a thousandth may be lost to rounding in a swap. */
function owedIn({ intent, decoded, plan, source }: PlanInput): readonly (readonly [string, bigint, bigint])[] {
  if (intent.kind === 'swap') {
    const minimum = larger(larger(decoded.decodedMinimum ?? 0n, plan.quote.minimumReceived?.units ?? 0n), 1n)
    return [[boughtOf(intent), minimum, (minimum * 999n + 999n) / 1_000n]]
  }
  if (intent.kind !== 'withdraw') return []
  return sides(intent.minimums.amount0, intent.minimums.amount1).map(([minimum, side]) => {
    return [paidOutAs(intent, side, source?.wrappedNative), minimum, minimum]
  })
}

/** The token that a withdrawal pays out: the native coin instead of its wrapped token, if that was requested. */
function paidOutAs({ pool, coin }: WithdrawIntent, side: 0 | 1, wrapped: string | undefined): string {
  const { address } = side === 0 ? pool.token0 : pool.token1
  return coin && sameAddress(address, wrapped) ? native : address
}
