import { describe, expect, test } from 'vitest'
import { poolFormats, usdc, weth } from '../../../test/fixtures/poolFormats'
import {
  poolAddress as pool,
  sqrtPriceX96 as root,
  tick,
  usdcAddress,
  wethAddress,
} from '../../../test/fixtures/poolRecords'
import type { ChainKind } from '../../domain/chain'
import { knownValue, type Pool, type PoolField } from '../../domain/pools/pool'
import { selfChecks } from '../../domain/pools/selfCheck'
import type { Token } from '../../domain/token'
import { createPoolReader } from './poolReader'
import { decodePools } from './poolsCodec'

/* Pools in the field names of public schemas; their sources are in the fixture. */

function readAll(data: unknown, kind: ChainKind = 'evm', tokens: readonly Token[] = []) {
  const text = JSON.stringify({ message: '', data, status: true })
  const heard = { status: 200, contentType: 'application/json', retryAfter: undefined, receivedAt: 0, text }
  const reading = decodePools(heard)
  if (reading.is === 'refused') throw new Error(reading.refusal.code)
  return createPoolReader(kind, tokens).read(reading.value)
}
const read = (record: unknown, kind: ChainKind = 'evm', tokens: readonly Token[] = []): Pool =>
  readAll([record], kind, tokens)[0]!

/** The main figures of a pool, for comparison. */
function mainFigures(of: Pool) {
  const say = <Value>(figure: PoolField<Value>) => (figure.is === 'known' ? figure.value : figure.is)
  return {
    address: say(of.address),
    tokens: [of.token0.symbol, of.token1.symbol].join('/'),
    addresses: [of.token0.address, of.token1.address],
    decimals: [of.token0.decimals, of.token1.decimals],
    fee: say(of.feePpm),
    spacing: say(of.tickSpacing),
    tick: say(of.tick),
    price: of.price.is === 'known' ? Number(Number(of.price.value).toPrecision(6)) : of.price.is,
    liquidity: String(say(of.liquidity)),
    tvl: say(of.tvl),
    volume: say(of.volume),
    fees: say(of.fees),
    everTraded: say(of.totalVolume),
    apr: say(of.apr),
    amounts: [say(of.amount0), say(of.amount1)],
    protocol: say(of.protocol),
    manager: say(of.positionManager),
    createdAt: say(of.createdAt),
    updatedAt: say(of.updatedAt),
  }
}

test.each(poolFormats.map(([name, record, expected, kind]) => ({ name, record, expected, kind })))(
  '$name',
  ({ record, expected, kind }) => expect(mainFigures(read(record, kind))).toMatchObject(expected),
)

describe('figures under different field names', () => {
  const figure = (name: 'tvl' | 'volume' | 'fees' | 'apr', key: string) =>
    knownValue(read({ address: pool, [key]: 1000 })[name])

  test.each(
    'tvl_usd tvlInUsd total_value_locked totalLiquidityUSD liquidity_in_usd reserveUSD poolTvl pool_tvl_usd tvlUSDC totalTvl currentTvl TVL'.split(
      ' ',
    ),
  )('TVL as %s', (key) => expect(figure('tvl', key)).toBe('1000'))

  test.each(
    'volume24hUSD volumeUSD_24h usdVolume24h h24_volume_usd 24h_volume_usd day_volume daily_volume_usd turnover_24h volume_1d oneDayVolumeUSD volume24 vol24h tradingVolume24h last24hVolume dayVolume volume24Hours totalVolume24h'.split(
      ' ',
    ),
  )('volume as %s', (key) => expect(figure('volume', key)).toBe('1000'))

  test.each(
    'fees_24h_usd fees24hUSD dailyFees fee24h tradingFees24h swapFees24hUsd lp_fees_24h feesUSD24h fees1d oneDayFeesUSD dayFees feeRevenue24h totalFees24h'.split(
      ' ',
    ),
  )('fees as %s', (key) => expect(figure('fees', key)).toBe('1000'))

  test.each(
    'apr APR aprBase base_apr fee_apr feeAPR24h poolApr apr24h estimatedApr dayApr tradingApr swapApr lp_apr annualPercentageRate'.split(
      ' ',
    ),
  )('APR as %s', (key) => expect(figure('apr', key)).toBe('10'))

  test.each([
    { token0: { token: weth } },
    { token0_info: weth },
    { tokens: { token0: weth } },
    { pair: { base: weth } },
    { tokenA: { tokenAddress: wethAddress, tokenSymbol: 'WETH', tokenDecimals: '18' } },
    { tokenA: { mintAddress: wethAddress, ticker: 'WETH', decimals: 18 } },
  ])('a token given as %j', (record) => expect(read({ address: pool, ...record }).token0).toMatchObject(weth))

  test('figures of time windows other than a day are not used', () => {
    for (const key of ['volume7d', 'weekVolume', 'volume_1h', 'h1_volume', 'totalVolume7d'])
      expect(figure('volume', key)).toBeUndefined()
  })
})

describe('the unit of a figure', () => {
  const place = { address: pool, token0: weth, token1: usdc }
  const fee = (figures: object) => mainFigures(read({ ...place, ...figures })).fee

  test.each([
    [{ feeBps: 100 }, 10_000],
    [{ fee_bps: 30 }, 3000],
    [{ feePpm: 100 }, 100],
    [{ feePercent: 0.01 }, 100],
    // 0.003 % is not a usual fee, so the value is a fraction: 0.3 %.
    [{ feePercent: 0.003 }, 3000],
    [{ fee: '0.30 %' }, 3000],
    [{ fee: '0.003000000000000000' }, 3000],
    [{ fee: 30, tickSpacing: 60 }, 3000],
    [{ fee: 0.01, name: 'WETH/USDC 1%' }, 10_000],
    [{ fee: 0.01, name: 'WETH/USDC 0.01%' }, 100],
    [{ name: '80% WETH 20% USDC' }, 'missing'],
    [{ name: 'WETH/USDC 50%' }, 'missing'],
    [{ fee: { bps: 30 } }, 3000],
    [{ fees: { tier: 500 } }, 500],
    // A dynamic fee is not a round number: the fees charged show its unit.
    [{ fee: 0.0001234, volume24h: 1e6, fees24h: 123.4 }, 123],
    [{ tradeFeeNumerator: 25, tradeFeeDenominator: 10_000 }, 2500],
  ])('M-114 a fee of %j is %j', (figures, expected) => expect(fee(figures)).toBe(expected))

  test('amounts in smallest units are recognised by the TVL, by the price, or by their size', () => {
    const amounts = (figures: object) => {
      const { amount0, amount1 } = read({ ...place, ...figures })
      return [amount0, amount1].map((figure) => figure.is === 'known' && [figure.value, figure.certainty])
    }
    const units = { reserve0: '500000000000000000000', reserve1: '1500000000000' }
    const priced = { token0: { ...weth, priceUSD: 3000 }, token1: { ...usdc, priceUSD: 1 }, tvl: 3_000_000 }
    expect(amounts({ ...units, ...priced })).toEqual([
      ['500', 'evident'],
      ['1500000', 'evident'],
    ])
    expect(amounts({ reserves: [units.reserve0, units.reserve1], sqrtPriceX96: root, tick })).toEqual([
      ['500', 'evident'],
      ['1500000', 'evident'],
    ])
    const alike = { token1: { ...usdc, decimals: 18 }, reserve0: '5e20', reserve1: '15e23' }
    expect(amounts(alike)).toEqual([
      ['500', 'assumed'],
      ['1500000', 'assumed'],
    ])
    expect(amounts({ reserve0: 500, reserve1: 1_500_000, sqrtPriceX96: root, tick })).toEqual([
      ['500', 'reported'],
      ['1500000', 'reported'],
    ])
  })

  test('a Q64.64 price is recognised by its field name when nothing else shows it', () => {
    expect(mainFigures(read({ ...place, sqrtPriceX64: String(BigInt(root) >> 32n) })).price).toBe(3000)
    expect(mainFigures(read({ ...place, sqrtPriceX96: root }, 'solana')).price).toBe(3000)
  })

  test('a community share below one is a fraction', () => {
    const { communityFee } = read({ ...place, communityFee: 0.15 })
    expect(knownValue(communityFee)).toBe(150)
  })
})

describe('variants of one figure', () => {
  test.each([
    ['0.3%', 3000],
    ['0,3 %', 3000],
    ['30 bps', 3000],
    ['30bp', 3000],
    ['3000 ppm', 3000],
    ['1 bps', 100],
    ['0.003', 3000],
    [3e3, 3000],
    ['dynamic', undefined],
    ['0x0bb8', undefined],
    ['NaN', undefined],
    [1, undefined],
  ])('a fee of %j is %s millionths', (fee, ppm) => expect(knownValue(read({ address: pool, fee }).feePpm)).toBe(ppm))

  test.each([
    ['feePpm', 30, 30],
    ['fee_ppm', '45', 45],
    ['feePips', 500, 500],
    ['feeInHundredthsOfBips', 3000, 3000],
    ['feeTierBps', 30, 3000],
    ['lpFeeBps', '1', 100],
    ['swap_fee_pct', '0.05', 500],
    ['poolFeeInBps', 100, 10_000],
  ])('%s of %j is %i millionths, by its name', (name, value, ppm) =>
    expect(knownValue(read({ address: pool, [name]: value }).feePpm)).toBe(ppm),
  )

  const at = Date.UTC(2023, 10, 14, 22, 13, 20)
  test.each([
    [at / 1000, at],
    [String(at / 1000), at],
    [at, at],
    [at * 1000, at],
    [`${at / 1000}.5`, at + 500],
    ['2023-11-14T22:13:20Z', at],
    ['2023-11-14T22:13:20.000+00:00', at],
    ['2023-11-14T23:13:20+0100', at],
    ['2023-11-14 22:13:20', at],
    ['2023-11-14T22:13:20', at],
    ['2023-11-14 22:13:20 UTC', at],
    ['Tue, 14 Nov 2023 22:13:20 GMT', at],
    ['2023-11-14', Date.UTC(2023, 10, 14)],
    [20231114, undefined],
    [0, undefined],
    ['yesterday', undefined],
    ['block 12', undefined],
    ['11/14/2023', undefined],
    [-1, undefined],
  ])('a time of %j is %s: in UTC where it names no zone, and never guessed', (updatedAt, milliseconds) =>
    expect(knownValue(read({ address: pool, updatedAt }).updatedAt)).toBe(milliseconds),
  )

  test.each([
    [null, 'missing'],
    ['', 'missing'],
    ['NaN', 'unclear'],
    ['n/a', 'unclear'],
    ['Infinity', 'unclear'],
    ['1.2M', 'unclear'],
    ['-5', 'unclear'],
    [1e30, 'unclear'],
    [true, 'unclear'],
    [0, '0'],
    ['0.0', '0'],
    ['$1,234.5', '1234.5'],
    ['1.2345e7', '12345000'],
  ])('a TVL of %j is %s', (tvlUSD, shown) => {
    const { tvl } = read({ address: pool, tvlUSD })
    expect(tvl.is === 'known' ? tvl.value : tvl.is).toBe(shown)
  })

  const stable = { address: pool, token0: { ...usdc, symbol: 'USDC' }, token1: { ...usdc, address: wethAddress } }
  test.each([
    ['without a proof', { ...stable, reserve0: '1500000000000', reserve1: '1490000000000' }, 'unclear'],
    ['without decimals', { address: pool, reserve0: '1500000000000', reserve1: '2000000000000000000' }, 'unclear'],
    ['with decimals', { ...stable, reserve0: '1500000.5', reserve1: '1490000' }, 'known'],
    ['of small whole numbers', { ...stable, reserve0: '1500000', reserve1: '1490000' }, 'known'],
  ])('amounts %s are %s', (_, record, is) => expect(read(record).amount0.is).toBe(is === 'known' ? 'known' : is))

  test('the contract of a hook, a factory or an owner is never the address of the pool', () => {
    const other = { address: usdcAddress }
    const { address, hook, id } = read({ id: `0x${'7'.repeat(64)}`, hook: other, factory: other, owner: { id: pool } })
    expect([address.is, knownValue(hook), id]).toEqual(['unclear', usdcAddress, `0x${'7'.repeat(64)}`])
  })
})

describe('the direction of figures', () => {
  const swapped = { address: pool, token0: usdc, token1: weth }

  test('a price follows the order in which the tokens are listed', () => {
    expect(mainFigures(read({ ...swapped, price: '0.000333333333' }))).toMatchObject({
      tokens: 'WETH/USDC',
      price: 3000,
    })
  })

  test('amounts and fees of positions are swapped with the tokens', () => {
    const positions = [
      {
        ...{ tickLower: -197_040, tickUpper: -195_000, liquidity: '5', amount0: '4500', amount1: '1.5' },
        uncollectedFees: { token0: '30', token1: '0.01' },
      },
    ]
    const [position] = read({ ...swapped, tick, sqrtPriceX96: root, positions }).positions
    expect(position).toMatchObject({ amount0: '1.5', amount1: '4500', fees0: '0.01', fees1: '30' })
  })

  test('a price is compared with the tick if the record has no square-root price', () => {
    const price = (price: number) => read({ address: pool, token0: weth, token1: usdc, tick, price }).price
    expect(price(3000)).toMatchObject({ value: '3000', path: '$.price', certainty: 'evident' })
    expect(price(1 / 3000)).toMatchObject({ path: '$.price', certainty: 'evident' })
    expect(price(17)).toMatchObject({ path: '$.tick', certainty: 'derived' })
  })
})

describe('figures that contradict each other fail their check', () => {
  const failing = (figures: object) =>
    selfChecks(read({ address: pool, token0: weth, token1: usdc, ...figures }))
      .filter(({ result }) => result === 'fails')
      .map(({ code }) => code)

  test('M-112 a tick that differs from the square-root price', () => {
    expect(failing({ tick: 5, sqrtPriceX96: root })).toEqual(['tick and sqrt price'])
  })

  test('M-112 a price that differs from the square-root price', () => {
    expect(failing({ tick, sqrtPriceX96: root, price: 17 })).toEqual(['price and sqrt price'])
  })

  test('derived figures are not confirmed by the figures they are derived from', () => {
    expect(failing({ sqrtPriceX96: root })).toEqual([])
    const checks = selfChecks(read({ address: pool, token0: weth, token1: usdc, sqrtPriceX96: root }))
    expect(checks.slice(0, 2).map(({ result }) => result)).toEqual(['cannot tell', 'cannot tell'])
  })
})

test('decimals are those of the chain list, and a record that differs is reported', () => {
  const chain = { id: 1, chainId: 741001, name: 'Harbor', kind: 'evm', isEnabled: true } as const
  const listed = { id: 1, chain, ...weth, name: 'WETH', isNative: false, price: '3000', imagePath: undefined }
  const { token0, remarks } = read({ address: pool, token0: { ...weth, decimals: 8 }, token1: usdc }, 'evm', [listed])
  expect(token0.decimals).toBe(18)
  expect(remarks).toContainEqual(expect.objectContaining({ code: 'decimals', symbol: 'WETH', reported: 8, listed: 18 }))
})

test('a pool of more than two tokens shows two, with a remark', () => {
  const { remarks } = read({ address: pool, tokens: [weth, usdc, { symbol: 'DAI' }] })
  expect(remarks).toContainEqual({ code: 'tokens', is: 'more than two tokens', count: 3 })
})

test('records with token objects and with bare addresses are read in one list', () => {
  const pools = readAll([
    { address: pool, tokens: [wethAddress, usdcAddress] },
    { address: usdcAddress, tokens: [weth, usdc] },
  ])
  expect(pools.map(({ token0 }) => [token0.address, token0.symbol])).toEqual([
    [wethAddress, undefined],
    [wethAddress, 'WETH'],
  ])
})

describe('positions and ticks', () => {
  const range = { tickLower: -60, tickUpper: 60, liquidity: '5' }

  test.each([
    ['a graph', { edges: [{ node: range }] }],
    ['a list inside', { items: [range] }],
    ['a map by number', { 7: range }],
    ['a range inside', [{ range: { lower: -60, upper: 60 }, liquidity: 5 }]],
    ['a pair of ticks', [{ tickRange: [-60, 60], liquidity: 5 }]],
    ['ticks that are objects', [{ lower: { tickIdx: '-60' }, upper: { tickIdx: '60' }, liquidity: 5 }]],
    ['indexes', [{ tick_lower_index: -60, tick_upper_index: '60', liquidity: 5 }]],
  ])('positions as %s', (_, positions) => {
    const [position, ...others] = read({ address: pool, positions }).positions
    expect(position).toMatchObject({ tickLower: -60, tickUpper: 60, liquidity: 5n })
    expect(others).toEqual([])
  })

  test('ticks as a map by tick', () => {
    const ticks = { '-60': { liquidityNet: '5' }, 60: { liquidityNet: '-5' } }
    expect(read({ address: pool, ticks }).ticks.toSorted((a, b) => a.tick - b.tick)).toEqual([
      { tick: -60, liquidityNet: 5n },
      { tick: 60, liquidityNet: -5n },
    ])
  })
})

describe('the place of the list in the answer', () => {
  const [a, b] = [1, 2].map((number) => ({ address: `0x${'0'.repeat(39)}${number}`, token0: 'A', token1: 'B', tvl: 1 }))
  const byId = { [a!.address]: a, [b!.address]: b }

  test.each([
    ['an array', [a, b]],
    ['data in data', { data: [a, b] }],
    ['pools', { pools: [a, b], total: 2, hasMore: false }],
    ['pools in data', { data: { pools: [a, b] } }],
    ['a graph', { pools: { edges: [{ node: a, cursor: 'x' }, { node: b }], pageInfo: {} } }],
    ['nodes', { nodes: [a, b] }],
    ['a map', byId],
    ['a map with a count beside', { ...byId, count: 2 }],
    ['a map in pools', { pools: byId }],
    ['a list of a name of its own', { whirlpools: [a, b], hasMore: false }],
    ['lists by network', { Harbor: [a], Delta: [b] }],
    ['objects with pools by network', { Harbor: { pools: [a, b] } }],
    ['groups', [{ network: 'Harbor', pools: [a, b] }]],
    ['maps by network', { Harbor: byId }],
    ['lists in a list', [[a], [b]]],
    ['deep', { result: { data: { items: [a, b] } } }],
    ['things that are no pools between', [null, a, 'x', b]],
    [
      'things beside what they are about',
      { data: [a, b], included: [{ id: 'x', type: 'token', attributes: {} }], links: {} },
    ],
  ])('%s', (_, data) => expect(readAll(data).map(({ id }) => id)).toEqual([a!.address, b!.address]))

  test.each<[string, (bad: unknown) => unknown]>([
    ['among edges', (bad) => [{ node: a! }, bad, { node: b! }]],
    ['among groups', (bad) => [{ dex: 'Harbor', pools: [a!] }, bad, { pools: [b!] }]],
    ['among lists in a list', (bad) => [[a!], bad, [b!]]],
    ['in a map', (bad) => ({ [a!.address]: a!, bad, [b!.address]: b! })],
    ['among lists by network', (bad) => ({ Harbor: [a!], Delta: bad, Quarry: [b!] })],
    [
      'among objects with pools by network',
      (bad) => ({ Harbor: { pools: [a!] }, Delta: bad, Quarry: { pools: [b!] } }),
    ],
  ])('one bad entry %s is dropped without the others', (_, among) => {
    for (const bad of [null, 7, 'x', true, [], [7]])
      expect(readAll(among(bad)).map(({ id }) => id)).toEqual([a!.address, b!.address])
  })

  test('the key of a pool in a map can be its address', () => {
    const [first] = readAll({ [a!.address]: { tvl: 1 }, [b!.address]: { tvl: 2 } })
    expect(first?.address).toMatchObject({ value: a!.address, reason: 'the name it is listed under' })
  })

  test('a single pool is a list of one, even if it contains lists', () => {
    for (const data of [a, { ...a, positions: [{ tickLower: 1 }, {}] }, { ...a, data: { x: { y: 1 } } }])
      expect(readAll(data).map(({ id }) => id)).toEqual([a!.address])
  })

  test('M-109 no data, an empty list and an empty object are an empty list of pools', () => {
    for (const data of [null, [], {}, { pools: [] }, { pools: null }]) expect(readAll(data)).toEqual([])
  })
})

describe('an export of a subgraph', () => {
  const dump = {
    ...{ id: pool, token0: { id: usdcAddress, symbol: 'USDC' }, token1: { id: wethAddress, symbol: 'WETH' } },
    ...{ feeTier: '3000', volumeUSD: '900000000', feesUSD: '2700000', txCount: '5', totalValueLockedUSD: '1000000' },
  }
  const day = { volumeUSD: '100000', feesUSD: '300' }
  const dayBefore = { volumeUSD: '90000', feesUSD: '270' }

  test.each([
    ['one dated day', [{ date: 1767225600, ...day }], '100000', '300'],
    ['one day without a date', [day], '100000', '300'],
    [
      'a running day and a whole one',
      [
        { date: 1767225600, ...dayBefore },
        { date: 1767139200, ...day },
      ],
      '100000',
      '300',
    ],
    ['days without dates, the newest first', [day, dayBefore], '100000', '300'],
  ])('an export has the volume and fees of a day in poolDayData: %s', (_, poolDayData, volume, fees) => {
    const understood = read({ ...dump, poolDayData })
    expect([knownValue(understood.volume), knownValue(understood.fees)]).toEqual([volume, fees])
    expect(knownValue(understood.totalVolume)).toBe('900000000')
  })
})

test.each([
  { sym0: 'WETH', sym1: 'USDC' },
  { t0: 'WETH', t1: 'USDC' },
  { tkn0_sym: 'WETH', tkn1_sym: 'USDC' },
  { token1Symbol: 'WETH', token2Symbol: 'USDC' },
  { token1: 'WETH', token2: 'USDC' },
  { firstToken: 'WETH', secondToken: 'USDC' },
  { leftSymbol: 'WETH', rightSymbol: 'USDC' },
  { tokenIn: 'WETH', tokenOut: 'USDC' },
  { coin_a: 'WETH', coin_b: 'USDC' },
  { symbols: ['WETH', 'USDC'] },
  { pair: 'WETH/USDC' },
  { name: 'WETH-USDC 0.3%' },
  { ticker_id: 'WETH_USDC' },
  { token_symbols: 'WETH/USDC' },
])('unusual flat names identify the two tokens: %j', (names) => {
  const { token0, token1 } = read({ pool, ...names })
  expect([token0.symbol, token1.symbol]).toEqual(['WETH', 'USDC'])
})
