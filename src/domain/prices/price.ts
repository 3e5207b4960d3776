import type { Amount } from '../amount'
import { divide, type Fraction, readFraction, scaled, times } from '../fraction'
import type { Token } from '../token'

/** The value of an amount in dollars at the service's price; `undefined` where the token has no price (not zero). */
export function dollarValueOf({ token, units }: Amount): Fraction | undefined {
  const price = priceOf(token)
  return price && times(scaled({ numerator: units, denominator: 1n }, -token.decimals), price)
}

/** The amount of a token that costs `dollars` at the service's price. Rounded down: never worth more than asked. */
export function amountForDollars(token: Token, dollars: Fraction): Amount | undefined {
  const price = priceOf(token)
  if (!price || dollars.numerator < 0n) return undefined
  const { numerator, denominator } = scaled(dollars, token.decimals)
  return { token, units: (numerator * price.denominator) / (denominator * price.numerator) }
}

/** A token's price in dollars; only a positive one is a price. */
export function priceOf(token: Token): Fraction | undefined {
  const price = readFraction(token.price)
  return price && price.numerator > 0n ? price : undefined
}

/** Whether a token is a stablecoin: within two cents of a dollar, and not an imitation. */
export function isDollar(token: Token): boolean {
  const price = priceOf(token)
  if (!price || token.isNative || token.cautions) return false
  const cents = (price.numerator * 10_000n) / price.denominator
  return cents >= 9_800n && cents <= 10_200n
}

export function sum(a: Fraction, b: Fraction): Fraction {
  if (a.denominator === b.denominator) return { numerator: a.numerator + b.numerator, denominator: a.denominator }
  return {
    numerator: a.numerator * b.denominator + b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  }
}

/** `part` as a share of `whole` in basis points, rounded up; `undefined` when `whole` is zero. */
export function shareBps(part: Fraction, whole: Fraction): number | undefined {
  if (whole.numerator <= 0n) return undefined
  return Number(divide(part.numerator * whole.denominator * 10_000n, part.denominator * whole.numerator, 'up'))
}
