import { compare, type Fraction, reciprocal, times } from '../fraction'
import { dailyTicks, type TickSample, ticksFor } from '../pools/volatility'
import { isDollar } from '../prices/price'
import type { Token } from '../token'
import { type PricedRange, usesToken } from './liquidity'
import { highestUsableTick, rawPriceToTick, sqrtPriceX96ToRawPrice, tickToSqrtPriceX96, usableTick } from './tick'

/** A price range in ticks, as the pool stores it. Prices, percentages and texts are derived from it. */
export type Range = { readonly tickLower: number; readonly tickUpper: number }

export type Bound = 'lower' | 'upper'

/** The widest range that a pool accepts: −887220 to 887220 for a spacing of 60. */
export function fullRange(spacing: number): Range {
  const limit = highestUsableTick(spacing)
  return { tickLower: -limit, tickUpper: limit }
}

export function sameRange(one: Range, other: Range): boolean {
  return one.tickLower === other.tickLower && one.tickUpper === other.tickUpper
}

export function tickOf(bound: Bound, { tickLower, tickUpper }: Range): number {
  return bound === 'lower' ? tickLower : tickUpper
}

/** The same range with token0 and token1 swapped. Exact, and its own inverse. */
export function invertRange({ tickLower, tickUpper }: Range): Range {
  return { tickLower: 0 - tickUpper, tickUpper: 0 - tickLower }
}

/** Whether a pool of this spacing accepts a range. The documented bounds for spacing 60 (±887272) are not accepted. */
export function isUsableRange({ tickLower, tickUpper }: Range, spacing: number): boolean {
  const full = fullRange(spacing)
  return (
    full.tickLower <= tickLower &&
    tickLower < tickUpper &&
    tickUpper <= full.tickUpper &&
    [tickLower, tickUpper].every((tick) => Number.isInteger(tick) && tick % spacing === 0)
  )
}

/** The usable range nearest to one that was made for another spacing, at least one spacing wide. */
export function fittedRange({ tickLower, tickUpper }: Range, spacing: number): Range {
  const lower = Math.min(snapped(tickLower, spacing), highestUsableTick(spacing) - spacing)
  return { tickLower: lower, tickUpper: Math.max(snapped(tickUpper, spacing), lower + spacing) }
}

export function isFullRange(range: Range, spacing: number): boolean {
  return sameRange(range, fullRange(spacing))
}

/**
 * The range with one bound moved to the usable tick nearest to `tick`. The other bound never moves:
 * a bound that would cross it stops one spacing before.
 */
export function withBound(range: Range, bound: Bound, tick: number, spacing: number): Range {
  const { tickLower, tickUpper } = fullRange(spacing)
  const wanted = usableTick(Math.min(Math.max(Math.round(tick), tickLower), tickUpper), spacing)
  return bound === 'lower'
    ? { ...range, tickLower: Math.min(wanted, range.tickUpper - spacing) }
    : { ...range, tickUpper: Math.max(wanted, range.tickLower + spacing) }
}

/** The whole range moved by `steps` spacings. It keeps its width and stops at the ends of the domain. */
export function movedRange({ tickLower, tickUpper }: Range, steps: number, spacing: number): Range {
  const full = fullRange(spacing)
  const by = Math.min(Math.max(steps * spacing, full.tickLower - tickLower), full.tickUpper - tickUpper)
  return { tickLower: tickLower + by, tickUpper: tickUpper + by }
}

/** A range of the same width around a tick, as near as the spacing allows. */
export function centredRange(range: Range, tick: number, spacing: number): Range {
  const middle = (range.tickLower + range.tickUpper) / 2
  return movedRange(range, Math.round((tick - middle) / spacing), spacing)
}

/** A bound moved by `perMille` thousandths of its own price, and by at least one spacing. */
export function nudgedBound(range: Range, bound: Bound, perMille: number, spacing: number): Range {
  const at = tickOf(bound, range)
  const factor = { numerator: BigInt(1000 + perMille), denominator: 1000n }
  const wanted = usableTick(rawPriceToTick(times(priceAt(at), factor)), spacing)
  const least = at + Math.sign(perMille) * spacing
  return withBound(range, bound, perMille > 0 ? Math.max(wanted, least) : Math.min(wanted, least), spacing)
}

export type Preset =
  | { readonly kind: 'full' }
  /** This many percent below and above the current price. */
  | { readonly kind: 'percent'; readonly percent: number }
  /** From the current price up to twice it, or down to half of it: a deposit of one token only. */
  | { readonly kind: 'above' }
  | { readonly kind: 'below' }
  /** This many ticks below and above; suggested from the local history of the price. */
  | { readonly kind: 'ticks'; readonly ticks: number }

export type PoolPrice = { readonly sqrtPriceX96: bigint; readonly spacing: number }

type RangedPool = {
  readonly token0: Token
  readonly token1: Token
  readonly isMeme: boolean
  readonly history: readonly TickSample[]
}

/**
 * The range that is offered first, by the kind of pair.
 *
 * - Two dollars: ±0.5 %.
 * - A pair with a week of prices: twice the standard deviation of a week, at least ±5 %, at most −42 % and +73 %.
 * - A meme token: ±20 %, and never less.
 * - Any other: ±10 %.
 */
export function defaultPreset({ token0, token1, isMeme, history }: RangedPool): Preset {
  if (isDollar(token0) && isDollar(token1)) return { kind: 'ticks', ticks: stableTicks }
  const perDay = dailyTicks(history)
  if (perDay === undefined) return { kind: 'percent', percent: isMeme ? 20 : 10 }
  const least = isMeme ? memeTicks : minTicks
  return { kind: 'ticks', ticks: Math.min(Math.max(2 * ticksFor(7, perDay), least), maxTicks) }
}

const stableTicks = 50
const minTicks = 500
const memeTicks = 1_900
const maxTicks = 5_500

/** The range of a preset. `inverted` applies it to prices of token0 per token1. */
export function presetRange(preset: Preset, current: PoolPrice, inverted = false): Range {
  const range = facingRange(preset, current, inverted)
  return inverted ? invertRange(range) : range
}

/** In ticks of the direction that is shown. */
function facingRange(preset: Preset, current: PoolPrice, inverted: boolean): Range {
  const { spacing } = current
  const price = facingPrice(current.sqrtPriceX96, inverted)
  const tick = rawPriceToTick(price)
  const beyond = (factor: Fraction) => usableTick(rawPriceToTick(times(price, factor)), spacing)
  switch (preset.kind) {
    case 'full':
      return fullRange(spacing)
    case 'percent': {
      const percent = BigInt(preset.percent)
      return around(
        tick,
        beyond({ numerator: 100n - percent, denominator: 100n }),
        beyond({ numerator: 100n + percent, denominator: 100n }),
        spacing,
      )
    }
    case 'ticks':
      return around(tick, snapped(tick - preset.ticks, spacing), snapped(tick + preset.ticks, spacing), spacing)
    case 'above': {
      const from = Math.min(firstAbove(price, spacing), highestUsableTick(spacing) - spacing)
      return withBound({ tickLower: from, tickUpper: from + spacing }, 'upper', beyond(twice), spacing)
    }
    case 'below': {
      const to = Math.max(Math.floor(tick / spacing) * spacing, spacing - highestUsableTick(spacing))
      return withBound({ tickLower: to - spacing, tickUpper: to }, 'lower', beyond(half), spacing)
    }
  }
}

/** A range that contains the tick even when the spacing is wider than the range asked for. */
function around(tick: number, lower: number, upper: number, spacing: number): Range {
  const limit = highestUsableTick(spacing)
  const below = Math.min(Math.max(Math.floor(tick / spacing) * spacing, -limit), limit - spacing)
  const tickLower = Math.min(lower, below)
  return { tickLower, tickUpper: Math.max(upper, below + spacing) }
}

/** The first usable tick at or above the price: from there up, a deposit takes only the base token. */
function firstAbove(price: Fraction, spacing: number): number {
  const tick = rawPriceToTick(price)
  const reached = compare(priceAt(tick), price) >= 0 ? tick : tick + 1
  return Math.ceil(reached / spacing) * spacing
}

function snapped(tick: number, spacing: number): number {
  const limit = highestUsableTick(spacing)
  return usableTick(Math.min(Math.max(Math.round(tick), -limit), limit), spacing)
}

/**
 * The state of a range at the current price. Fees depend on the tick, tokens on the square-root price, and the two can
 * disagree exactly on an edge: there the range earns fees but holds a single token.
 */
export type RangeState = 'below' | 'edge' | 'earning' | 'above'

export function rangeState(options: PricedRange & { readonly tick: number }): RangeState {
  const { tick, tickLower, tickUpper } = options
  const earns = tickLower <= tick && tick < tickUpper
  const holdsBoth = usesToken('amount0', options) && usesToken('amount1', options)
  if (earns) return holdsBoth ? 'earning' : 'edge'
  return usesToken('amount1', options) ? 'above' : 'below'
}

/**
 * How many times more liquidity the same value mints here than in the full range; `undefined` when the price is out of
 * range, where the liquidity is not used.
 */
export function capitalEfficiency(options: PricedRange & { readonly spacing: number }): Fraction | undefined {
  if (!usesToken('amount0', options) || !usesToken('amount1', options)) return undefined
  const mine = costOfLiquidity(options)
  const full = costOfLiquidity({ ...options, ...fullRange(options.spacing) })
  return times(full, reciprocal(mine))
}

/** Value per unit of liquidity, in token1 × 2^96, while the price is inside: (s(b−s) + b(s−a)) / b. */
function costOfLiquidity({ sqrtPriceX96: s, tickLower, tickUpper }: PricedRange): Fraction {
  const a = tickToSqrtPriceX96(tickLower)
  const b = tickToSqrtPriceX96(tickUpper)
  return { numerator: s * (b - s) + b * (s - a), denominator: b }
}

function facingPrice(sqrtPriceX96: bigint, inverted: boolean): Fraction {
  const price = sqrtPriceX96ToRawPrice(sqrtPriceX96)
  return inverted ? reciprocal(price) : price
}

function priceAt(tick: number): Fraction {
  return sqrtPriceX96ToRawPrice(tickToSqrtPriceX96(tick))
}

const twice = { numerator: 2n, denominator: 1n }
const half = { numerator: 1n, denominator: 2n }
