import { type Fraction, toNumber } from './fraction'
import { type Amounts, amountsForLiquidity, type PricedRange } from './liquidity'
import { sqrtPriceX96ToRawPrice, tickToSqrtPriceX96 } from './tick'

/** What a deposit would be if the price stood elsewhere, before fees. Values are in units of token1, exactly. */
export type PositionValue = Amounts & {
  readonly value: Fraction
  /** The same tokens, had they not been deposited. */
  readonly held: Fraction
  /** Value over held, less one: −0.05 is five percent less than holding. Never above zero but for rounding. */
  readonly divergence: number
}

/** The deposit, entered at `standing`, seen at another price. What burning pays there is what it is worth. */
export function positionValueAt(
  entry: PricedRange & { readonly liquidity: bigint },
  sqrtPriceX96: bigint,
): PositionValue {
  const amounts = amountsForLiquidity({ ...entry, sqrtPriceX96, round: 'down' })
  const entered = amountsForLiquidity({ ...entry, round: 'down' })
  const value = valueAt(amounts, sqrtPriceX96)
  const held = valueAt(entered, sqrtPriceX96)
  return { ...amounts, value, held, divergence: relative(value, held) }
}

export type CurvePoint = {
  readonly tick: number
  /** Value relative to the value at entry, for drawing. */
  readonly value: number
  readonly held: number
  readonly divergence: number
}

/** The divergence curve over so many evenly spaced ticks, both ends included. */
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

/** Days of fees that make up for a divergence; `undefined` when there is nothing earned. */
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
