import type { Amount } from '../amount'
import { compare, divide, type Fraction, readFraction, reciprocal, scaled, times, toPlaces } from '../fraction'
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

/**
 * The network cost of all transactions in dollars, as decimal text. `undefined` when a part is missing, negative or
 * above $10,000 (an implausible value): the sum would be wrong.
 */
export function networkCostUsd(transactions: readonly { readonly gasUsd: string | undefined }[]): string | undefined {
  const costs = transactions.map(({ gasUsd }) => plausibleCost(gasUsd))
  const known = costs.filter((cost) => cost !== undefined)
  const [first, ...others] = known
  return first && known.length === costs.length ? toPlaces(others.reduce(sum, first), 6) : undefined
}

function plausibleCost(gasUsd: string | undefined): Fraction | undefined {
  const cost = readFraction(gasUsd)
  return cost && cost.numerator >= 0n && compare(cost, highestCost) <= 0 ? cost : undefined
}

const highestCost: Fraction = { numerator: 10_000n, denominator: 1n }

/** How many of `quote` one `base` trades for, in whole tokens and exact. */
export type Rate = { readonly base: Token; readonly quote: Token; readonly value: Fraction }

/** The rate between two amounts; `undefined` where either is zero. */
export function rateOf(sell: Amount, buy: Amount): Rate | undefined {
  if (sell.units <= 0n || buy.units <= 0n) return undefined
  const numerator = buy.units * 10n ** BigInt(sell.token.decimals)
  const denominator = sell.units * 10n ** BigInt(buy.token.decimals)
  return { base: sell.token, quote: buy.token, value: { numerator, denominator } }
}

/** The inverse rate. Exact: inverting twice changes nothing. */
export function invertRate({ base, quote, value }: Rate): Rate {
  return { base: quote, quote: base, value: reciprocal(value) }
}
