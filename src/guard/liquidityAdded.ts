import { minAmounts, minLiquidity } from '../domain/liquidity/deposit'
import type { Amounts } from '../domain/liquidity/liquidity'
import type { IncreaseIntent } from './liquidityIntent'

/** The amounts that a position manager logged as added to a position. */
export type LiquidityAdded = {
  readonly position: bigint
  readonly liquidity: bigint
  readonly amount0: bigint
  readonly amount1: bigint
}

/** Whether the added amounts match the review: same position, at most the typed amounts, at least the minimums. */
export function isAsReviewed(
  intent: IncreaseIntent,
  { position, liquidity, amount0, amount1 }: LiquidityAdded,
): boolean {
  const most = amountsIn(intent)
  const least = minAmounts(most, intent.toleranceBps)
  return (
    position === intent.position &&
    least.amount0 <= amount0 &&
    amount0 <= most.amount0 &&
    least.amount1 <= amount1 &&
    amount1 <= most.amount1 &&
    liquidity >= minLiquidityAdded(intent)
  )
}

/** The liquidity that the minimum amounts buy, at any price. */
export function minLiquidityAdded(intent: IncreaseIntent): bigint {
  const { range, sqrtPriceX96, toleranceBps } = intent
  const amounts = amountsIn(intent)
  return minLiquidity({ ...range, ...amounts, sqrtPriceX96, minimums: minAmounts(amounts, toleranceBps) })
}

function amountsIn({ pay: [pay0, pay1] }: IncreaseIntent): Amounts {
  return { amount0: pay0.units, amount1: pay1.units }
}
