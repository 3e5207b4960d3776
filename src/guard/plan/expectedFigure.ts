import type { Amount } from '../../domain/amount'
import { tooGoodBps } from '../../domain/prices/impact'
import type { SwapAnswer } from '../../protocol/serviceMessages'
import { type Finding, warn } from '../findings/finding'
import type { SwapIntent } from '../intent'
import { type FigureEvidence, readFigure } from './figure'

/** The service's expected output: for display only, and dropped if it contradicts the minimum or prices. */
export type ExpectedFigure =
  | { readonly is: 'known'; readonly amount: Amount }
  | { readonly is: 'missing' }
  | { readonly is: 'contradiction'; readonly said: string; readonly against: 'minimum' | 'price' }

/** How far rounding may put the figure below its own minimum: 0.1 %. */
const rounding = 1_000n

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
  if (least !== undefined && amount.units * rounding < least * (rounding - 1n))
    return { is: 'contradiction', said, against: 'minimum' }
  const isConfirmed = least !== undefined && isWithin(amount.units, beforeTolerance(least, slippageBps))
  if (evidence.priced !== undefined && !isWithin(amount.units, evidence.priced) && !isConfirmed)
    return { is: 'contradiction', said, against: 'price' }
  return { is: 'known', amount }
}

/** A finding for an expected amount that contradicts the minimum or the price; the amount itself is not used. */
export function noteOnExpected(expected: ExpectedFigure, { buy }: Pick<SwapIntent, 'buy'>): Finding[] {
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
