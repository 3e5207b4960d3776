import type { Amount } from '../amount'
import { compare, type Fraction, readFraction, reciprocal, toPlaces } from '../fraction'
import type { Token } from '../token'
import { sum } from './price'

/* The figures of a quote. They are not in `price.ts`, because the first load of /swap needs none of them. */

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
