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

/** The amounts of both tokens that a deposit takes, and the liquidity they mint. */
export type DepositAmounts = Amounts & { readonly liquidity: bigint }

/**
 * The deposit for one typed amount: the amount of the other token is computed, or zero where the range takes none of
 * it.
 */
export function depositFor(
  options: PricedRange & { readonly given: PoolSide; readonly amount: bigint },
): DepositAmounts {
  const { given, amount } = options
  const other = otherAmount(options)
  const amounts = given === 'amount0' ? { amount0: amount, amount1: other } : { amount0: other, amount1: amount }
  return { ...amounts, liquidity: liquidityForAmounts({ ...options, ...amounts }) }
}

/** The largest deposit that two balances allow in the proportion that the range requires. */
export function largestDeposit(options: PricedRange & { readonly balances: Amounts }): DepositAmounts {
  const liquidity = liquidityForAmounts({ ...options, ...options.balances })
  return { ...amountsForLiquidity({ ...options, liquidity, round: 'up' }), liquidity }
}

/** Why an amount field is locked: at the current price the range takes none of this token. */
export type InputLock = 'price is below the range' | 'price is above the range'

export function lockOf(side: PoolSide, priced: PricedRange): InputLock | undefined {
  if (usesToken(side, priced)) return undefined
  return side === 'amount1' ? 'price is below the range' : 'price is above the range'
}

/**
 * The minimum of each token (`amount0Min`, `amount1Min`): the typed amounts less the tolerance, rounded up, so that
 * rounding never allows a worse price. A token that is not deposited has no minimum.
 */
export function minAmounts({ amount0, amount1 }: Amounts, toleranceBps: number): Amounts {
  return { amount0: least(amount0, toleranceBps), amount1: least(amount1, toleranceBps) }
}

function least(amount: bigint, toleranceBps: number): bigint {
  return (amount * BigInt(10_000 - toleranceBps) + 9_999n) / 10_000n
}

/**
 * The amounts that the position manager takes at a price: the scarcer amount determines the liquidity, and both amounts
 * are rounded up.
 */
export function takenAt(options: PricedRange & Amounts): DepositAmounts {
  const liquidity = liquidityForAmounts({ ...options, useFullPrecision: false })
  return { ...amountsForLiquidity({ ...options, liquidity, round: 'up' }), liquidity }
}

/**
 * The minimum liquidity that a deposit mints if its minimums are met, at any price. When the price moves, one token
 * only ever becomes scarcer, and at least the minimum of the other is taken. Amounts are rounded up to a whole unit and
 * the position manager is imprecise at the lowest prices, so 0.1 % is subtracted.
 */
export function minLiquidity(options: PricedRange & Amounts & { readonly minimums: Amounts }): bigint {
  const { amount0, amount1 } = options.minimums
  const sure = { amount0: amount0 > 0n ? amount0 - 1n : 0n, amount1: amount1 > 0n ? amount1 - 1n : 0n }
  const least = (liquidityForAmounts({ ...options, ...sure }) * 999n) / 1_000n
  return least > 0n ? least : 1n
}

/** The square-root prices between which a deposit with these minimums succeeds; outside of them it reverts. */
export type PriceWindow = { readonly low: bigint; readonly high: bigint }

/**
 * The price window in which a deposit succeeds; `undefined` when it reverts even at the current price.
 * As the price moves away one of the tokens only ever becomes scarcer, so each end is found by bisection; beyond the
 * range nothing changes any more.
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

/** Bisection: the price nearest to `end` (which fails) that still passes. */
export function lastPassing(start: bigint, end: bigint, passes: (sqrtPriceX96: bigint) => boolean): bigint {
  let good = start
  let bad = end
  while (good - bad > 1n || bad - good > 1n) {
    const middle = (good + bad) / 2n
    if (passes(middle)) good = middle
    else bad = middle
  }
  return good
}
