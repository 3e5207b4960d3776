import type { Amount } from '../../domain/amount'
import { isBelow } from '../../domain/bigints'
import { divide, type Fraction, readFraction, scaled } from '../../domain/fraction'
import { networkCostUsd } from '../../domain/networkCost'
import { tooGoodBps } from '../../domain/prices/impact'
import { amountForDollars, dollarValueOf } from '../../domain/prices/price'
import type { Token } from '../../domain/token'
import type { SwapAnswer } from '../../protocol/serviceMessages'
import { type Finding, warn } from '../findings/finding'
import type { SwapIntent } from '../intent'

/** The figures of an answer, and the note about an expected output that is not used. `decoded`: the minimum of the calls. */
export function readFigures(intent: SwapIntent, answer: SwapAnswer, decoded: bigint | undefined) {
  const evidence = { decoded, priced: pricedOutcome(intent.sell, intent.buy) }
  const minimum = readFigure(intent.buy, answer.minAmountOut, evidence)
  const expected = readExpected(intent, answer, minimum?.amount, evidence)
  const quote = {
    minimumReceived: minimum?.amount,
    expectedOut: expected.is === 'known' ? expected.amount : undefined,
    path: answer.path,
    dex: answer.dexToUse,
    gasUsd: networkCostUsd(answer.transactions),
  }
  return { minimum, quote, notes: noteOnExpected(expected, intent) }
}

/** A figure of the service in smallest units, and how it was interpreted. */
export type ReadFigure = { readonly amount: Amount; readonly read: 'whole tokens' | 'base units' }

/** Facts about the outcome in addition to the figure. */
export type FigureEvidence = {
  /** The minimum that the decoded calls enforce. */
  readonly decoded: bigint | undefined
  /** The amount that the sold tokens buy at the service's prices. */
  readonly priced: bigint | undefined
}

/**
 * Reads an amount of the bought token that may be whole tokens or base units. The transaction itself decides first,
 * then prices, then the default (whole tokens). A figure that differs from prices a thousandfold either way is ignored.
 */
export function readFigure(token: Token, text: string | undefined, evidence: FigureEvidence): ReadFigure | undefined {
  const value = readFraction(text)
  if (!value || value.numerator === 0n) return undefined
  const whole = { amount: { token, units: floor(scaled(value, token.decimals)) }, read: 'whole tokens' } as const
  const base = { amount: { token, units: floor(value) }, read: 'base units' } as const
  const readings: readonly ReadFigure[] = isWhole(value) ? [whole, base] : [whole]

  const { decoded, priced } = evidence
  const agreeing = decoded === undefined ? [] : readings.filter(({ amount }) => isNear(amount.units, decoded, 2n))
  if (agreeing.length > 0) return agreeing[0]
  if (priced === undefined || priced === 0n) return whole
  return readings.find(({ amount }) => isNear(amount.units, priced, 1_000n))
}

/** The output for the sold amount at the service's prices; `undefined` where one is missing. */
export function pricedOutcome(sell: Amount, buy: Token): bigint | undefined {
  const value = dollarValueOf(sell)
  return value && amountForDollars(buy, value)?.units
}

function isNear(units: bigint, reference: bigint, factor: bigint): boolean {
  return units > 0n && units * factor >= reference && units <= reference * factor
}

function isWhole({ numerator, denominator }: Fraction): boolean {
  return numerator % denominator === 0n
}

function floor({ numerator, denominator }: Fraction): bigint {
  return divide(numerator, denominator, 'down')
}

/** The service's expected output: for display only, and dropped if it contradicts the minimum or prices. */
export type ExpectedFigure =
  | { readonly is: 'known'; readonly amount: Amount }
  | { readonly is: 'missing' }
  | { readonly is: 'contradiction'; readonly said: string; readonly against: 'minimum' | 'price' }

/**
 * Reads `expectedAmountOut`. It contradicts a larger minimum; and it contradicts the price when it is more than 5 % above
 * the amount by prices and the minimum plus the tolerance does not confirm it.
 */
export function readExpected(
  { buy, slippageBps }: Pick<SwapIntent, 'buy' | 'slippageBps'>,
  { expectedAmountOut: said }: Pick<SwapAnswer, 'expectedAmountOut'>,
  minimum: Amount | undefined,
  evidence: FigureEvidence,
): ExpectedFigure {
  if (said === undefined) return { is: 'missing' }
  const amount = readFigure(buy, said, evidence)?.amount
  if (!amount) return { is: 'contradiction', said, against: 'price' }
  const least = minimum?.units ?? evidence.decoded
  if (least !== undefined && isBelow(amount.units, least)) return { is: 'contradiction', said, against: 'minimum' }
  const isConfirmed = least !== undefined && isWithin(amount.units, beforeTolerance(least, slippageBps))
  if (evidence.priced !== undefined && !isWithin(amount.units, evidence.priced) && !isConfirmed)
    return { is: 'contradiction', said, against: 'price' }
  return { is: 'known', amount }
}

/** A finding for an expected amount that contradicts the minimum or the price; the amount itself is not used. */
function noteOnExpected(expected: ExpectedFigure, { buy }: Pick<SwapIntent, 'buy'>): Finding[] {
  if (expected.is !== 'contradiction') return []
  const facts = { said: expected.said, symbol: buy.symbol, against: expected.against }
  return [warn('V-001.expected', facts)]
}

function isWithin(units: bigint, reference: bigint): boolean {
  return units * 10_000n <= reference * BigInt(10_000 + tooGoodBps)
}

function beforeTolerance(least: bigint, slippageBps: number): bigint {
  const kept = 10_000n - BigInt(Math.ceil(slippageBps))
  return kept > 0n ? (least * 10_000n) / kept : least
}
