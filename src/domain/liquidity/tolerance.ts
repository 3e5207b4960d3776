import { readTypedPercent } from '../typedNumber'
import { takenAt } from './deposit'
import { type Amounts, amountsForLiquidity, mintMinimums, type PricedRange, priceBounds } from './liquidity'
import { presetRange, type Range } from './range'
import { highestUsableTick } from './tick'

/** The service's default tolerance: 2 %, and 10 % for meme pools. */
export function baseToleranceBps(isMeme: boolean): number {
  return isMeme ? 1000 : 200
}

/** A price move that a deposit survives by default, because prices move this much between review and signature. */
export function typicalMoveBps(isStable: boolean): number {
  return isStable ? 5 : 50
}

/** The largest slippage tolerance: 50%, in basis points. */
export const maxToleranceBps = 5000

/** Parses a percentage (`2`, `0.5`, `0,5`) into basis points; `undefined` for invalid text. */
export function readTolerance(text: string): number | undefined {
  const read = readTypedPercent(text)
  return read.is === 'percent' && read.bps <= maxToleranceBps ? read.bps : undefined
}

/**
 * The default tolerance of a range: the service's, or more where a price move of 0.5 % would make the deposit fail. On a
 * narrow range the ratio of the amounts changes quickly with the price, so a fixed percentage allows hardly any move.
 * `isEnough`: a deposit survives that price move. False where no tolerance that is allowed would do.
 */
export function defaultToleranceBps(
  isMeme: boolean,
  range: PricedRange | undefined,
  moveBps = typicalMoveBps(false),
): { readonly bps: number; readonly isEnough: boolean } {
  const usual = baseToleranceBps(isMeme)
  const whole = range && amountsForLiquidity({ ...range, liquidity: plenty, round: 'up' })
  const needed = whole && toleranceSurviving({ ...range, ...whole, moveBps })
  // Rounded up to half a percent, so that it does not change with every move of the price.
  const rounded = needed === undefined ? undefined : Math.ceil(needed / 50) * 50
  if (rounded === undefined || rounded > maxToleranceBps) return { bps: usual, isEnough: false }
  return { bps: Math.max(usual, rounded), isEnough: true }
}

/**
 * The share of each deposited amount, in millionths, that is still taken when the price has moved by the whole tolerance.
 * Other position managers read a tolerance as a move of the price, too. Zero on a range that is narrower than the tolerance.
 * A token that is not deposited is fully protected.
 */
export function protectionOf(options: PricedRange & { readonly toleranceBps: number }) {
  const asked = amountsForLiquidity({ ...options, liquidity: plenty, round: 'up' })
  const sure = mintMinimums({ ...options, liquidity: plenty })
  return { token0Ppm: share(sure, asked, 'amount0'), token1Ppm: share(sure, asked, 'amount1') }
}

/** The narrowest range around the price on which a tolerance protects a given share (in millionths) of both tokens. */
export function narrowestProtected(options: {
  readonly sqrtPriceX96: bigint
  readonly spacing: number
  readonly toleranceBps: number
  readonly ppm: number
}): Range | undefined {
  const { spacing, ppm } = options
  const suffices = (steps: number) => {
    const { token0Ppm, token1Ppm } = protectionOf({ ...options, ...rangeOf(steps, options) })
    return Math.min(token0Ppm, token1Ppm) >= ppm
  }
  let low = 0
  let high = Math.floor(highestUsableTick(spacing) / spacing) * 2
  if (!suffices(high)) return undefined
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (suffices(middle)) high = middle
    else low = middle
  }
  return rangeOf(high, options)
}

/**
 * The smallest tolerance with which a deposit succeeds after the price has moved by `moveBps` either way; `undefined`
 * where none does, because the price would leave the range and one token only be taken.
 */
export function toleranceSurviving(options: PricedRange & Amounts & { readonly moveBps: number }): number | undefined {
  const { low, high } = priceBounds(options.sqrtPriceX96, options.moveBps)
  const shares = [low, high].flatMap((sqrtPriceX96) => {
    const taken = takenAt({ ...options, sqrtPriceX96 })
    return [share(taken, options, 'amount0'), share(taken, options, 'amount1')]
  })
  const least = Math.min(...shares)
  return least > 0 ? Math.ceil((1_000_000 - least) / 100) : undefined
}

function rangeOf(steps: number, current: { readonly sqrtPriceX96: bigint; readonly spacing: number }): Range {
  return presetRange({ kind: 'ticks', ticks: steps * current.spacing }, current)
}

function share(part: Amounts, whole: Amounts, side: 'amount0' | 'amount1'): number {
  return whole[side] === 0n ? 1_000_000 : Number((part[side] * 1_000_000n) / whole[side])
}

/** So much liquidity that rounding to whole units is negligible, even at the ends of the domain. */
const plenty = 1n << 120n
