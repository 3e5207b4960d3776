import { figureOf, figureText } from './figure'
import { type Fraction, toNumber, toSignificant } from './fraction'
import { invertRange, type Range } from './range'
import { highestUsableTick, type PriceOptions, sqrtPriceX96ToTick } from './tick'
import { distanceFrom, sqrtPriceToPrice, tickToPrice } from './tickPrice'
import type { Token } from './token'

/**
 * A pool as it is looked at: which token is priced in which. Ranges are kept in the pool's own ticks; *shown* ticks
 * are those of the direction that is looked at, so that a higher shown tick is always a higher shown price.
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

/** A range of the pool as it is shown, and back: the same step both ways. */
export function inDirection(range: Range, { inverted }: PriceDirection): Range {
  return inverted ? invertRange(range) : range
}

/** One of the pool's ticks as it is shown, and back. */
export function tickInDirection(tick: number, { inverted }: PriceDirection): number {
  return inverted ? 0 - tick : tick
}

/** The price at a shown tick, in whole quote tokens per whole base token, exactly. */
export function shownPrice(shownTick: number, direction: PriceDirection): Fraction {
  return tickToPrice(tickInDirection(shownTick, direction), priceOptions(direction))
}

/** The current price, exactly. */
export function currentPrice(direction: PriceDirection): Fraction {
  return sqrtPriceToPrice(direction.sqrtPriceX96, priceOptions(direction))
}

/** Where the current price stands among shown ticks, between two of them, for drawing. */
export function currentShownTick(direction: PriceDirection): number {
  const tick = sqrtPriceX96ToTick(direction.sqrtPriceX96)
  const ratio = toNumber(distanceFrom(direction.sqrtPriceX96, tick, priceOptions({ ...direction, inverted: false })))
  const beyond = -Math.log1p(ratio) / Math.log(1.0001)
  return tickInDirection(tick + beyond, direction)
}

/** How far a shown tick is from the current price in basis points: −500 is five percent below. */
export function distanceBps(shownTick: number, direction: PriceDirection): number {
  return (
    toNumber(distanceFrom(direction.sqrtPriceX96, tickInDirection(shownTick, direction), priceOptions(direction))) *
    10_000
  )
}

/** The price at a shown tick as plain decimal text. */
export function shownPriceText(shownTick: number, direction: PriceDirection, digits = 6): string {
  return toSignificant(shownPrice(shownTick, direction), digits)
}

/** The ends of the scale, where a range has no bound in practice: their prices are forty digits that nobody reads. */
export type UnboundedEnd = 'lowest' | 'highest'

export function unboundedEnd(shownTick: number, { spacing }: PriceDirection): UnboundedEnd | undefined {
  const limit = highestUsableTick(spacing)
  if (shownTick <= -limit) return 'lowest'
  return shownTick >= limit ? 'highest' : undefined
}

/** A bound as its field has it: a plain decimal, `0` or `∞`. */
export function boundText(shownTick: number, direction: PriceDirection): string {
  const endless = unboundedEnd(shownTick, direction)
  if (endless) return endless === 'lowest' ? '0' : '∞'
  return shownPriceText(shownTick, direction)
}

/** A bound for reading: `2,858.36`, `0.0₆1234`, `0`, `∞`. */
export function boundFigure(shownTick: number, direction: PriceDirection): string {
  const text = boundText(shownTick, direction)
  return text === '∞' ? text : figureText(figureOf(text))
}
