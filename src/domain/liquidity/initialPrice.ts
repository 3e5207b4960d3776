import { change, compare, type Fraction, parseFraction, reciprocal, scaled } from '../fraction'
import { maxTick, minTick, type PriceOptions, rawPriceToTick, tickToSqrtPriceX96 } from './tick'
import { type Snap, tickToPrice } from './tickPrice'

/** The price at which a new pool really starts: on a tick, so it differs from the typed price by up to 0.005 %. */
export type InitialPrice = Snap & { readonly sqrtPriceX96: bigint }

/**
 * The tick nearest to an exact price. No digit of the price is dropped, however few decimals the tokens have.
 * `undefined` for zero and for prices outside the tick domain.
 */
export function initialPrice(price: string, options: PriceOptions): InitialPrice | undefined {
  const { decimals0, decimals1, inverted } = options
  const asked = parseFraction(price)
  if (asked.numerator === 0n) return undefined
  const tick = nearestTick(scaled(inverted ? reciprocal(asked) : asked, decimals1 - decimals0))
  if (tick <= minTick || tick >= maxTick) return undefined
  const got = tickToPrice(tick, options)
  return { asked, tick, sqrtPriceX96: tickToSqrtPriceX96(tick), got, off: change(asked, got) }
}

/** Compares with the geometric mean of two neighbouring ticks to decide which is nearer. */
function nearestTick(raw: Fraction): number {
  const below = rawPriceToTick(raw)
  if (below >= maxTick || below <= minTick) return below
  const middle = tickToSqrtPriceX96(below) * tickToSqrtPriceX96(below + 1)
  return compare(raw, { numerator: middle, denominator: 1n << 192n }) > 0 ? below + 1 : below
}
