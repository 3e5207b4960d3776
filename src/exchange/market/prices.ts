import { type Fraction, parseFraction, reciprocal, scaled, times } from '../../domain/fraction'
import { type Asset, assets, type Coin } from '../listing'
import { gauss, type Random } from './random'

/** Dollars per whole coin of each asset: what the play world outside believes. */
export type Prices = Readonly<Record<Asset, number>>

export const firstPrices: Prices = each((asset) => assets[asset].price)

/** The prices so many seconds later: a random walk that is drawn back to where it began. */
export function walk(prices: Prices, seconds: number, random: Random): Prices {
  return each((asset) => {
    const { price, volatility } = assets[asset]
    const drift = Math.log(price / prices[asset]) * (seconds / secondsPerDay) * 0.15
    const shock = volatility * Math.sqrt(seconds / secondsPerYear) * gauss(random)
    return prices[asset] * Math.exp(drift + shock)
  })
}

/** What a pool's price ought to be: units of token1 per unit of token0. */
export function fairPrice(prices: Prices, token0: Coin, token1: Coin): Fraction {
  const ratio = times(fraction(prices[token0.asset]), reciprocal(fraction(prices[token1.asset])))
  return scaled(ratio, token1.decimals - token0.decimals)
}

/** Smallest units worth about so many dollars. */
export function unitsWorth(prices: Prices, coin: Coin, dollars: number): bigint {
  return (BigInt(Math.round((dollars / prices[coin.asset]) * 1e9)) * 10n ** BigInt(coin.decimals)) / 10n ** 9n
}

/** Dollars for so many smallest units; a figure for people, not for the books. */
export function dollars(prices: Prices, coin: Coin, units: bigint): number {
  return (Number(units) / 10 ** coin.decimals) * prices[coin.asset]
}

function fraction(value: number): Fraction {
  return parseFraction(String(value))
}

function each(value: (asset: Asset) => number): Prices {
  return {
    ETH: value('ETH'),
    BNB: value('BNB'),
    BTC: value('BTC'),
    SOL: value('SOL'),
    USDC: value('USDC'),
    USDT: value('USDT'),
    DAI: value('DAI'),
    PUFF: value('PUFF'),
    BONQ: value('BONQ'),
    HEX: value('HEX'),
    GHOST: value('GHOST'),
  }
}

const secondsPerDay = 86_400
const secondsPerYear = 31_557_600
