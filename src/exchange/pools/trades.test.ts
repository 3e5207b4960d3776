import { expect, test } from 'vitest'
import { tickToSqrtPriceX96 } from '../../domain/liquidity/tick'
import type { EvmPool } from '../evm/localEvmExchange'
import { listings } from '../listing'
import { firstPrices } from '../prices'
import { byHour, humanPrice, type QuarterHour, recordSwap } from './trades'

const [weth, usdc] = ['WETH', 'USDC'].map((symbol) => ({
  ...listings[0]!.coins.find((coin) => coin.symbol === symbol)!,
  chainId: 741_001,
  address: '0x00000000000000000000000000000000DeaDBeef' as const,
}))
const key: EvmPool = { address: weth!.address, token0: weth!, token1: usdc!, fee: 3000, tickSpacing: 60 }

function trades(...swaps: readonly [time: number, tick: number, dollars: number][]): readonly QuarterHour[] {
  const quarters: QuarterHour[] = []
  for (const [time, tick, dollars] of swaps) {
    const amount1 = BigInt(dollars) * 10n ** 6n
    recordSwap(quarters, key, { time, amount0: -1n, amount1, sqrtPriceX96: tickToSqrtPriceX96(tick) }, firstPrices)
  }
  return quarters
}

test('swaps within a quarter of an hour are one entry: open, high, low and close price', () => {
  const [quarter, ...others] = trades([900, -195_600, 10], [1_000, -195_400, 20], [1_799, -195_700, 30])
  expect(others).toEqual([])
  expect(quarter).toMatchObject({ time: 900, volumeUsd: 60, trades: 3 })
  expect(quarter!.high).toBeCloseTo(humanPrice(key, tickToSqrtPriceX96(-195_400)), 6)
  expect(quarter!.low).toBeCloseTo(humanPrice(key, tickToSqrtPriceX96(-195_700)), 6)
  expect(quarter!.close).toBe(quarter!.low)
})

test('a quarter opens at the close of the one before', () => {
  const [first, second] = trades([900, -195_600, 10], [1_800, -195_500, 10])
  expect(second!.open).toBe(first!.close)
})

test('quarters are merged into hours', () => {
  const quarters = trades([3_600, -195_600, 1], [4_500, -195_300, 2], [5_400, -195_900, 4], [7_200, -195_600, 8])
  const [first, second] = byHour(quarters)
  expect(first).toMatchObject({ time: 3_600, volumeUsd: 7, trades: 3 })
  expect(first!.high).toBeGreaterThan(first!.low)
  expect(first!.open).toBe(quarters[0]!.open)
  expect(first!.close).toBe(quarters[2]!.close)
  expect(second).toMatchObject({ time: 7_200, volumeUsd: 8 })
})

test('volume is valued in the less volatile token, for buys and sells', () => {
  const [sold] = trades([900, -195_600, 50])
  expect(sold!.volumeUsd).toBe(50)
  const [bought] = trades([900, -195_600, -50])
  expect(bought!.volumeUsd).toBe(50)
})

test('quarters older than eight days are dropped', () => {
  const quarters = trades(
    ...Array.from({ length: 1_000 }, (_, at): [number, number, number] => [at * 900, -195_600, 1]),
  )
  expect(quarters).toHaveLength(768)
  expect(quarters[0]!.time).toBe(232 * 900)
})
