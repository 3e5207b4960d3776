import { type Fraction, parseFraction, scaled } from '../fraction'

/*
 * A tick is an integer power of 1.0001: the price of one smallest unit of token0 in smallest units of token1.
 * The fixed-point table is the pool contract's own (Uniswap v3 TickMath, unchanged in its forks), because only the
 * contract's rounding decides which tick a price belongs to. Floating point gets one price in twenty wrong.
 */
export const minTick = -887272
export const maxTick = 887272
export const minSqrtPriceX96 = 4295128739n
/** Exclusive: a pool's price is always below it. */
export const maxSqrtPriceX96 = 1461446703485210103287273052203988822378723970342n

/** The tick spacing that is assumed when the pool's record has none. */
export const defaultSpacing = 60

/** The square root of the price at a tick, in Q64.96, rounded up as the contract does. */
export function tickToSqrtPriceX96(tick: number): bigint {
  assertTick(tick)
  const known = climbed.get(tick)
  if (known !== undefined) return known
  if (climbed.size >= maxKept) climbed.clear()
  const sqrtPrice = climb(tick)
  climbed.set(tick, sqrtPrice)
  return sqrtPrice
}

/** Memoised: the same few ticks are requested often, and each takes twenty multiplications of large numbers. */
const climbed = new Map<number, bigint>()
const maxKept = 4096

function climb(tick: number): bigint {
  const steps = Math.abs(tick)
  let ratio = q128
  for (const [bit, factor] of ladder.entries()) {
    if (steps & (1 << bit)) ratio = (ratio * factor) >> 128n
  }
  if (tick > 0) ratio = maxUint256 / ratio
  return (ratio + 0xffffffffn) >> 32n
}

/** The greatest tick whose price is at or below this one. Throws outside `[minSqrtPriceX96, maxSqrtPriceX96)`. */
export function sqrtPriceX96ToTick(sqrtPriceX96: bigint): number {
  assertSqrtPrice(sqrtPriceX96)
  let low = minTick
  let high = maxTick - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (tickToSqrtPriceX96(middle) <= sqrtPriceX96) low = middle
    else high = middle - 1
  }
  return low
}

/**
 * The nearest tick at which a position may end (`nearestUsableTick`); halves go up, and results are clamped to the
 * outermost usable ticks.
 */
export function usableTick(tick: number, spacing: number): number {
  assertTick(tick)
  const limit = highestUsableTick(spacing)
  const nearest = Math.round(tick / spacing) * spacing
  return Math.min(Math.max(nearest, -limit), limit) + 0
}

/**
 * 887220 for a spacing of 60: the documented 887272 is not a multiple of it. The lowest usable tick is its negative.
 */
export function highestUsableTick(spacing: number): number {
  assertSpacing(spacing)
  return Math.floor(maxTick / spacing) * spacing
}

export type PriceOptions = {
  readonly decimals0: number
  readonly decimals1: number
  /** The price counts token0 per token1 instead of token1 per token0. */
  readonly inverted: boolean
}

/** The usable tick nearest to a typed price. Takes decimal text; every step is exact. */
export function priceToUsableTick(price: string, options: PriceOptions & { readonly spacing: number }): number {
  return usableTick(priceToTick(price, options), options.spacing)
}

/**
 * The greatest tick whose price is at or below this one, clamped to the domain. Throws on text that is not a decimal.
 */
export function priceToTick(price: string, { decimals0, decimals1, inverted }: PriceOptions): number {
  assertDecimals(decimals0)
  assertDecimals(decimals1)
  const typed = parseFraction(price)
  const raw = scaled(
    inverted ? { numerator: typed.denominator, denominator: typed.numerator } : typed,
    decimals1 - decimals0,
  )
  return rawPriceToTick(raw)
}

/** Like `priceToTick`, for smallest units of token1 per token0. A denominator of zero is an infinite price. */
export function rawPriceToTick(raw: Fraction): number {
  const { numerator, denominator } = raw
  const sqrtPrice = rawPriceToSqrtPriceX96(raw)
  if (sqrtPrice >= maxSqrtPriceX96) return maxTick
  if (sqrtPrice <= minSqrtPriceX96) return minTick
  const tick = sqrtPriceX96ToTick(sqrtPrice)
  const next = tickToSqrtPriceX96(tick + 1)
  // The root was rounded down, so that a price exactly at a tick can fall just below it.
  return numerator << 192n >= next * next * denominator ? tick + 1 : tick
}

/** The square root of a price in Q64.96, rounded down and clamped to the domain. */
export function rawPriceToSqrtPriceX96({ numerator, denominator }: Fraction): bigint {
  if (denominator === 0n) return maxSqrtPriceX96
  const root = squareRoot((numerator << 192n) / denominator)
  if (root < minSqrtPriceX96) return minSqrtPriceX96
  return root > maxSqrtPriceX96 ? maxSqrtPriceX96 : root
}

/** The price in smallest units of token1 per token0, from its square root in Q64.96. */
export function sqrtPriceX96ToRawPrice(sqrtPriceX96: bigint): Fraction {
  return { numerator: sqrtPriceX96 * sqrtPriceX96, denominator: 1n << 192n }
}

/** The integer square root, rounded down. */
export function squareRoot(value: bigint): bigint {
  if (value < 0n) throw new RangeError(`${value} has no square root.`)
  if (value < 2n) return value
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2))
  for (;;) {
    const next = (root + value / root) >> 1n
    if (next >= root) return root
    root = next
  }
}

export function assertTick(tick: number): void {
  if (!Number.isInteger(tick) || tick < minTick || tick > maxTick)
    throw new RangeError(`${tick} is not a whole tick from ${minTick} to ${maxTick}.`)
}

export function assertSpacing(spacing: number): void {
  if (!Number.isInteger(spacing) || spacing < 1)
    throw new RangeError(`${spacing} is not a tick spacing: it must be a whole number of at least 1.`)
}

export function assertSqrtPrice(sqrtPriceX96: bigint): void {
  if (sqrtPriceX96 < minSqrtPriceX96 || sqrtPriceX96 >= maxSqrtPriceX96)
    throw new RangeError(
      `${sqrtPriceX96} is not a square-root price from ${minSqrtPriceX96} to ${maxSqrtPriceX96 - 1n}.`,
    )
}

function assertDecimals(decimals: number): void {
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 255)
    throw new RangeError(`A token cannot have ${decimals} decimals.`)
}

const q128 = 1n << 128n
const maxUint256 = (1n << 256n) - 1n

/** 1.0001^(-2^bit / 2) in Q128, one entry for each bit of a tick. */
const ladder = [
  0xfffcb933bd6fad37aa2d162d1a594001n,
  0xfff97272373d413259a46990580e213an,
  0xfff2e50f5f656932ef12357cf3c7fdccn,
  0xffe5caca7e10e4e61c3624eaa0941cd0n,
  0xffcb9843d60f6159c9db58835c926644n,
  0xff973b41fa98c081472e6896dfb254c0n,
  0xff2ea16466c96a3843ec78b326b52861n,
  0xfe5dee046a99a2a811c461f1969c3053n,
  0xfcbe86c7900a88aedcffc83b479aa3a4n,
  0xf987a7253ac413176f2b074cf7815e54n,
  0xf3392b0822b70005940c7a398e4b70f3n,
  0xe7159475a2c29b7443b29c7fa6e889d9n,
  0xd097f3bdfd2022b8845ad8f792aa5825n,
  0xa9f746462d870fdf8a65dc1f90e061e5n,
  0x70d869a156d2a1b890bb3df62baf32f7n,
  0x31be135f97d08fd981231505542fcfa6n,
  0x9aa508b5b7a84e1c677de54f3e99bc9n,
  0x5d6af8dedb81196699c329225ee604n,
  0x2216e584f5fa1ea926041bedfe98n,
  0x48a170391f7dc42444e8fa2n,
] as const
