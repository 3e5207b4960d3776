import { smaller } from '../bigints'
import { divide } from '../fraction'
import type { Bar } from '../pools/distribution'
import { lastPassing } from './deposit'
import { type Amounts, liquidityForAmount, type PoolSide, usesToken } from './liquidity'
import type { Range } from './range'
import { maxSqrtPriceX96, minSqrtPriceX96, tickToSqrtPriceX96 } from './tick'

/** The inputs of a trade through a pool: `bars` is its liquidity by price, `feePpm` its fee in millionths. */
export type TradedPool = {
  readonly sqrtPriceX96: bigint
  readonly feePpm: number
  readonly bars: readonly Bar[]
}

/** The amount of a token that is sold, the output in the other, rounded down, and the square-root price after it. */
export type Trade = {
  readonly sell: PoolSide
  readonly amount: bigint
  readonly bought: bigint
  readonly sqrtPriceX96: bigint
}

/**
 * Sells an amount of one token into a pool, through every tick in between, as the pool's contract computes it.
 * `undefined` when the pool's liquidity ends before all of it is sold.
 */
export function tradeThrough(
  { sqrtPriceX96, feePpm, bars }: TradedPool,
  sell: PoolSide,
  amount: bigint,
): Trade | undefined {
  const isDown = sell === 'amount0'
  const ahead = bars
    .map(({ tickLower, tickUpper, liquidity }) => ({
      low: tickToSqrtPriceX96(tickLower),
      high: tickToSqrtPriceX96(tickUpper),
      liquidity,
    }))
    .filter(({ low, high }) => (isDown ? low < sqrtPriceX96 : high > sqrtPriceX96))
    .sort((a, b) => (isDown === a.low < b.low ? 1 : -1))
  const kept = BigInt(1_000_000 - feePpm)
  let price = sqrtPriceX96
  let left = amount
  let bought = 0n
  for (const { low, high, liquidity } of ahead) {
    if (left === 0n) break
    // Where no liquidity lies between, the price jumps to the next that does.
    price = isDown ? (price > high ? high : price) : price < low ? low : price
    const end = isDown ? low : high
    const paid = (left * kept) / 1_000_000n
    const toEnd = soldBetween(price, end, liquidity)
    const next = paid >= toEnd ? end : priceAfter(price, paid, liquidity, isDown)
    bought += boughtBetween(price, next, liquidity)
    left = paid >= toEnd ? left - smaller(left, divide(toEnd * 1_000_000n, kept, 'up')) : 0n
    price = next
  }
  if (left > 0n || price <= minSqrtPriceX96 || price >= maxSqrtPriceX96) return undefined
  return { sell, amount, bought, sqrtPriceX96: price }
}

/**
 * The swap that turns holdings into the proportion that a range takes at the price after the swap, so that nothing is
 * left over. `undefined` when the holdings fit already, or the pool has too little liquidity.
 */
export function balancingSwap(pool: TradedPool, range: Range, holdings: Amounts): Trade | undefined {
  const sell = excessSide({ ...range, sqrtPriceX96: pool.sqrtPriceX96 }, holdings)
  if (!sell) return undefined
  /** Until so much is sold that the other token is too much. */
  const isNotTooMuch = (amount: bigint) => {
    const trade = tradeThrough(pool, sell, amount)
    if (!trade) return false
    return (
      excessSide({ ...range, sqrtPriceX96: trade.sqrtPriceX96 }, holdingsAfter(holdings, trade)) !== otherSide(sell)
    )
  }
  const amount = greatestPassing(holdings[sell], isNotTooMuch)
  const trade = tradeThrough(pool, sell, amount)
  return trade && trade.bought > 0n ? trade : undefined
}

/**
 * The swap that buys the missing amount of a deposit with the surplus of the other token, if that is enough. Otherwise
 * the swap after which the holdings make the largest deposit.
 */
export function missingSwap(
  pool: TradedPool,
  range: Range,
  { wanted, held }: { readonly wanted: Amounts; readonly held: Amounts },
): Trade | undefined {
  const short = (['amount0', 'amount1'] as const).filter((side) => held[side] < wanted[side])
  const [buy] = short
  if (!buy || short.length > 1) return undefined
  const sell = otherSide(buy)
  const spare = held[sell] - wanted[sell]
  const lacking = wanted[buy] - held[buy]
  const isTooLittle = (amount: bigint) => (tradeThrough(pool, sell, amount)?.bought ?? lacking) < lacking
  const amount = greatestPassing(spare, isTooLittle) + 1n
  const trade = amount <= spare ? tradeThrough(pool, sell, amount) : undefined
  return trade && trade.bought >= lacking ? trade : balancingSwap(pool, range, held)
}

/** Both tokens after a swap. */
export function holdingsAfter(holdings: Amounts, { sell, amount, bought }: Trade): Amounts {
  return sell === 'amount0'
    ? { amount0: holdings.amount0 - amount, amount1: holdings.amount1 + bought }
    : { amount0: holdings.amount0 + bought, amount1: holdings.amount1 - amount }
}

/** A swap of less than a fivehundredth of what is held costs more than it is worth. */
export function isWorthwhile(
  { sell, amount }: Pick<Trade, 'sell' | 'amount'>,
  { sqrtPriceX96 }: Pick<TradedPool, 'sqrtPriceX96'>,
  { amount0, amount1 }: Amounts,
): boolean {
  const square = sqrtPriceX96 * sqrtPriceX96
  const sold = sell === 'amount0' ? amount * square : amount << 192n
  return sold * 500n >= amount0 * square + (amount1 << 192n)
}

/** The token of which there is more than the range takes next to the other. */
function excessSide(
  placed: Range & { readonly sqrtPriceX96: bigint },
  { amount0, amount1 }: Amounts,
): PoolSide | undefined {
  if (!usesToken('amount0', placed)) return amount0 > 0n ? 'amount0' : undefined
  if (!usesToken('amount1', placed)) return amount1 > 0n ? 'amount1' : undefined
  const [one, other] = [
    liquidityForAmount({ ...placed, given: 'amount0', amount: amount0 }),
    liquidityForAmount({ ...placed, given: 'amount1', amount: amount1 }),
  ]
  return one === other ? undefined : one > other ? 'amount0' : 'amount1'
}

/** The greatest amount up to `most` that passes, for a test that fails from some amount on. */
function greatestPassing(most: bigint, passes: (amount: bigint) => boolean): bigint {
  if (most <= 0n) return 0n
  return passes(most) ? most : lastPassing(0n, most, passes)
}

/** The input that moves the price from one to another, rounded up: token0 when it falls, token1 when it rises. */
function soldBetween(from: bigint, to: bigint, liquidity: bigint): bigint {
  return to < from
    ? divide(divide((liquidity << 96n) * (from - to), from, 'up'), to, 'up')
    : divide(liquidity * (to - from), q96, 'up')
}

/** The output of the same move, rounded down. */
function boughtBetween(from: bigint, to: bigint, liquidity: bigint): bigint {
  return to < from ? (liquidity * (from - to)) / q96 : ((liquidity << 96n) * (to - from)) / to / from
}

/** Rounded in the pool's favour: the price never moves further than the payment covers. */
function priceAfter(price: bigint, paid: bigint, liquidity: bigint, isDown: boolean): bigint {
  if (isDown) return divide((liquidity << 96n) * price, (liquidity << 96n) + paid * price, 'up')
  return price + (paid << 96n) / liquidity
}

function otherSide(side: PoolSide): PoolSide {
  return side === 'amount0' ? 'amount1' : 'amount0'
}

const q96 = 1n << 96n
