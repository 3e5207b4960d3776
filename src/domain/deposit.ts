import {
  type Amounts,
  amountsForLiquidity,
  liquidityForAmounts,
  otherAmount,
  type PoolSide,
  type PricedRange,
  usesToken,
} from './liquidity'
import { maxSqrtPriceX96, minSqrtPriceX96, tickToSqrtPriceX96 } from './tick'

/** What a deposit takes of each token, and the liquidity that buys. */
export type DepositAmounts = Amounts & { readonly liquidity: bigint }

/** The deposit that one typed amount leads to: the other token is computed, or not needed. */
export function depositFor(
  options: PricedRange & { readonly given: PoolSide; readonly amount: bigint },
): DepositAmounts {
  const { given, amount } = options
  const other = otherAmount(options)
  const amounts = given === 'amount0' ? { amount0: amount, amount1: other } : { amount0: other, amount1: amount }
  return { ...amounts, liquidity: liquidityForAmounts({ ...options, ...amounts }) }
}

/** The most that fits into two balances without changing the proportion the range asks for. */
export function largestDeposit(options: PricedRange & { readonly balances: Amounts }): DepositAmounts {
  const liquidity = liquidityForAmounts({ ...options, ...options.balances })
  return { ...amountsForLiquidity({ ...options, liquidity, round: 'up' }), liquidity }
}

/** Why an input is locked: the range takes none of this token at the current price. */
export type InputLock = 'price is below the range' | 'price is above the range'

export function lockOf(side: PoolSide, standing: PricedRange): InputLock | undefined {
  if (usesToken(side, standing)) return undefined
  return side === 'amount1' ? 'price is below the range' : 'price is above the range'
}

/**
 * The least of each token a deposit may take: the typed amounts less the tolerance, rounded up, so that no rounding
 * ever favours a worse price. A token that is not deposited has no minimum.
 */
export function leastAmounts({ amount0, amount1 }: Amounts, toleranceBps: number): Amounts {
  return { amount0: least(amount0, toleranceBps), amount1: least(amount1, toleranceBps) }
}

function least(amount: bigint, toleranceBps: number): bigint {
  return (amount * BigInt(10_000 - toleranceBps) + 9_999n) / 10_000n
}

/** What the position manager takes at a price: the scarcer amount decides, both are rounded up. */
export function takenAt(options: PricedRange & Amounts): DepositAmounts {
  const liquidity = liquidityForAmounts({ ...options, useFullPrecision: false })
  return { ...amountsForLiquidity({ ...options, liquidity, round: 'up' }), liquidity }
}

/**
 * The least liquidity that a deposit of these amounts can have bought if its minimums held, wherever the price has gone:
 * away from it one token only ever becomes scarcer, and of the other one the minimum is still taken. What is taken is
 * rounded up to a whole unit, and the position manager computes imprecisely at the lowest prices: a thousandth is let go.
 */
export function leastLiquidity(options: PricedRange & Amounts & { readonly minimums: Amounts }): bigint {
  const { amount0, amount1 } = options.minimums
  const sure = { amount0: amount0 > 0n ? amount0 - 1n : 0n, amount1: amount1 > 0n ? amount1 - 1n : 0n }
  const least = (liquidityForAmounts({ ...options, ...sure }) * 999n) / 1_000n
  return least > 0n ? least : 1n
}

/** The square-root prices between which a deposit with these minimums goes through; beyond them it is refused. */
export type PriceWindow = { readonly low: bigint; readonly high: bigint }

/**
 * Where a deposit goes through. `undefined` when it does not even at the current price.
 * Away from the price one of the tokens only ever becomes scarcer, so each end is found by halving; beyond the range
 * nothing changes any more.
 */
export function depositWindow(
  options: PricedRange & Amounts & { readonly minimums: Amounts },
): PriceWindow | undefined {
  const passes = (sqrtPriceX96: bigint) => {
    const taken = takenAt({ ...options, sqrtPriceX96 })
    const { minimums } = options
    return taken.liquidity > 0n && taken.amount0 >= minimums.amount0 && taken.amount1 >= minimums.amount1
  }
  const { sqrtPriceX96, tickLower, tickUpper } = options
  if (!passes(sqrtPriceX96)) return undefined
  const [lower, upper] = [tickToSqrtPriceX96(tickLower), tickToSqrtPriceX96(tickUpper)]
  return {
    low: passes(lower) ? minSqrtPriceX96 : lastPassing(sqrtPriceX96, lower, passes),
    high: passes(upper) ? maxSqrtPriceX96 - 1n : lastPassing(sqrtPriceX96, upper, passes),
  }
}

/** The price furthest towards `end`, which does not pass, that still passes. */
function lastPassing(start: bigint, end: bigint, passes: (sqrtPriceX96: bigint) => boolean): bigint {
  let good = start
  let bad = end
  while (good - bad > 1n || bad - good > 1n) {
    const middle = (good + bad) / 2n
    if (passes(middle)) good = middle
    else bad = middle
  }
  return good
}
