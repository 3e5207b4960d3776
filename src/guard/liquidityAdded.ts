import { minAmounts, minLiquidity } from '../domain/liquidity/deposit'
import type { Amounts } from '../domain/liquidity/liquidity'
import type { IncreaseIntent } from './liquidityIntent'

/** The amounts that a position manager logged as added to a position. */
export type LiquidityAdded = Amounts & { readonly position: bigint; readonly liquidity: bigint }

/** Whether the added amounts match the review: same position, at most the typed amounts, at least the minimums. */
export function isAsReviewed(intent: IncreaseIntent, added: LiquidityAdded): boolean {
  const most = amountsIn(intent)
  const least = minAmounts(most, intent.toleranceBps)
  const isWithin = (side: keyof Amounts) => least[side] <= added[side] && added[side] <= most[side]
  const isEnough = added.liquidity >= minLiquidityAdded(intent)
  return added.position === intent.position && isWithin('amount0') && isWithin('amount1') && isEnough
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
