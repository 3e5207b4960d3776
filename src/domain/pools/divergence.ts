import { type Fraction, toNumber } from '../fraction'
import { type Amounts, amountsForLiquidity, type PricedRange } from '../liquidity/liquidity'
import { sqrtPriceX96ToRawPrice, tickToSqrtPriceX96 } from '../liquidity/tick'

/**
 * The value of a deposit at another price than at its entry, before fees: the amounts that burning its liquidity would pay
 * there. Values are exact, in smallest units of token1.
 */
export function positionValueAt(entry: PricedRange & { readonly liquidity: bigint }, sqrtPriceX96: bigint) {
  const amounts = amountsForLiquidity({ ...entry, sqrtPriceX96, round: 'down' })
  const entered = amountsForLiquidity({ ...entry, round: 'down' })
  const value = valueAt(amounts, sqrtPriceX96)
  const held = valueAt(entered, sqrtPriceX96)
  return {
    ...amounts,
    value,
    /** The value of the same tokens had they not been deposited. */
    held,
    /** Value ÷ held − 1 (impermanent loss): −0.05 is five percent less than holding. Above zero only by rounding. */
    divergence: relative(value, held),
  }
}

export type CurvePoint = {
  readonly tick: number
  /** Value ÷ value at entry, for drawing. */
  readonly value: number
  readonly held: number
  readonly divergence: number
}

/** The divergence curve at evenly spaced ticks, both ends included. */
export function divergenceCurve(
  entry: PricedRange & { readonly liquidity: bigint },
  ends: { readonly from: number; readonly to: number; readonly points: number },
): CurvePoint[] {
  const base = positionValueAt(entry, entry.sqrtPriceX96).value
  return Array.from({ length: ends.points }, (_, index) => {
    const tick = Math.round(ends.from + ((ends.to - ends.from) * index) / (ends.points - 1))
    const { value, held, divergence } = positionValueAt(entry, tickToSqrtPriceX96(tick))
    return { tick, value: relative(value, base) + 1, held: relative(held, base) + 1, divergence }
  })
}

/** Days until the fees make up for a divergence; `undefined` when no fees are earned. */
export function breakEvenDays(divergence: number, aprFraction: number): number | undefined {
  return aprFraction > 0 ? (-divergence * 365) / aprFraction : undefined
}

function valueAt({ amount0, amount1 }: Amounts, sqrtPriceX96: bigint): Fraction {
  const { numerator, denominator } = sqrtPriceX96ToRawPrice(sqrtPriceX96)
  return { numerator: amount0 * numerator + amount1 * denominator, denominator }
}

function relative(part: Fraction, whole: Fraction): number {
  if (whole.numerator === 0n) return 0
  return toNumber({
    numerator: part.numerator * whole.denominator - whole.numerator * part.denominator,
    denominator: whole.numerator * part.denominator,
  })
}
