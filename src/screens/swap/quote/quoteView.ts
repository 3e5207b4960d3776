import type { Amount } from '../../../domain/amount'
import { divide, type Fraction, readFraction, scaled } from '../../../domain/fraction'
import { type Impact, impactOf } from '../../../domain/prices/impact'
import { dollarValueOf, priceOf, shareBps } from '../../../domain/prices/price'
import { rateOf } from '../../../domain/prices/rate'
import type { Token } from '../../../domain/token'
import { readFigures } from '../../../guard/plan/figure'
import type { PriceQuestion } from '../../../preparation/swapRequest'
import type { SwapAnswer } from '../../../protocol/serviceMessages'

/**
 * The service's answer, read for the form as the guard reads it, without decoding calldata. `simulated`: the network cost
 * in dollars that the last review of this trade simulated, shown instead of the answer's estimate.
 */
export function readQuoteView(
  { sell, buy, slippageBps }: PriceQuestion,
  answer: SwapAnswer,
  coin: Token | undefined,
  simulated?: string,
) {
  const { quote, contradicts } = readFigures({ sell, buy, slippageBps }, answer, undefined)
  const { minimumReceived, expectedOut: reported, path, dex } = quote
  const expected = reported ?? (minimumReceived && beforeTolerance(minimumReceived, slippageBps))
  const estimate = readFraction(quote.gasUsd)
  const cost = readFraction(simulated) ?? estimate
  const value = dollarValueOf(sell)
  const impact: Impact = expected ? impactOf(sell, expected) : { is: 'unknown', unpriced: [] }
  const expectedIs: 'reported' | 'derived' | 'unknown' = reported ? 'reported' : expected ? 'derived' : 'unknown'
  return {
    sell,
    minimumReceived,
    expected,
    /** The answer's own tolerance in basis points, if it reports both expected amount and minimum. */
    inForceBps: minimumReceived && reported && toleranceBetween(minimumReceived, reported),
    /** `derived`: the service did not say; computed back from the minimum and the tolerance. */
    expectedIs,
    rate: expected && rateOf(sell, expected),
    impact,
    cost,
    costShareBps: cost && value && shareBps(cost, value),
    path,
    dex,
    /** The estimated network cost of all steps in the smallest unit of the native coin. */
    gas: costInCoins(estimate, coin),
    /** As the service sent them; the route is read from their calldata. */
    transactions: answer.transactions,
    /** Which figure the service's expected amount contradicts; it is then ignored. */
    ...(contradicts && { contradicts }),
  }
}

/** A quote as the form shows it. Display only: the calldata is what is enforced. */
export type QuoteView = ReturnType<typeof readQuoteView>

/** From this share of the sold value on, the network cost is a warning. */
export const dearCostBps = 1_000

/** How far the minimum is below the expected amount, in basis points. */
function toleranceBetween(minimum: Amount, expected: Amount): number | undefined {
  if (expected.units < minimum.units || expected.units === 0n) return undefined
  return Number(((expected.units - minimum.units) * 10_000n) / expected.units)
}

/** Computes the expected amount from a minimum and its tolerance. Rounds down, so as not to promise too much. */
export function beforeTolerance({ token, units }: Amount, slippageBps: number): Amount | undefined {
  return slippageBps < 10_000 ? { token, units: (units * 10_000n) / BigInt(10_000 - slippageBps) } : undefined
}

/** Converts a network cost in dollars to the native coin's smallest unit, rounded up; `undefined` without a price. */
export function costInCoins(cost: Fraction | undefined, coin: Token | undefined): bigint | undefined {
  const price = coin && priceOf(coin)
  if (!cost || !price) return undefined
  const { numerator, denominator } = scaled(cost, coin.decimals)
  return divide(numerator * price.denominator, denominator * price.numerator, 'up')
}

/**
 * How much of a native coin can be sold: the balance less the network cost of all steps and a quarter more, rounded down
 * to a readable number.
 */
export function sellableAmount(balance: bigint, gas: bigint, decimals: number): { units: bigint; reserve: bigint } {
  const reserve = divide(gas * 5n, 4n, 'up')
  const rest = balance > reserve ? balance - reserve : 0n
  const grain = 10n ** BigInt(Math.max(0, decimals - readablePlaces))
  return { units: rest - (rest % grain), reserve }
}

const readablePlaces = 8
