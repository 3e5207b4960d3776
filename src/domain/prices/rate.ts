import type { Amount } from '../amount'
import { type Fraction, reciprocal } from '../fraction'
import type { Token } from '../token'

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
