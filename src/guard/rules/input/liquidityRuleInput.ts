import type { DecodedStep } from '../../decode/decodedPlan'
import { assetOf, sameAddress } from '../../decode/evm/address'
import type { LiquidityIntent } from '../../liquidityIntent'
import type { Plan } from '../../plan'
import { callsOf, type PlanInput } from './ruleInput'

/** A plan that adds or removes liquidity. */
export type LiquidityPlan<Asked extends LiquidityIntent = LiquidityIntent> = Plan<Asked>

export type LiquidityRuleInput = PlanInput<LiquidityIntent>

/** Every call that adds liquidity: a mint, or an increase. */
export function depositCalls(input: LiquidityRuleInput) {
  const increases = callsOf(input, 'position').flatMap(({ line, effect }) =>
    effect.how === 'increase' ? [{ line, effect }] : [],
  )
  return [...callsOf(input, 'mint').map(({ line, effect }) => ({ line, effect })), ...increases]
}

/** The maximum outflow of the sender, by token address or `native`. */
export function depositLimits(intent: LiquidityIntent): ReadonlyMap<string, bigint> {
  if (intent.kind === 'withdraw') return new Map()
  return new Map(intent.pay.map(({ token, units }) => [assetOf(token).toLowerCase(), units]))
}

/** Whether a leftover allowance is rounding dust: less than a billionth of the payment. */
export function isDust(
  steps: readonly DecodedStep[],
  intent: LiquidityIntent,
  left: { readonly token: string; readonly spender: string; readonly amount: bigint },
): boolean {
  const given = steps
    .flatMap(({ flow }) => flow.rights)
    .filter(({ token, spender }) => sameAddress(token, left.token) && sameAddress(spender, left.spender))
    .map(({ amount }) => amount)
  const paid = sameAddress(left.spender, intent.pool.positionManager)
    ? depositLimits(intent).get(left.token.toLowerCase())
    : 0n
  const most = [...given, paid ?? 0n].reduce((most, amount) => (amount > most ? amount : most), 0n)
  return left.amount * 1_000_000_000n <= most
}

/** Both amounts of a pair, each with its place. */
export function sides(amount0: bigint, amount1: bigint): readonly (readonly [bigint, 0 | 1])[] {
  return [
    [amount0, 0],
    [amount1, 1],
  ]
}
