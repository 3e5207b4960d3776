import type { Amount } from '../../domain/amount'
import { isBelow } from '../../domain/bigints'
import { divide, type Fraction, readFraction, scaled } from '../../domain/fraction'
import { tooGoodBps } from '../../domain/prices/impact'
import { amountForDollars, dollarValueOf } from '../../domain/prices/price'
import { networkCostUsd } from '../../domain/prices/rate'
import type { Token } from '../../domain/token'
import type { SwapAnswer } from '../../protocol/serviceMessages'
import { warn } from '../findings/finding'
import type { SwapIntent } from '../intent'

/**
 * The figures of an answer. `decoded`: the minimum of the calls. `contradicts`: an expected amount that contradicts the
 * minimum or the prices is left out.
 */
export function readFigures(asked: Asked, answer: SwapAnswer, decoded: bigint | undefined) {
  const value = dollarValueOf(asked.sell)
  const evidence = { decoded, priced: value && amountForDollars(asked.buy, value)?.units }
  const minimumReceived = readFigure(asked.buy, answer.minAmountOut, evidence)
  const { expectedOut, contradicts } = readExpected(asked, answer, minimumReceived?.units ?? decoded, evidence)
  const { path, dexToUse: dex, expectedAmountOut: said = '' } = answer
  const quote = { minimumReceived, expectedOut, path, dex, gasUsd: networkCostUsd(answer.transactions) }
  const facts = { said, symbol: asked.buy.symbol }
  const notes = contradicts ? [warn('V-001.expected', { ...facts, against: contradicts })] : []
  return { quote, contradicts, notes }
}

type Asked = Pick<SwapIntent, 'sell' | 'buy' | 'slippageBps'>

/** Facts about the outcome in addition to the figure. */
export type FigureEvidence = {
  /** The minimum that the decoded calls enforce. */
  readonly decoded: bigint | undefined
  /** The amount that the sold tokens buy at the service's prices; `undefined` where one is missing. */
  readonly priced: bigint | undefined
}

/**
 * Reads an amount of the bought token that may be whole tokens or base units. The transaction itself decides first,
 * then prices, then the default (whole tokens). A figure that differs from prices a thousandfold either way is ignored.
 */
export function readFigure(token: Token, text: string | undefined, evidence: FigureEvidence): Amount | undefined {
  const value = readFraction(text)
  if (!value || value.numerator === 0n) return undefined
  const whole = { token, units: floor(scaled(value, token.decimals)) }
  const readings: readonly Amount[] =
    value.numerator % value.denominator === 0n ? [whole, { token, units: floor(value) }] : [whole]

  const { decoded, priced } = evidence
  const agreeing = decoded === undefined ? [] : readings.filter(({ units }) => isNear(units, decoded, 2n))
  if (agreeing.length > 0) return agreeing[0]
  if (priced === undefined || priced === 0n) return whole
  return readings.find(({ units }) => isNear(units, priced, 1_000n))
}

function isNear(units: bigint, reference: bigint, factor: bigint): boolean {
  return units > 0n && units * factor >= reference && units <= reference * factor
}

function floor({ numerator, denominator }: Fraction): bigint {
  return divide(numerator, denominator, 'down')
}

/** The expected amount contradicts prices when it is more than 5 % above them, and the minimum does not confirm it. */
function readExpected(
  { buy, slippageBps }: Asked,
  { expectedAmountOut: said }: SwapAnswer,
  least: bigint | undefined,
  evidence: FigureEvidence,
): { readonly expectedOut?: Amount; readonly contradicts?: 'minimum' | 'price' } {
  if (said === undefined) return {}
  const expectedOut = readFigure(buy, said, evidence)
  if (!expectedOut) return { contradicts: 'price' }
  const { units } = expectedOut
  if (least !== undefined && isBelow(units, least)) return { contradicts: 'minimum' }
  const isConfirmed = least !== undefined && isWithin(units, beforeTolerance(least, slippageBps))
  const isPriced = evidence.priced === undefined || isWithin(units, evidence.priced)
  return isPriced || isConfirmed ? { expectedOut } : { contradicts: 'price' }
}

function isWithin(units: bigint, reference: bigint): boolean {
  return units * 10_000n <= reference * BigInt(10_000 + tooGoodBps)
}

function beforeTolerance(least: bigint, slippageBps: number): bigint {
  const kept = 10_000n - BigInt(Math.ceil(slippageBps))
  return kept > 0n ? (least * 10_000n) / kept : least
}
