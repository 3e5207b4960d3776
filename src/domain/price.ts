import type { Amount } from './amount'
import { divide, type Fraction, NotAFraction, parseFraction, scaled, times } from './fraction'
import type { Token } from './token'

/** The dollars an amount is worth at the service's price; `undefined` where there is no price, which is not zero. */
export function worthOf({ token, units }: Amount): Fraction | undefined {
  const price = priceOf(token)
  return price && times(scaled({ numerator: units, denominator: 1n }, -token.decimals), price)
}

/** How much of a token so many dollars buy at the service's price. Rounds down: never more than was asked. */
export function amountWorth(token: Token, dollars: Fraction): Amount | undefined {
  const price = priceOf(token)
  if (!price || dollars.numerator < 0n) return undefined
  const { numerator, denominator } = scaled(dollars, token.decimals)
  return { token, units: (numerator * price.denominator) / (denominator * price.numerator) }
}

/** A token's price in dollars; only a positive one is a price. */
export function priceOf(token: Token): Fraction | undefined {
  const price = readDollars(token.price)
  return price && price.numerator > 0n ? price : undefined
}

/** Dollars as the service writes them; `undefined` when it did not, or wrote something else. */
export function readDollars(text: string | undefined): Fraction | undefined {
  if (text === undefined) return undefined
  try {
    return parseFraction(text)
  } catch (error) {
    if (error instanceof NotAFraction) return undefined
    throw error
  }
}

export function sum(a: Fraction, b: Fraction): Fraction {
  if (a.denominator === b.denominator) return { numerator: a.numerator + b.numerator, denominator: a.denominator }
  return {
    numerator: a.numerator * b.denominator + b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  }
}

/** What `part` is of `whole` in basis points, rounded up; `undefined` of nothing. */
export function shareBps(part: Fraction, whole: Fraction): number | undefined {
  if (whole.numerator <= 0n) return undefined
  return Number(divide(part.numerator * whole.denominator * 10_000n, part.denominator * whole.numerator, 'up'))
}
