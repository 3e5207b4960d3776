import type { Amount } from '../../domain/amount'
import { divide, type Fraction, readFraction, scaled } from '../../domain/fraction'
import { amountForDollars, dollarValueOf } from '../../domain/prices/price'
import type { Token } from '../../domain/token'

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
