import { change, compare, type Fraction, parseFraction, reciprocal, scaled, times } from '../fraction'
import { readTypedNumber } from '../typedNumber'
import {
  maxTick,
  minTick,
  type PriceOptions,
  priceToUsableTick,
  rawPriceToTick,
  sqrtPriceX96ToRawPrice,
  tickToSqrtPriceX96,
  usableTick,
} from './tick'

/** The price at a tick in whole tokens, exactly. `inverted` counts token0 per token1. */
export function tickToPrice(tick: number, options: PriceOptions): Fraction {
  return sqrtPriceToPrice(tickToSqrtPriceX96(tick), options)
}

/** The price of a square root in Q64.96, in whole tokens, exactly. */
export function sqrtPriceToPrice(sqrtPriceX96: bigint, { decimals0, decimals1, inverted }: PriceOptions): Fraction {
  const straight = scaled(sqrtPriceX96ToRawPrice(sqrtPriceX96), decimals0 - decimals1)
  return inverted ? reciprocal(straight) : straight
}

/** The result of parsing a typed price: the exact price, or the reason why the text is not one. */
export type TypedPrice = ReturnType<typeof readPrice>

/** Parses a typed price: `1,5`, `1.5`, `1 000,5`, `.5`, `5.`, `1.2e-7`. Digits are never dropped. */
export function readPrice(typed: string) {
  const text = typed.trim()
  if (text === '') return { is: 'empty' } as const
  if (text.length > 120) return { is: 'invalid', why: 'too long' } as const
  const [, digits = text, exponent = ''] = /^(.*\d[.,]?)(e[+\-−]?\d{1,3})$/iu.exec(text) ?? []
  const read = readTypedNumber(digits)
  // With an exponent a mark never groups thousands.
  const plain =
    read.is === 'number'
      ? read.plain
      : exponent && read.is === 'invalid' && read.why === 'ambiguous'
        ? read.readings[0]
        : undefined
  if (plain === undefined)
    return read.is === 'number' ? ({ is: 'invalid', why: 'not a number', character: undefined } as const) : read
  const price = `${plain}${exponent.replace('−', '-')}`
  if (parseFraction(price).numerator === 0n) return { is: 'invalid', why: 'zero' } as const
  return { is: 'price', price } as const
}

/** A typed price moved to the nearest usable tick. */
export type Snap = {
  readonly asked: Fraction
  readonly tick: number
  readonly got: Fraction
  /** How far the price moved, as a fraction of the typed price: 0.0008 is 0.08 %. */
  readonly off: Fraction
}

/** Snaps a typed price to the nearest usable tick. The price must be above zero. */
export function snapPrice(price: string, options: PriceOptions & { readonly spacing: number }): Snap {
  const asked = parseFraction(price)
  const tick = priceToUsableTick(price, options)
  const got = tickToPrice(tick, options)
  return { asked, tick, got, off: change(asked, got) }
}

/** The distance of the price at a tick from the current price: −0.05 is five percent below. */
export function distanceFrom(sqrtPriceX96: bigint, tick: number, options: PriceOptions): Fraction {
  return change(sqrtPriceToPrice(sqrtPriceX96, options), tickToPrice(tick, options))
}

/**
 * The usable tick a number of percent away from the current price. Percent is decimal text; `-100` and less is the
 * lowest price.
 */
export function percentToUsableTick(
  percent: string,
  sqrtPriceX96: bigint,
  options: PriceOptions & { readonly spacing: number },
): number {
  const { inverted, spacing } = options
  const signed = percent.trim().replace('−', '-')
  const size = scaled(parseFraction(signed.replace(/^[+-]/, '')), -2)
  const left = signed.startsWith('-') ? size.denominator - size.numerator : size.denominator + size.numerator
  const factor = { numerator: left > 0n ? left : 0n, denominator: size.denominator }
  const straight = times(sqrtPriceX96ToRawPrice(sqrtPriceX96), inverted ? flipped(factor) : factor)
  return usableTick(rawPriceToTick(straight), spacing)
}

/** Unlike `reciprocal` the result may have a denominator of zero: an infinite price. */
function flipped({ numerator, denominator }: Fraction): Fraction {
  return { numerator: denominator, denominator: numerator }
}

/** The price at which a new pool really starts: on a tick, so it differs from the typed price by up to 0.005 %. */
export type InitialPrice = Snap & { readonly sqrtPriceX96: bigint }

/**
 * The tick nearest to an exact price. No digit of the price is dropped, however few decimals the tokens have.
 * `undefined` for zero and for prices outside the tick domain.
 */
export function initialPrice(price: string, options: PriceOptions): InitialPrice | undefined {
  const { decimals0, decimals1, inverted } = options
  const asked = parseFraction(price)
  if (asked.numerator === 0n) return undefined
  const tick = nearestTick(scaled(inverted ? reciprocal(asked) : asked, decimals1 - decimals0))
  if (tick <= minTick || tick >= maxTick) return undefined
  const got = tickToPrice(tick, options)
  return { asked, tick, sqrtPriceX96: tickToSqrtPriceX96(tick), got, off: change(asked, got) }
}

/** Compares with the geometric mean of two neighbouring ticks to decide which is nearer. */
function nearestTick(raw: Fraction): number {
  const below = rawPriceToTick(raw)
  if (below >= maxTick || below <= minTick) return below
  const middle = tickToSqrtPriceX96(below) * tickToSqrtPriceX96(below + 1)
  return compare(raw, { numerator: middle, denominator: 1n << 192n }) > 0 ? below + 1 : below
}
