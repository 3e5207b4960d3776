import type { Amount } from '../../../domain/amount'
import { divide, type Fraction, readFraction, scaled } from '../../../domain/fraction'
import { networkCostUsd } from '../../../domain/networkCost'
import { type Impact, impactOf } from '../../../domain/prices/impact'
import { dollarValueOf, priceOf, shareBps } from '../../../domain/prices/price'
import { rateOf } from '../../../domain/prices/rate'
import type { Token } from '../../../domain/token'
import type { QuoteFigures } from '../../../guard/plan'
import { type ExpectedFigure, pricedOutcome, readExpected, readFigure } from '../../../guard/plan/figure'
import type { PriceQuestion } from '../../../preparation/swapRequest'
import type { SwapAnswer } from '../../../protocol/serviceMessages'

/** The service's answer, read for the form. `gas`: the network cost of its steps in the native coin. */
export function readQuoteView(question: PriceQuestion, answer: SwapAnswer, coin: Token | undefined) {
  const { sell, buy, slippageBps } = question
  const { expectation, ...figures } = quoteFiguresOf({ sell, buy, slippageBps }, answer)
  const offer = quoteViewOf(sell, figures, slippageBps)
  return {
    ...offer,
    /** Network cost in the smallest unit of the native coin. */
    gas: costInCoins(offer.cost, coin),
    /** As the service sent them; the route is read from their calldata. */
    transactions: answer.transactions,
    /** Which figure the service's expected amount contradicts; it is then ignored. */
    ...(expectation.is === 'contradiction' ? { contradicts: expectation.against } : {}),
  }
}

/** A quote as the form shows it. Display only: the calldata is what is enforced. */
export type QuoteView = ReturnType<typeof readQuoteView>

/** From this share of the sold value on, the network cost is a warning. */
export const dearCostBps = 1_000

export function quoteViewOf(sell: Amount, figures: QuoteFigures, slippageBps: number) {
  const { minimumReceived, path, dex } = figures
  const derived = minimumReceived && beforeTolerance(minimumReceived, slippageBps)
  const expected = figures.expectedOut ?? derived
  const cost = readFraction(figures.gasUsd)
  const value = dollarValueOf(sell)
  const impact: Impact = expected ? impactOf(sell, expected) : { is: 'unknown', unpriced: [] }
  const expectedIs: 'reported' | 'derived' | 'unknown' = figures.expectedOut
    ? 'reported'
    : derived
      ? 'derived'
      : 'unknown'
  return {
    sell,
    minimumReceived,
    expected,
    /** The answer's own tolerance in basis points, if it reports both expected amount and minimum. */
    inForceBps: minimumReceived && figures.expectedOut && toleranceBetween(minimumReceived, figures.expectedOut),
    /** `derived`: the service did not say; computed back from the minimum and the tolerance. */
    expectedIs,
    rate: expected && rateOf(sell, expected),
    impact,
    cost,
    costShareBps: cost && value && shareBps(cost, value),
    path,
    dex,
  }
}

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

/** The figures of a quote, read as the guard reads them, without decoding calldata. */
function quoteFiguresOf(
  { sell, buy, slippageBps }: { readonly sell: Amount; readonly buy: Token; readonly slippageBps: number },
  answer: SwapAnswer,
): QuoteFigures & { readonly expectation: ExpectedFigure } {
  const evidence = { decoded: undefined, priced: pricedOutcome(sell, buy) }
  const minimumReceived = readFigure(buy, answer.minAmountOut, evidence)?.amount
  const expectation = readExpected({ buy, slippageBps }, answer, minimumReceived, evidence)
  return {
    minimumReceived,
    expectedOut: expectation.is === 'known' ? expectation.amount : undefined,
    path: answer.path,
    dex: answer.dexToUse,
    gasUsd: networkCostUsd(answer.transactions),
    expectation,
  }
}
