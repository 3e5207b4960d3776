import { larger, smaller } from '../../../domain/bigints'
import { type DecodedStep, isToken } from '../../decode/decodedPlan'
import { native, sameAddress } from '../../decode/evm/address'
import { type Effect, everyCall } from '../../decode/evm/call'
import { block, type Finding, holds, warn } from '../../findings/finding'
import { sourceChainOf } from '../../intent'
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
  type PlanInput,
  sides,
  succeeded,
} from '../input/ruleInput'

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
