import { type Fraction, times } from '../fraction'

/** The estimated APR of a deposit at today's fees, or which figure is missing. Never guessed from the pool's APR. */
export type RangeApr =
  /** `apr` 0.25 is 25 % a year: without compounding, always in range, with the fees of the last day. */
  | { readonly is: 'known'; readonly apr: Fraction }
  | { readonly is: 'out of range' }
  | { readonly is: 'unknown'; readonly missing: readonly ('fees' | 'active liquidity' | 'prices')[] }

/**
 * Daily fees × 365 × own share of the active liquidity ÷ own value. The own liquidity counts as active (the deposit
 * dilutes itself), which matters for large deposits and narrow ranges.
 */
export function rangeApr(options: {
  readonly isEarning: boolean
  /** Dollars that all liquidity providers of the pool earned in the last day. */
  readonly feesPerDay: Fraction | undefined
  /** Active liquidity of the pool without this deposit. */
  readonly activeLiquidity: bigint | undefined
  readonly liquidity: bigint
  /** The value of the deposit in dollars. */
  readonly value: Fraction | undefined
}): RangeApr {
  const { feesPerDay, activeLiquidity, liquidity, value } = options
  if (!options.isEarning) return { is: 'out of range' }
  if (feesPerDay === undefined || activeLiquidity === undefined || value === undefined || value.numerator <= 0n)
    return { is: 'unknown', missing: missingOf(options) }
  const share = { numerator: liquidity * 365n, denominator: positive(activeLiquidity + liquidity) }
  const perValue = { numerator: value.denominator, denominator: value.numerator }
  return { is: 'known', apr: times(times(feesPerDay, share), perValue) }
}

function missingOf(options: {
  readonly feesPerDay: Fraction | undefined
  readonly activeLiquidity: bigint | undefined
}): ('fees' | 'active liquidity' | 'prices')[] {
  const { feesPerDay, activeLiquidity } = options
  const missing: ('fees' | 'active liquidity' | 'prices')[] = []
  if (feesPerDay === undefined) missing.push('fees')
  if (activeLiquidity === undefined) missing.push('active liquidity')
  return missing.length > 0 ? missing : ['prices']
}

function positive(value: bigint): bigint {
  return value > 0n ? value : 1n
}
