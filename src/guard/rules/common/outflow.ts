import { isBelow, larger, smaller, sumOf } from '../../../domain/bigints'
import { feeCeiling } from '../../answer/parsedAnswer'
import { isToken } from '../../decode/decodedPlan'
import { assetOf, isSpendable, native, sameAddress } from '../../decode/evm/address'
import { everyCall } from '../../decode/evm/call'
import { block, type Finding, holds, warn } from '../../findings/finding'
import { givenIn, maxOutflow, sourceChainOf } from '../../intent'
import { type Rule, rule } from '../../rule'
import { evmPlans } from '../../scope'
import { amountFact } from '../../tokenNames'
import {
  callsOf,
  depositLimits,
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
