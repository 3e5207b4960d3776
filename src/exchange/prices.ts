import { type Fraction, parseFraction, reciprocal, scaled, times } from '../domain/fraction'
import { assets, type ListedCoin, type PricedAsset } from './listing'
import { gauss, type Random } from './random'

/** Dollars per whole coin of each asset. */
export type AssetPrices = Readonly<Record<PricedAsset, number>>

export const firstPrices: AssetPrices = each((asset) => assets[asset].price)

/** The prices `seconds` later: a random walk with mean reversion to the first prices. */
export function walkPrices(prices: AssetPrices, seconds: number, random: Random): AssetPrices {
  return each((asset) => {
    const { price, volatility } = assets[asset]
    const drift = Math.log(price / prices[asset]) * (seconds / secondsPerDay) * 0.15
    const shock = volatility * Math.sqrt(seconds / secondsPerYear) * gauss(random)
    return prices[asset] * Math.exp(drift + shock)
  })
}

/** The fair price of a pool: units of token1 per unit of token0. */
export function fairPrice(prices: AssetPrices, token0: ListedCoin, token1: ListedCoin): Fraction {
  const ratio = times(fraction(prices[token0.asset]), reciprocal(fraction(prices[token1.asset])))
  return scaled(ratio, token1.decimals - token0.decimals)
}

/** Smallest units that are worth about `dollars`. */
export function unitsForDollars(prices: AssetPrices, coin: ListedCoin, dollars: number): bigint {
  return (BigInt(Math.round((dollars / prices[coin.asset]) * 1e9)) * 10n ** BigInt(coin.decimals)) / 10n ** 9n
}

/** The value of smallest units in dollars, for display, not for calculations. */
export function usdValue(prices: AssetPrices, coin: ListedCoin, units: bigint): number {
  return (Number(units) / 10 ** coin.decimals) * prices[coin.asset]
}

function fraction(value: number): Fraction {
  return parseFraction(String(value))
}

function each(value: (asset: PricedAsset) => number): AssetPrices {
  // Every asset is in the table.
  const names = Object.keys(assets) as PricedAsset[]
  return Object.fromEntries(names.map((asset) => [asset, value(asset)])) as AssetPrices
}

const secondsPerDay = 86_400
const secondsPerYear = 31_557_600
