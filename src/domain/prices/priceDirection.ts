import { type Fraction, toNumber, toSignificant } from '../fraction'
import { type Bound, invertRange, type Range } from '../liquidity/range'
import { highestUsableTick, type PriceOptions, sqrtPriceX96ToTick } from '../liquidity/tick'
import { distanceFrom, sqrtPriceToPrice, tickToPrice } from '../liquidity/tickPrice'
import { figureOf, figureText } from '../text/figure'
import type { Token } from '../token'

/**
 * A pool with a direction of price: which token is priced in which. Ranges are kept in the pool's own ticks; *shown*
 * ticks are negated when the direction is inverted, so that a higher shown tick is always a higher shown price.
 */
export type PriceDirection = {
  readonly token0: Token
  readonly token1: Token
  readonly inverted: boolean
  readonly spacing: number
  readonly sqrtPriceX96: bigint
  readonly tick: number
}

/** The token that is priced. */
export function baseOf({ token0, token1, inverted }: PriceDirection): Token {
  return inverted ? token1 : token0
}

/** The token prices are counted in. */
export function quoteOf({ token0, token1, inverted }: PriceDirection): Token {
  return inverted ? token0 : token1
}

export function priceOptions({ token0, token1, inverted }: PriceDirection): PriceOptions {
  return { decimals0: token0.decimals, decimals1: token1.decimals, inverted }
}

/** Converts a range of the pool to shown ticks, and back: the conversion is its own inverse. */
export function inDirection(range: Range, { inverted }: PriceDirection): Range {
  return inverted ? invertRange(range) : range
}

/** Converts a tick of the pool to a shown tick, and back. */
export function tickInDirection(tick: number, { inverted }: PriceDirection): number {
  return inverted ? 0 - tick : tick
}

/** The current price, exactly. */
export function currentPrice(direction: PriceDirection): Fraction {
  return sqrtPriceToPrice(direction.sqrtPriceX96, priceOptions(direction))
}

/** The current price as a fractional shown tick, for drawing. */
export function currentShownTick(direction: PriceDirection): number {
  const tick = sqrtPriceX96ToTick(direction.sqrtPriceX96)
  const ratio = toNumber(distanceFrom(direction.sqrtPriceX96, tick, priceOptions({ ...direction, inverted: false })))
  const beyond = -Math.log1p(ratio) / Math.log(1.0001)
  return tickInDirection(tick + beyond, direction)
}

/** The distance of a shown tick from the current price in basis points: −500 is five percent below. */
export function distanceBps(shownTick: number, direction: PriceDirection): number {
  return (
    toNumber(distanceFrom(direction.sqrtPriceX96, tickInDirection(shownTick, direction), priceOptions(direction))) *
    10_000
  )
}

/** The price at a shown tick as plain decimal text, in whole quote tokens per whole base token. */
export function shownPriceText(shownTick: number, direction: PriceDirection, digits = 6): string {
  return toSignificant(tickToPrice(tickInDirection(shownTick, direction), priceOptions(direction)), digits)
}

/** The ends of the tick scale, where a range is practically unbounded: their prices have forty digits. */
export function unboundedEnd(shownTick: number, { spacing }: PriceDirection): 'lowest' | 'highest' | undefined {
  const limit = highestUsableTick(spacing)
  if (shownTick <= -limit) return 'lowest'
  return shownTick >= limit ? 'highest' : undefined
}

/** A bound as the text of its input field: a plain decimal, `0` for a minimum without limit, `∞` for such a maximum. */
export function boundText(bound: Bound, shownTick: number, direction: PriceDirection): string {
  const endless = unboundedEnd(shownTick, direction)
  if (endless === 'lowest' && bound === 'lower') return '0'
  return endless === 'highest' && bound === 'upper' ? '∞' : shownPriceText(shownTick, direction)
}

/** A bound formatted for display: `2,858.36`, `0.0₆1234`, `0`, `∞`. */
export function boundFigure(bound: Bound, shownTick: number, direction: PriceDirection): string {
  const text = boundText(bound, shownTick, direction)
  return text === '∞' ? text : figureText(figureOf(text))
}

/** The price at a tick formatted for display; a pool can be at the end of the scale, where the price is finite. */
export function priceFigureAt(shownTick: number, direction: PriceDirection): string {
  return figureText(figureOf(shownPriceText(shownTick, direction)))
}
