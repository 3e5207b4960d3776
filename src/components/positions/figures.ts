import { type Amount, fromUnits } from '../../domain/amount'
import { change, type Fraction, toNumber, toSignificant } from '../../domain/fraction'
import type { PriceWindow } from '../../domain/liquidity/deposit'
import type { Amounts } from '../../domain/liquidity/liquidity'
import { maxSqrtPriceX96, minSqrtPriceX96 } from '../../domain/liquidity/tick'
import { sqrtPriceToPrice } from '../../domain/liquidity/tickPrice'
import { baseOf, currentPrice, type PriceDirection, priceOptions, quoteOf } from '../../domain/prices/priceDirection'
import { amountWithSymbol } from '../../domain/text/amountText'
import { figureOf, figureText, grouped, percentText } from '../../domain/text/figure'
import type { Token } from '../../domain/token'
import type { LiquidityPool } from '../../preparation/liquidity/liquidityPool'
import { tokenAmounts } from './proposal'

/** The sentences that describe a price window. */
type WindowMessages = {
  readonly windowEverywhere: string
  readonly windowBelow: (price: string, quote: string, base: string) => string
  readonly windowAbove: (price: string, quote: string, base: string) => string
  readonly windowText: (low: string, high: string, quote: string, base: string) => string
}

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

/** The price range in which a deposit succeeds, and how far away its bounds are. */
export function windowTexts(window: PriceWindow, direction: PriceDirection, messages: WindowMessages) {
  const [quote, base] = [quoteOf(direction).symbol, baseOf(direction).symbol]
  const opensDown = direction.inverted ? window.high >= maxSqrtPriceX96 - 1n : window.low <= minSqrtPriceX96
  const opensUp = direction.inverted ? window.low <= minSqrtPriceX96 : window.high >= maxSqrtPriceX96 - 1n
  const [low, high] = direction.inverted ? [window.high, window.low] : [window.low, window.high]
  const between = () => {
    if (opensDown && opensUp) return messages.windowEverywhere
    if (opensDown) return messages.windowBelow(priceFigure(high, direction), quote, base)
    if (opensUp) return messages.windowAbove(priceFigure(low, direction), quote, base)
    return messages.windowText(priceFigure(low, direction), priceFigure(high, direction), quote, base)
  }
  const [down, up] = [low, high].map((price) => moveBps(price, direction)) as [number, number]
  const nearest = Math.min(opensDown ? Number.POSITIVE_INFINITY : -down, opensUp ? Number.POSITIVE_INFINITY : up)
  return {
    between: between(),
    down: percentText(down),
    up: `+${percentText(up)}`,
    isOpen: opensDown || opensUp,
    nearest,
  }
}

function moveBps(sqrtPriceX96: bigint, direction: PriceDirection): number {
  return toNumber(change(currentPrice(direction), sqrtPriceToPrice(sqrtPriceX96, priceOptions(direction)))) * 10_000
}

/** A price to six significant digits. */
export function ratioText(price: Fraction): string {
  return figureText(figureOf(toSignificant(price, 6), { significant: 6 }))
}
