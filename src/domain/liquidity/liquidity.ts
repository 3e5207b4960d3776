import { divide } from '../fraction'
import { assertSqrtPrice, assertTick, maxSqrtPriceX96, minSqrtPriceX96, squareRoot, tickToSqrtPriceX96 } from './tick'

/** A range and the pool's current price. Which tokens are taken is decided by this price, never by the current tick. */
export type PricedRange = { readonly sqrtPriceX96: bigint; readonly tickLower: number; readonly tickUpper: number }

/** Smallest units of the pool's two tokens. */
export type Amounts = { readonly amount0: bigint; readonly amount1: bigint }

export type PoolSide = 'amount0' | 'amount1'

/** The token amounts of a liquidity: rounded down is what burning pays, rounded up is what minting costs. */
export function amountsForLiquidity(
  options: PricedRange & { readonly liquidity: bigint; readonly round: 'down' | 'up' },
): Amounts {
  const { liquidity, round } = options
  if (liquidity < 0n) throw new RangeError(`There is no liquidity of ${liquidity}.`)
  const { lower, upper, price } = edges(options)
  return {
    amount0: divide(divide((liquidity << 96n) * (upper - price), upper, round), price, round),
    amount1: divide(liquidity * (price - lower), q96, round),
  }
}

/** Whether a deposit at this price takes this token. Outside the range and on its edges only one is taken. */
export function usesToken(side: PoolSide, priced: PricedRange): boolean {
  const { lower, upper, price } = edges(priced)
  return side === 'amount0' ? price < upper : price > lower
}

/**
 * The liquidity that an amount of one token mints, rounded down, if there is enough of the other.
 * `imprecise` computes as the position manager does, whose result for token0 can be slightly smaller.
 * Throws when the range takes none of this token at this price.
 */
export function liquidityForAmount(
  options: PricedRange & { readonly given: PoolSide; readonly amount: bigint; readonly useFullPrecision?: boolean },
): bigint {
  const { given, amount, useFullPrecision = true } = options
  if (amount < 0n) throw new RangeError(`There is no amount of ${amount}.`)
  if (!usesToken(given, options))
    throw new RangeError(`At this price the range takes no ${given === 'amount0' ? 'token0' : 'token1'}.`)
  const { lower, upper, price } = edges(options)
  if (given === 'amount1') return (amount << 96n) / (price - lower)
  if (useFullPrecision) return (amount * price * upper) / ((upper - price) << 96n)
  return (amount * ((price * upper) >> 96n)) / (upper - price)
}

/** The liquidity that both amounts mint together: the scarcer one decides, and neither is exceeded. */
export function liquidityForAmounts(options: PricedRange & Amounts & { readonly useFullPrecision?: boolean }): bigint {
  const sides = (['amount0', 'amount1'] as const).filter((side) => usesToken(side, options))
  return sides
    .map((given) => liquidityForAmount({ ...options, given, amount: options[given] }))
    .reduce((least, liquidity) => (liquidity < least ? liquidity : least))
}

/**
 * The amount of the other token that a deposit needs, rounded up so that it is never one unit short.
 * Zero when the range takes only the given token. Throws when it takes none of it.
 */
export function otherAmount(options: PricedRange & { readonly given: PoolSide; readonly amount: bigint }): bigint {
  const liquidity = liquidityForAmount(options)
  const amounts = amountsForLiquidity({ ...options, liquidity, round: 'up' })
  return options.given === 'amount0' ? amounts.amount1 : amounts.amount0
}

/** Token0's share of a deposit's value in millionths, rounded down; the rest is token1's. */
export function token0SharePpm(priced: PricedRange): number {
  const { lower, upper, price } = edges(priced)
  const value0 = price * (upper - price)
  const value1 = upper * (price - lower)
  return Number(divide(value0 * 1_000_000n, value0 + value1, 'down'))
}

/** The lowest and highest square-root price within a tolerance in basis points. */
export function priceBounds(sqrtPriceX96: bigint, toleranceBps: number) {
  assertSqrtPrice(sqrtPriceX96)
  assertTolerance(toleranceBps)
  const square = sqrtPriceX96 * sqrtPriceX96
  const low = squareRoot((square * BigInt(10_000 - toleranceBps)) / 10_000n)
  const high = squareRoot((square * BigInt(10_000 + toleranceBps)) / 10_000n)
  return {
    low: low > minSqrtPriceX96 ? low : minSqrtPriceX96 + 1n,
    high: high < maxSqrtPriceX96 ? high : maxSqrtPriceX96 - 1n,
  }
}

/**
 * The minimum of each token that a mint must take while the price stays within the tolerance.
 * Computed from the liquidity that the position manager will mint, which is imprecise.
 */
export function mintMinimums(
  options: PricedRange & { readonly liquidity: bigint; readonly toleranceBps: number },
): Amounts {
  const wanted = amountsForLiquidity({ ...options, round: 'up' })
  const liquidity = liquidityForAmounts({ ...options, ...wanted, useFullPrecision: false })
  return worstAmounts({ ...options, liquidity, round: 'up' })
}

/** The minimum of each token that a burn must pay while the price stays within the tolerance. */
export function burnMinimums(
  options: PricedRange & { readonly liquidity: bigint; readonly toleranceBps: number },
): Amounts {
  return worstAmounts({ ...options, round: 'down' })
}

/** The lowest amounts within the bounds: token0 at the highest price, token1 at the lowest. */
function worstAmounts(
  options: PricedRange & { readonly liquidity: bigint; readonly toleranceBps: number; readonly round: 'down' | 'up' },
): Amounts {
  const { low, high } = priceBounds(options.sqrtPriceX96, options.toleranceBps)
  return {
    amount0: amountsForLiquidity({ ...options, sqrtPriceX96: high }).amount0,
    amount1: amountsForLiquidity({ ...options, sqrtPriceX96: low }).amount1,
  }
}

/** The edges of the range, and the price clamped between them: one formula then covers below, inside and above. */
function edges({ sqrtPriceX96, tickLower, tickUpper }: PricedRange) {
  assertSqrtPrice(sqrtPriceX96)
  assertTickOrder(tickLower, tickUpper)
  const lower = tickToSqrtPriceX96(tickLower)
  const upper = tickToSqrtPriceX96(tickUpper)
  const price = sqrtPriceX96 < lower ? lower : sqrtPriceX96 > upper ? upper : sqrtPriceX96
  return { lower, upper, price }
}

export function assertTickOrder(tickLower: number, tickUpper: number): void {
  assertTick(tickLower)
  assertTick(tickUpper)
  if (tickLower >= tickUpper)
    throw new RangeError(`A range must end above its start: ${tickLower} to ${tickUpper} does not.`)
}

function assertTolerance(toleranceBps: number): void {
  if (!Number.isInteger(toleranceBps) || toleranceBps < 0 || toleranceBps > 10_000)
    throw new RangeError(`A tolerance lies between 0 and 10,000 whole basis points; ${toleranceBps} does not.`)
}

const q96 = 1n << 96n
