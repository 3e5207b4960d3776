import { describe, expect, test } from 'vitest'
import { ether, harbor, meme, poolOf, poolsSaid, token, usdc, weth } from '../../../test/builders/liquidity'
import * as records from '../../../test/fixtures/poolRecords'
import { positionsOf } from '../../components/positions/position'
import { parseFraction, toNumber } from '../../domain/fraction'
import { sqrtPriceX96ToTick } from '../../domain/liquidity/tick'
import { readTolerance } from '../../domain/liquidity/tolerance'
import type { Pool } from '../../domain/pools/pool'
import { type Token, tokenOn } from '../../domain/token'
import { createPoolReader } from '../../protocol/pools/poolReader'
import {
  invertTypedPrice,
  isMemePair,
  isOfPair,
  newPoolOf,
  readStartingPrice,
  sortedPair,
} from '../../screens/liquidity/pool/usePoolChoice'
import {
  marketPricesOf,
  offBps,
  recordSample,
  samplesOf,
  seenBetween,
} from '../../screens/liquidity/pool/usePoolMarket'
import { type LiquidityPool, liquidityPoolOf } from './liquidityPool'

const listed = [
  { ...weth, address: records.wethAddress },
  { ...usdc, address: records.usdcAddress },
]

function readOne(record: unknown): LiquidityPool | undefined {
  const pool = recordOf(record)
  return pool && liquidityPoolOf(pool, harbor, 77)
}

function recordOf(record: unknown): Pool | undefined {
  const said = poolsSaid([record])
  return said.is === 'answer' ? createPoolReader('evm', listed).read(said.answer.value)[0] : undefined
}

describe('what a deposit needs of a pool', () => {
  test('comes out of its record', () => {
    const pool = readOne(records.embedded)!
    expect([pool.token0.symbol, pool.token1.symbol, pool.tick, pool.spacing]).toEqual([
      'WETH',
      'USDC',
      records.tick,
      60,
    ])
    expect(pool.sqrtPriceX96).toBe(BigInt(records.sqrtPriceX96))
    expect(pool.isSpacingReported).toBe(true)
    expect(pool.bars.length).toBeGreaterThan(0)
  })

  test('missing data is not made up: no active liquidity, no return; no spacing, the default one with a note', () => {
    const { liquidity: _, tickSpacing: __, ticks: ___, positions: ____, ...silent } = records.embedded
    const pool = readOne(silent)!
    expect([pool.liquidity, pool.spacing, pool.isSpacingReported, pool.bars]).toEqual([undefined, 60, false, []])
  })

  test('a price follows from a tick, and a tick from a price; without both there is no pool', () => {
    const { tick: _, ...priced } = records.embedded
    expect(readOne(priced)!.tick).toBe(sqrtPriceX96ToTick(BigInt(records.sqrtPriceX96)))
    const { tick: __, sqrtPriceX96: ___, ...neither } = records.embedded
    const without = readOne({ ...neither, price: undefined, token0Price: undefined, token1Price: undefined })
    expect(without).toBeUndefined()
  })

  test('the community’s part of the fees is not the depositor’s', () => {
    const all = readOne({ ...records.embedded, communityFee: 0 })?.feesPerDay
    const kept = readOne({ ...records.embedded, communityFee: 150 })?.feesPerDay
    expect(toNumber(kept!) / toNumber(all!)).toBeCloseTo(0.85, 6)
  })

  test('fees from the volume are volume × fee tier, less the community fee', () => {
    const days = [{ date: 1767139200, volumeUSD: '7000000', tvlUSD: '2900000', close: '3000' }]
    const { feesUSD: _, ...traded } = { ...records.subgraph, poolDayData: days }
    const day = (more: object) => readOne({ ...traded, ...more })?.feesFromVolume
    expect(toNumber(day({ communityFee: 0 })!)).toBe(21_000)
    expect(toNumber(day({ communityFee: 100 })!)).toBe(18_900)
    expect(toNumber(day({ communityFee: 0.07 })!)).toBe(19_530)
    expect(toNumber(day({ communityFee: '12.5' })!)).toBe(20_737.5)
  })
})

describe('a pair without a pool', () => {
  test('it is put in the order of addresses, with the native coin in its wrapped form', () => {
    expect(sortedPair(usdc, weth, weth)).toEqual([weth, usdc])
    expect(sortedPair(usdc, ether, weth)).toEqual([weth, usdc])
    expect(sortedPair(weth, ether, weth)).toBeUndefined()
    expect(sortedPair(ether, usdc, undefined)).toBeUndefined()
    expect(tokenOn([usdc, weth], harbor.chainId, weth.address.toUpperCase().replace('0X', '0x'))).toBe(weth)
    expect(isOfPair(poolOf({}), [weth, usdc])).toBe(true)
  })

  test('0.0000001234 is a starting price, in either direction, to the last digit', () => {
    const pair = [meme, usdc] as const
    const start = readStartingPrice('0.0000001234', pair, false)
    const turned = readStartingPrice('8103727.7147487844', pair, true)
    if (start.is !== 'price' || turned.is !== 'price') throw new Error('That is a price.')
    expect(turned.start.tick).toBe(start.start.tick)
    expect(Math.abs(toNumber(start.start.off))).toBeLessThan(0.00005001)
    expect([
      readStartingPrice('', pair, false).is,
      readStartingPrice('0', pair, false).is,
      readStartingPrice('a lot', pair, false).is,
    ]).toEqual(['empty', 'invalid', 'invalid'])
  })

  test('keeps its starting price when it is looked at from the other token, and gets it back in the same digits', () => {
    for (const typed of ['3000', '0.0000001234', '1', '7', '60123.456', '8103727.71474878', '0.3']) {
      const turned = invertTypedPrice(typed)
      expect(invertTypedPrice(turned)).toBe(typed)
      const [start, other] = [
        readStartingPrice(typed, [meme, usdc], false),
        readStartingPrice(turned, [meme, usdc], true),
      ]
      expect(other.is === 'price' && other.start.tick).toBe(start.is === 'price' && start.start.tick)
    }
    expect(invertTypedPrice('3000')).toBe('0.000333333333333333')
    expect([invertTypedPrice(''), invertTypedPrice('a lot'), invertTypedPrice('0')]).toEqual(['', 'a lot', '0'])
  })

  test('it is measured by the service’s own prices, in both directions', () => {
    const off = (typed: string, inverted: boolean, pair: readonly [Token, Token] = [weth, usdc]) => {
      const read = readStartingPrice(typed, pair, inverted)
      if (read.is !== 'price') throw new Error('That is a price.')
      return marketPricesOf(pair, inverted, []).map((market) => offBps(market, read.start.got))
    }
    expect(off('3030', false)).toEqual([100])
    expect(off('0.00033003300330033', true)).toEqual([-99])
    expect(off('3030', false, [weth, token({ ...usdc, price: undefined })])).toEqual([])
  })

  test('it is not measured by a price that jumped just now, which is no market price', () => {
    const jumped: Token = { ...weth, cautions: [{ is: 'unusual price' }] }
    expect(marketPricesOf([weth, usdc], false, [])).toHaveLength(1)
    expect(marketPricesOf([jumped, usdc], false, [])).toEqual([])
    expect(marketPricesOf([usdc, jumped], true, [])).toEqual([])
  })

  test('it is measured by the deepest route over a third token, too, even if the service has no prices', () => {
    const unpriced = (some: Partial<Token>) => token({ ...some, price: undefined })
    const [one, two] = [unpriced({ id: 21, address: '0x21' }), unpriced({ id: 22, address: '0x22' })]
    const at = (price: string, token0: Token, token1: Token, tvl: string) => {
      const read = readStartingPrice(price, [token0, token1], false)
      if (read.is !== 'price') throw new Error('That is a price.')
      const { sqrtPriceX96, tick } = read.start
      return poolOf({ address: `0x${price}`, token0, token1, sqrtPriceX96, tick, tvl: parseFraction(tvl) })
    }
    const pools = [
      at('7', one, weth, '10'),
      at('7', two, weth, '1000'),
      at('6', one, usdc, '500'),
      at('0.5', usdc, two, '900'),
    ]
    const [market, ...others] = marketPricesOf([one, two], false, pools)
    expect(others).toEqual([])
    expect(market).toMatchObject({ by: 'pools', through: usdc })
    // Six dollars against two: three of the second for one of the first.
    expect(offBps(market!, parseFraction('3.3'))).toBeCloseTo(1000, -1)
    expect(marketPricesOf([one, two], false, pools.slice(0, 1))).toEqual([])
  })

  test('a new pool of a token that only has meme pools is a meme pool', () => {
    const pools = [poolOf({}), poolOf({ token0: meme, isMeme: true })]
    expect(isMemePair([weth, usdc], pools)).toBe(false)
    expect(isMemePair([weth, meme], pools)).toBe(true)
    expect(isMemePair([weth, token({ id: 50, address: '0x50' })], pools)).toBe(false)
  })

  test('it is empty and has no fee yet', () => {
    const start = readStartingPrice('3000', [weth, usdc], false)
    if (start.is !== 'price') throw new Error('That is a price.')
    const pool = newPoolOf([weth, usdc], start.start, { positionManager: '0x8', liveAt: 5, isMeme: true })
    expect([pool.address, pool.feePpm, pool.liquidity, pool.tick]).toEqual([undefined, undefined, 0n, start.start.tick])
  })
})

test('positions of a record keep who owns them, and fees in smallest units', () => {
  const range = { tickLower: -60, tickUpper: 60 }
  const silent = { path: '', amount0: undefined, amount1: undefined, value: undefined, ...range }
  const listed = [
    { ...silent, id: '7', owner: '0x1', liquidity: 5n, fees0: '0.5', fees1: '1.25' },
    { ...silent, id: '8', owner: undefined, liquidity: 5n, fees0: undefined, fees1: undefined },
    { ...silent, id: '9', owner: '0x1', liquidity: undefined, fees0: undefined, fees1: undefined },
  ]
  const positions = positionsOf({ ...recordOf(records.embedded)!, positions: listed }, poolOf({}))
  expect(positions.map(({ id, unclaimed }) => [id, unclaimed])).toEqual([
    ['7', { amount0: 5n * 10n ** 17n, amount1: 1_250_000n }],
  ])
})

test('prices are recorded once a moment, with the span of the last day', () => {
  const address = '0x5000000000000000000000000000000000000005'
  const at = (liveAt: number, tick: number) => recordSample(poolOf({ address, liveAt, tick }))
  at(1000, 10)
  at(1000, 99)
  at(90_000_000, -5)
  at(90_005_000, 7)
  expect(samplesOf(poolOf({ address })).map(({ tick }) => tick)).toEqual([10, -5, 7])
  expect(seenBetween(samplesOf(poolOf({ address })))).toEqual({ tickLower: -5, tickUpper: 7 })
  expect(seenBetween([{ at: 1, tick: 1 }])).toBeUndefined()
})

test.each([
  ['2', 200],
  ['0,5', 50],
  [' 12.25 ', 1225],
  ['50', 5000],
  ['50.01', undefined],
  ['-1', undefined],
  ['much', undefined],
  ['', undefined],
])('a tolerance typed as "%s" is %s basis points', (text, bps) => {
  expect(readTolerance(text)).toBe(bps)
})
