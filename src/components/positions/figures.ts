import { type Amount, fromUnits } from '../../domain/amount'
import { type Fraction, toSignificant } from '../../domain/fraction'
import type { Amounts } from '../../domain/liquidity/liquidity'
import { sqrtPriceToPrice } from '../../domain/liquidity/tickPrice'
import { type PriceDirection, priceOptions } from '../../domain/prices/priceDirection'
import { amountWithSymbol } from '../../domain/text/amountText'
import { figureOf, figureText, grouped, percentText } from '../../domain/text/figure'
import type { Token } from '../../domain/token'
import type { LiquidityPool } from '../../preparation/liquidity/liquidityPool'
import { tokenAmounts } from './proposal'

/** `0.9853 WETH` */
export function amountText(token: Token, units: bigint): string {
  return amountWithSymbol({ token, units })
}

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
  return tokenAmounts(pool, amounts)
    .map(({ token, units }) => amountText(token, units))
    .join(' · ')
}

/** The amounts that are not zero. */
export function presentText(amounts: readonly Amount[], write = amountText): string {
  return amounts
    .filter(({ units }) => units > 0n)
    .map(({ token, units }) => write(token, units))
    .join(' · ')
}

/** An amount to its last digit: `1,810.177117 USDC`. */
export function exactText(token: Token, units: bigint): string {
  return `${grouped(fromUnits(units, token.decimals))} ${token.symbol}`
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
