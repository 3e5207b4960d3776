import { normalizeTyped } from '../domain/amount'
import { compare, type Fraction, parseFraction } from '../domain/fraction'
import { slippageLimits } from './slippage'

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

function levelOf(bps: number): 'usual' | 'tight' | 'loose' {
  if (bps < slippageLimits.low) return 'tight'
  return bps > slippageLimits.high ? 'loose' : 'usual'
}

function percentOf(bps: number): Fraction {
  return { numerator: BigInt(bps), denominator: 100n }
}
