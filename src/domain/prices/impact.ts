import type { Amount } from '../amount'
import { change, type Fraction, floor } from '../fraction'
import type { Token } from '../token'
import { dollarValueOf } from './price'

/**
 * The loss of value in a trade at the service's own prices. `unknown` names the tokens without a price; it is never
 * shown as zero.
 */
export type Impact =
  | { readonly is: 'known'; readonly bps: number; readonly level: ImpactLevel }
  | { readonly is: 'unknown'; readonly unpriced: readonly Token[] }

/** `extreme` requires typing a word to continue; `ruinous` cannot be traded at all. */
export type ImpactLevel = (typeof levels)[number] | 'none'

const levels = ['ruinous', 'extreme', 'severe', 'high', 'mild'] as const

/** Where the levels begin, in basis points. A bridge charges fees, so cross-chain trades have higher thresholds. */
const sameChain = { mild: 100, high: 300, severe: 500, extreme: 1_000, ruinous: 3_000 }
const acrossChains = { mild: 200, high: 500, severe: 1_000, extreme: 1_000, ruinous: 3_000 }

/** A gain above this, in basis points, is suspicious: a price is probably wrong. */
export const tooGoodBps = 500

/** The share of the sold value that is not received, in basis points. Rounded up, against the trade. */
export function impactOf(sell: Amount, buy: Amount): Impact {
  const paid = dollarValueOf(sell)
  const got = dollarValueOf(buy)
  if (!paid || !got || paid.numerator === 0n) {
    const unpriced = [...(paid ? [] : [sell.token]), ...(got ? [] : [buy.token])]
    return { is: 'unknown', unpriced }
  }
  const bps = lossBps(paid, got)
  return { is: 'known', bps, level: levelOf(bps, sell.token.chain.chainId !== buy.token.chain.chainId) }
}

export function levelOf(bps: number, isBridge: boolean): ImpactLevel {
  const from = isBridge ? acrossChains : sameChain
  return levels.find((level) => bps >= from[level]) ?? 'none'
}

/** The loss between two positive values in basis points; negative for a gain. Never rounds a loss down. */
export function lossBps(paid: Fraction, got: Fraction): number {
  const { numerator, denominator } = change(paid, got)
  return -Number(floor(numerator * 10_000n, denominator))
}

/** The loss between two amounts of one token, in basis points. */
export function lossOfUnits(before: bigint, after: bigint): number {
  return lossBps({ numerator: before, denominator: 1n }, { numerator: after, denominator: 1n })
}
