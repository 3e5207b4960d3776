import { expect, test } from 'vitest'
import { toNumber } from '../domain/fraction'
import { type ListedCoin, listings } from './listing'
import { fairPrice, firstPrices, unitsForDollars, usdValue, walkPrices } from './prices'
import { newRandom } from './random'

const coins = new Map(listings.flatMap(({ coins }) => coins.map((coin): [string, ListedCoin] => [coin.symbol, coin])))
const weth = coins.get('WETH')!
const puff = coins.get('PUFF')!
const harborUsdc = listings[0]!.coins.find(({ symbol }) => symbol === 'USDC')!

test('the same seed gives the same prices', () => {
  const end = (seed: number) => {
    const random = newRandom(seed)
    return Array.from({ length: 100 }).reduce<typeof firstPrices>(
      (prices) => walkPrices(prices, 3_600, random),
      firstPrices,
    )
  }
  expect(end(1)).toEqual(end(1))
  expect(end(1)).not.toEqual(end(2))
})

test('a stablecoin stays near one dollar, and prices stay in bounds over years', () => {
  const random = newRandom(3)
  let prices = firstPrices
  for (let day = 0; day < 2_000; day++) prices = walkPrices(prices, 86_400, random)
  expect(prices.USDC).toBe(1)
  expect(prices.ETH).toBeGreaterThan(firstPrices.ETH / 3)
  expect(prices.ETH).toBeLessThan(firstPrices.ETH * 3)
})

test('a fair price is in smallest units, regardless of decimals and magnitude', () => {
  expect(toNumber(fairPrice(firstPrices, weth, harborUsdc))).toBeCloseTo(3_200e-12, 20)
  expect(toNumber(fairPrice(firstPrices, puff, harborUsdc)) / 1.234e-19).toBeCloseTo(1, 12)
})

test('dollars and units convert back and forth, up to rounding', () => {
  for (const coin of coins.values())
    expect(usdValue(firstPrices, coin, unitsForDollars(firstPrices, coin, 1_234))).toBeCloseTo(1_234, 2)
})
