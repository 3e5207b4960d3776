import type { Amount } from '../../domain/amount'
import { type Fraction, toSignificant } from '../../domain/fraction'
import type { Amounts } from '../../domain/liquidity/liquidity'
import { sqrtPriceToPrice } from '../../domain/liquidity/tickPrice'
import { type PriceDirection, priceOptions } from '../../domain/prices/priceDirection'
import { amountWithSymbol, figureOf, figureText, percentText } from '../../domain/text/figure'
import type { LiquidityPool } from '../../preparation/liquidity/liquidityPool'
import { tokenAmounts } from './proposal'

/** The network of a pool and its fee: `Harbor · fee 0.3%`. */
export function placeText(
  { chain, feePpm }: LiquidityPool,
  fee: (percent: string) => string,
  ...more: string[]
): string {
  return [chain.name, ...(feePpm === undefined ? [] : [fee(percentText(feePpm / 100))]), ...more].join(' · ')
}

/** Both amounts of a pool, also those that are zero: `0.9853 WETH · 2,950 USDC`. */
export function amountsText(pool: LiquidityPool, amounts: Amounts): string {
  return tokenAmounts(pool, amounts).map(amountWithSymbol).join(' · ')
}

/** The amounts that are not zero. */
export function presentText(amounts: readonly Amount[], write = amountWithSymbol): string {
  return amounts
    .filter(({ units }) => units > 0n)
    .map(write)
    .join(' · ')
}

/** Basis points as signed percent, `+7.5%`, shortened where they have many digits. */
export function signedPercentText(bps: number): string {
  if (bps > 1_000_000) return `>+${percentText(1_000_000)}`
  return bps > 0 ? `+${percentText(bps)}` : percentText(bps)
}

/** Millionths as percent. */
export function ppmText(ppm: number): string {
  return percentText(Math.round(ppm / 100))
}

/** A square-root price in the direction shown. */
export function priceFigure(sqrtPriceX96: bigint, direction: PriceDirection): string {
  return ratioText(sqrtPriceToPrice(sqrtPriceX96, priceOptions(direction)))
}

/** A price to six significant digits. */
export function ratioText(price: Fraction): string {
  return figureText(figureOf(toSignificant(price, 6), { significant: 6 }))
}
