import { leastAmounts, leastLiquidity } from '../../domain/deposit'
import type { Amounts } from '../../domain/liquidity'
import type { IncreaseIntent } from '../liquidityIntent'

/** What a position manager says it added to a position. */
export type LiquidityAdded = {
  readonly position: bigint
  readonly liquidity: bigint
  readonly amount0: bigint
  readonly amount1: bigint
}

/** Whether what was added is what was reviewed: the same position, no more than was typed, no less than the least. */
export function isAsReviewed(
  intent: IncreaseIntent,
  { position, liquidity, amount0, amount1 }: LiquidityAdded,
): boolean {
  const most = amountsIn(intent)
  const least = leastAmounts(most, intent.toleranceBps)
  return (
    position === intent.position &&
    least.amount0 <= amount0 &&
    amount0 <= most.amount0 &&
    least.amount1 <= amount1 &&
    amount1 <= most.amount1 &&
    liquidity >= minLiquidityAdded(intent)
  )
}

/** What the least that was asked for buys, whatever the price is when it is taken. */
export function minLiquidityAdded(intent: IncreaseIntent): bigint {
  const { range, sqrtPriceX96, toleranceBps } = intent
  const amounts = amountsIn(intent)
  return leastLiquidity({ ...range, ...amounts, sqrtPriceX96, minimums: leastAmounts(amounts, toleranceBps) })
}

function amountsIn({ pay: [pay0, pay1] }: IncreaseIntent): Amounts {
  return { amount0: pay0.units, amount1: pay1.units }
}
