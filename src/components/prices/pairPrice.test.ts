import { expect, test } from 'vitest'
import { usdc as dollar, eth, localSolana, weth as wrapped } from '../../../test/builders/swap'
import type { Point } from '../../domain/pools/poolChange'
import { createPoolReader, type ReadPool } from '../../protocol/pools/poolReader'
import { decodePools } from '../../protocol/pools/poolsCodec'
import { changeBps, chartedPair, covers, legsBetween, priceAlong } from './pairPrice'

const [weth, usdc, dai, puff] = ['1', '2', '3', '4'].map((digit) => `0x${digit.repeat(40)}`) as [
  string,
  string,
  string,
  string,
]

function poolsOf(...records: readonly (readonly [token0: string, token1: string, tvl: number])[]): readonly ReadPool[] {
  const data = records.map(([token0, token1, tvl], index) => ({
    address: `0x${String(index).padStart(40, 'a')}`,
    token0: { address: token0 },
    token1: { address: token1 },
    tvl,
  }))
  const heard = { status: 200, contentType: 'application/json', retryAfter: undefined, receivedAt: 0 }
  const read = decodePools({ ...heard, text: JSON.stringify({ message: '', data, status: true }) })
  if (read.is === 'refused') throw new Error(read.refusal.code)
  return createPoolReader('evm', []).read(read.value)
}

function points(...prices: readonly (readonly [at: number, price: string])[]): readonly Point[] {
  return prices.map(([at, text]) => ({ at, text, value: Number(text) }))
}

const ends = (pools: readonly ReadPool[], sell: string, buy: string) =>
  legsBetween(pools, sell, buy).map(({ pool, isInverted }) => [pools.indexOf(pool), isInverted])

test('a pair is priced by its deepest pool, in either order of its tokens', () => {
  const pools = poolsOf([weth, usdc, 10], [weth, usdc, 500], [dai, usdc, 9_000])
  expect(ends(pools, weth, usdc)).toEqual([[1, false]])
  expect(ends(pools, usdc, weth.toUpperCase().replace('0X', '0x'))).toEqual([[1, true]])
})

test('without a common pool two pools with a token in common price it, the deepest two', () => {
  const pools = poolsOf([weth, usdc, 500], [dai, usdc, 9_000], [weth, puff, 8_000], [dai, puff, 1])
  expect(ends(pools, weth, dai)).toEqual([
    [0, false],
    [1, false],
  ])
})

test('a token that no pool holds has no chart', () => {
  expect(legsBetween(poolsOf([weth, usdc, 1]), puff, usdc)).toEqual([])
  expect(legsBetween([], weth, usdc)).toEqual([])
})

test('an inverted pool gives the inverse price, exactly', () => {
  const [one, two] = priceAlong([{ isInverted: true, points: points([1, '4'], [2, '3']) }])
  expect([one?.text, two?.text]).toEqual(['0.25', '0.333333333333'])
})

test('along two pools the price at a moment uses only earlier data', () => {
  const first = { isInverted: false, points: points([1, '10'], [5, '20'], [9, '30']) }
  const second = { isInverted: false, points: points([2, '2'], [6, '3']) }
  expect(priceAlong([first, second]).map(({ at, text }) => [at, text])).toEqual([
    [5, '40'],
    [9, '90'],
  ])
  expect(priceAlong([first, { ...second, points: [] }])).toEqual([])
})

test('the change is from the first price to the last, and unknown without prices', () => {
  expect(changeBps(points([1, '100'], [2, '150'], [3, '99']))).toBeCloseTo(-100)
  expect(changeBps(points([1, '100'], [2, '100.004']))).toBe(0)
  expect(changeBps([])).toBeUndefined()
})

test('three days of prices do not cover a week, and a week without its last hours does', () => {
  const day = 24 * 60 * 60_000
  expect(covers(points([0, '1'], [3 * day, '2']), 7 * day)).toBe(false)
  expect(covers(points([0, '1'], [6.5 * day, '2']), 7 * day)).toBe(true)
  expect(covers([], 7 * day)).toBe(false)
})

test('the chart of a pair shows its volatile token in dollars: the bought one, else the sold one', () => {
  const tokens = [eth, dollar, wrapped]
  const shown = (sell: typeof eth, buy: typeof eth | undefined, all = tokens) => {
    const { base, quote } = chartedPair({ sell, buy }, all) ?? {}
    return [base?.symbol, quote?.symbol]
  }
  expect(shown(eth, dollar)).toEqual(['ETH', 'USDC'])
  expect(shown(dollar, eth)).toEqual(['ETH', 'USDC'])
  expect(shown(eth, wrapped)).toEqual(['WETH', 'USDC'])
  expect(shown(eth, undefined)).toEqual(['ETH', 'USDC'])
})

test('the chart of a crossing shows a token on its own network, and never prices a token in another network', () => {
  const sol = { ...eth, id: 900, symbol: 'SOL', chain: localSolana }
  const solanaDollar = { ...dollar, id: 901, chain: localSolana }
  expect(chartedPair({ sell: dollar, buy: sol }, [dollar, sol, solanaDollar])).toEqual({
    base: sol,
    quote: solanaDollar,
  })
  expect(chartedPair({ sell: eth, buy: solanaDollar }, [eth, dollar, solanaDollar])?.base).toBe(eth)
  // Without a dollar on its network there is nothing to price it in.
  expect(chartedPair({ sell: dollar, buy: sol }, [dollar, sol])).toBeUndefined()
  expect(chartedPair({ sell: dollar, buy: solanaDollar }, [dollar, solanaDollar])).toBeUndefined()
})

test('two tokens without a dollar on their network are priced in each other', () => {
  expect(chartedPair({ sell: eth, buy: wrapped }, [eth, wrapped])).toEqual({ base: wrapped, quote: eth })
})
