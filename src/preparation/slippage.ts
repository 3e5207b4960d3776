import { normalizeTyped } from '../domain/amount'
import { compare, type Fraction, parseFraction } from '../domain/fraction'
import type { Deployment } from '../protocol/deployment'

/** The service takes no less than 10 basis points; a tolerance above half of the trade invites sandwich attacks. */
export const slippageLimits = { lowest: 10, low: 20, high: 300, highest: 5_000 }

/** A typed percentage as a tolerance in basis points, or why it is none. */
export type TypedSlippage =
  | { readonly is: 'slippage'; readonly bps: number; readonly level: 'usual' | 'tight' | 'loose' }
  | { readonly is: 'invalid'; readonly why: 'not a number' | 'too precise' | 'too low' | 'too high' }

/** `0.5`, `0,5` and `0.5%` are 50 basis points; a hundredth of a percent is the finest. */
export function readSlippage(typed: string): TypedSlippage {
  const plain = normalizeTyped(typed.replace(/%\s*$/, ''))
  if (plain === undefined) return { is: 'invalid', why: 'not a number' }
  const percent = parseFraction(plain)
  if (compare(percent, percentOf(slippageLimits.highest)) > 0) return { is: 'invalid', why: 'too high' }
  if (compare(percent, percentOf(slippageLimits.lowest)) < 0) return { is: 'invalid', why: 'too low' }
  if ((percent.numerator * 100n) % percent.denominator !== 0n) return { is: 'invalid', why: 'too precise' }
  const bps = Number((percent.numerator * 100n) / percent.denominator)
  return { is: 'slippage', bps, level: levelOf(bps) }
}

/** The number that the service is sent for a tolerance. */
export function rawSlippage(bps: number, unit: Deployment['slippageUnit']): number {
  if (typeof unit === 'number') return Number(((bps * unit) / 100).toPrecision(12))
  switch (unit) {
    case 'basis points':
      return bps
    case 'per mille':
      return bps / 10
    case 'percent':
      return bps / 100
  }
}

/** The tolerance in basis points that a request asks for; the inverse of `rawSlippage`. */
export function slippageBpsOf(raw: number, unit: Deployment['slippageUnit']): number {
  if (typeof unit === 'number') return Number(((raw / unit) * 100).toPrecision(12))
  switch (unit) {
    case 'basis points':
      return raw
    case 'per mille':
      return raw * 10
    case 'percent':
      return raw * 100
  }
}

function levelOf(bps: number): 'usual' | 'tight' | 'loose' {
  if (bps < slippageLimits.low) return 'tight'
  return bps > slippageLimits.high ? 'loose' : 'usual'
}

function percentOf(bps: number): Fraction {
  return { numerator: BigInt(bps), denominator: 100n }
}
