import { larger } from '../bigints'
import { type Fraction, reciprocal, times } from '../fraction'

/**
 * The estimated APR of a deposit at today's fees, or which figure is missing; never guessed from the pool's APR. 0.25 is 25 %
 * a year: without compounding, always in range, with the fees of the last day. Daily fees × 365 × own share of the active
 * liquidity ÷ own value. The own liquidity counts as active (the deposit dilutes itself), which matters for large deposits
 * and narrow ranges.
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
}) {
  const { isEarning, feesPerDay, activeLiquidity, liquidity, value } = options
  if (!isEarning) return { is: 'out of range' } as const
  if (feesPerDay && activeLiquidity !== undefined && value && value.numerator > 0n) {
    const share = { numerator: liquidity * 365n, denominator: larger(activeLiquidity + liquidity, 1n) }
    return { is: 'known', apr: times(times(feesPerDay, share), reciprocal(value)) } as const
  }
  const unknown = [
    ...(feesPerDay ? [] : (['fees'] as const)),
    ...(activeLiquidity === undefined ? (['active liquidity'] as const) : []),
  ]
  return { is: 'unknown', missing: unknown.length > 0 ? unknown : (['prices'] as const) } as const
}
