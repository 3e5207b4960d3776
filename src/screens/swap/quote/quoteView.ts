import type { Amount } from '../../../domain/amount'
import { divide, type Fraction, scaled } from '../../../domain/fraction'
import { type Impact, impactOf } from '../../../domain/impact'
import { priceOf, readDollars, shareBps, worthOf } from '../../../domain/price'
import { type Rate, rateOf } from '../../../domain/rate'
import type { Token } from '../../../domain/token'
import type { QuoteFigures } from '../../../guard/plan'
import type { PriceQuestion } from '../../../preparation/swapRequest'
import type { SwapAnswer } from '../../../protocol/messages'
import { quoteFiguresOf } from './quoteFigures'

/** An answer of the service read for the form. `gas` is what its steps cost in the chain's own coin. */
export function readQuoteView(question: PriceQuestion, answer: SwapAnswer, coin: Token | undefined): QuoteView {
  const { sell, buy, slippageBps } = question
  const { expectation, ...figures } = quoteFiguresOf({ sell, buy, slippageBps }, answer)
  const offer = quoteViewOf(sell, figures, slippageBps)
  return {
    ...offer,
    gas: costInCoins(offer.cost, coin),
    ...(expectation.is === 'contradiction' ? { contradicts: expectation.against } : {}),
  }
}

/** A quote as the form shows it. Display only: the calldata is what is enforced. */
export type QuoteView = {
  readonly sell: Amount
  readonly minimum: Amount | undefined
  readonly expected: Amount | undefined
  /** `derived`: the service did not say; computed back from the minimum and the tolerance. */
  readonly expectedIs: 'reported' | 'derived' | 'unknown'
  /** What the service's expected amount contradicts; then it is used for nothing. */
  readonly contradicts?: 'minimum' | 'price'
  /** The tolerance that the answer itself has, in basis points, where it tells both figures. */
  readonly inForceBps: number | undefined
  readonly rate: Rate | undefined
  readonly impact: Impact
  /** Dollars for the network, all steps of the answer together. */
  readonly cost: Fraction | undefined
  /** The same in the smallest units of the chain's own coin. */
  readonly gas: bigint | undefined
  /** The cost's share of what is sold, in basis points. */
  readonly costShareBps: number | undefined
  readonly path: readonly string[]
  readonly dex: string | undefined
}

/** From this share of the sold value on, the network's cost is said out loud. */
export const dearCostBps = 1_000

export function quoteViewOf(sell: Amount, figures: QuoteFigures, slippageBps: number): Omit<QuoteView, 'gas'> {
  const { minimumOut: minimum, path, dex } = figures
  const derived = minimum && beforeTolerance(minimum, slippageBps)
  const expected = figures.expectedOut ?? derived
  const cost = readDollars(figures.gasUsd)
  const worth = worthOf(sell)
  return {
    sell,
    minimum,
    expected,
    inForceBps: minimum && figures.expectedOut && toleranceBetween(minimum, figures.expectedOut),
    expectedIs: figures.expectedOut ? 'reported' : derived ? 'derived' : 'unknown',
    rate: expected && rateOf(sell, expected),
    impact: expected ? impactOf(sell, expected) : { is: 'unknown', unpriced: [] },
    cost,
    costShareBps: cost && worth && shareBps(cost, worth),
    path,
    dex,
  }
}

/** How far the minimum is below the expected amount, in basis points. */
function toleranceBetween(minimum: Amount, expected: Amount): number | undefined {
  if (expected.units < minimum.units || expected.units === 0n) return undefined
  return Number(((expected.units - minimum.units) * 10_000n) / expected.units)
}

/** What a minimum was before the tolerance was taken off. Rounds down: nothing is promised that was not. */
export function beforeTolerance({ token, units }: Amount, slippageBps: number): Amount | undefined {
  return slippageBps < 10_000 ? { token, units: (units * 10_000n) / BigInt(10_000 - slippageBps) } : undefined
}

/** Dollars for the network as units of the chain's own coin, rounded up; `undefined` without a price for the coin. */
export function costInCoins(cost: Fraction | undefined, coin: Token | undefined): bigint | undefined {
  const price = coin && priceOf(coin)
  if (!cost || !price) return undefined
  const { numerator, denominator } = scaled(cost, coin.decimals)
  return divide(numerator * price.denominator, denominator * price.numerator, 'up')
}

/**
 * What of a native coin can be sold: all but the cost of every step and a quarter of it more, in a figure a person can
 * read. What is rounded away stays with the rest.
 */
export function sellableAmount(balance: bigint, gas: bigint, decimals: number): { units: bigint; reserve: bigint } {
  const reserve = divide(gas * 5n, 4n, 'up')
  const rest = balance > reserve ? balance - reserve : 0n
  const grain = 10n ** BigInt(Math.max(0, decimals - readablePlaces))
  return { units: rest - (rest % grain), reserve }
}

const readablePlaces = 8
