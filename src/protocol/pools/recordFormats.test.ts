import { describe, expect, test } from 'vitest'
import {
  poolAddress as pool,
  sqrtPriceX96 as root,
  tick,
  usdcAddress,
  wethAddress,
} from '../../../test/fixtures/poolRecords'
import type { ChainKind } from '../../domain/chain'
import { knownValue, type Pool, type PoolField } from '../../domain/pool'
import { selfChecks } from '../../domain/selfCheck'
import type { Token } from '../../domain/token'
import { createPoolReader } from './poolReader'
import { decodePools } from './poolsCodec'

/*
 * The same pool as many makes of service would tell it: WETH at 3,000 USDC, a fee of 0.3 %, three million dollars
 * locked, a million traded a day. The field names are those of public schemas; the figures are made up.
 */

const liquidity = '1234567890123456789'
const weth = { address: wethAddress, symbol: 'WETH', decimals: 18 }
const usdc = { address: usdcAddress, symbol: 'USDC', decimals: 6 }
const wrappedSol = 'So11111111111111111111111111111111111111112'
const solanaUsdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const solanaPool = '8sLbNZoA1cfnvMJLPfp98ZLAnFSYCFApfJKMbiXNLwxj'
const newYear = Date.UTC(2026, 0, 1)

function readAll(data: unknown, kind: ChainKind = 'evm', tokens: readonly Token[] = []) {
  const text = JSON.stringify({ message: '', data, status: true })
  const heard = { status: 200, contentType: 'application/json', retryAfter: undefined, receivedAt: 0, text }
  const reading = decodePools(heard)
  if (reading.is === 'refused') throw new Error(reading.refusal.code)
  return createPoolReader(kind, tokens).read(reading.value)
}
const read = (record: unknown, kind: ChainKind = 'evm', tokens: readonly Token[] = []): Pool =>
  readAll([record], kind, tokens)[0]!

/** Everything a make may tell, in short. */
function gist(of: Pool) {
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

type Make = readonly [name: string, record: object, expected: Partial<ReturnType<typeof gist>>, kind?: ChainKind]

const makes: readonly Make[] = [
  [
    'a Uniswap v4 subgraph',
    {
      id: `0x${'ab'.repeat(32)}`,
      feeTier: '3000',
      tickSpacing: '60',
      hooks: `0x${'0'.repeat(40)}`,
      token0: { ...weth, id: wethAddress, decimals: '18' },
      token1: { ...usdc, id: usdcAddress, decimals: '6' },
      sqrtPrice: root,
      tick: String(tick),
      liquidity,
      token0Price: '0.000333333333333',
      token1Price: '3000',
      volumeUSD: '300000000',
      txCount: '1',
      totalValueLockedUSD: '3000000',
      totalValueLockedToken0: '500',
      totalValueLockedToken1: '1500000',
    },
    {
      ...{ fee: 3000, spacing: 60, tick, price: 3000, liquidity, tvl: '3000000', everTraded: '300000000' },
      ...{ amounts: ['500', '1500000'], tokens: 'WETH/USDC', decimals: [18, 6], volume: 'missing' },
    },
  ],
  [
    'a list of statistics',
    {
      id: 'UG9vbDpF',
      address: pool,
      feeTier: { feeAmount: 3000, tickSpacing: 60, isDynamic: false },
      token0: { ...weth, project: { name: 'x' } },
      token1: usdc,
      totalLiquidity: { value: 3_000_000 },
      volume1Day: { value: 1_000_000 },
      volume30Day: { value: 30_000_000 },
      apr: 36.5,
      txCount: 5,
    },
    { fee: 3000, spacing: 60, tvl: '3000000', volume: '1000000', apr: '0.365', address: pool },
  ],
  [
    'an older Raydium, with bare mints',
    {
      id: solanaPool,
      mintA: wrappedSol,
      mintB: solanaUsdc,
      mintDecimalsA: 9,
      mintDecimalsB: 6,
      ammConfig: { id: 'x', protocolFeeRate: 120_000, tradeFeeRate: 2500, tickSpacing: 60, fundFeeRate: 40_000 },
      tvl: 2_805_070.5,
      day: { volume: 4_000_000, volumeFee: 10_000, feeA: '1', feeApr: 130.12, rewardApr: { A: 1 }, apr: 131.1 },
      week: { volume: 7, volumeFee: 1, apr: 1, feeApr: 1 },
      price: 140.5,
    },
    {
      ...{ addresses: [wrappedSol, solanaUsdc], decimals: [9, 6], fee: 2500, spacing: 60, price: 140.5 },
      ...{ volume: '4000000', fees: '10000', apr: '1.3012', tvl: '2805070.5' },
    },
    'solana',
  ],
  [
    'an older Orca, with figures by day, week and month',
    {
      address: solanaPool,
      tokenA: { mint: wrappedSol, symbol: 'SOL', decimals: 9 },
      tokenB: { mint: solanaUsdc, symbol: 'USDC', decimals: 6 },
      tickSpacing: 64,
      price: 140.5,
      lpFeeRate: 0.003,
      protocolFeeRate: 0.03,
      modifiedTimeMs: newYear,
      tvl: 2_805_070.5,
      volume: { day: 4_000_000, week: 28_000_000, month: 1 },
      volumeDenominatedA: { day: 1, week: 2, month: 3 },
      priceRange: { day: { min: 1, max: 2 } },
      feeApr: { day: 1.56, week: 1, month: 1 },
      reward0Apr: { day: 9 },
      totalApr: { day: 1.6, week: 1 },
    },
    { fee: 3000, spacing: 64, volume: '4000000', apr: '1.56', price: 140.5, updatedAt: newYear, tokens: 'SOL/USDC' },
    'solana',
  ],
  [
    'a whirlpool as its program keeps it',
    {
      address: solanaPool,
      tokenMintA: wrappedSol,
      tokenMintB: solanaUsdc,
      tickSpacing: 64,
      feeRate: 3000,
      protocolFeeRate: 300,
      liquidity: '45678901234567890',
      sqrtPrice: '6914453886778901218',
      tickCurrentIndex: -19_627,
      tokenVaultA: 'x',
    },
    { addresses: [wrappedSol, solanaUsdc], fee: 3000, tick: -19_627, liquidity: '45678901234567890' },
    'solana',
  ],
  [
    'a list of pairs whose base is the second token of the pool',
    {
      id: `eth_${pool}`,
      attributes: {
        base_token_price_usd: '1.0',
        quote_token_price_usd: '3000',
        base_token_price_quote_token: '0.000333333333',
        quote_token_price_base_token: '3000',
        name: 'USDC / WETH 0.3%',
        volume_usd: { h24: '1000000' },
        reserve_in_usd: '3000000',
      },
      relationships: {
        base_token: { data: { id: `eth_${usdcAddress}`, type: 'token' } },
        quote_token: { data: { id: `eth_${wethAddress}`, type: 'token' } },
      },
    },
    { address: pool, fee: 3000, price: 3000, addresses: [wethAddress, usdcAddress], tvl: '3000000' },
  ],
  [
    'an id that is an address behind the number of a chain',
    { id: `1:${pool}`, chainId: 1, swapFee: 0.003, liquidityUSD: 3_000_000, volumeUSD1d: 1_000_000, feeApr1d: 0.365 },
    { address: pool, fee: 3000, tvl: '3000000', volume: '1000000', apr: '0.365' },
  ],
  [
    'PancakeSwap, whose fee has a scale beside it',
    {
      lpAddress: pool,
      token0: { ...weth, id: wethAddress },
      token1: { ...usdc, id: usdcAddress },
      feeTier: 25,
      feeTierBase: 10_000,
      tvlUSD: '3000000',
      tvlUSD24h: '1',
      volumeUSD24h: '1000000',
      volumeUSD48h: '2000000',
      lpFee24hUsd: '2500',
      apr24h: '0.304',
      totalVolumeUSD: '99000000',
      tvlToken0: '500',
      tvlToken1: '1500000',
    },
    {
      ...{ fee: 2500, volume: '1000000', fees: '2500', apr: '0.304', everTraded: '99000000', tvl: '3000000' },
      amounts: ['500', '1500000'],
    },
  ],
  [
    'Balancer, whose tokens come in a list and whose figures in an object',
    {
      id: `0x${'cd'.repeat(32)}`,
      address: pool,
      type: 'WEIGHTED',
      createTime: newYear / 1000,
      dynamicData: { totalLiquidity: '3000000', volume24h: '1000000', fees24h: '3000', swapFee: '0.003' },
      poolTokens: [
        { ...weth, weight: '0.5', balance: '500', balanceUSD: '1500000' },
        { ...usdc, weight: '0.5', balance: '1500000', balanceUSD: '1500000' },
      ],
    },
    {
      ...{ fee: 3000, tvl: '3000000', volume: '1000000', fees: '3000', amounts: ['500', '1500000'] },
      ...{ createdAt: newYear, tokens: 'WETH/USDC' },
    },
  ],
  [
    'a subgraph with totals by their own names, and a fee of 18 places',
    {
      address: pool,
      swapFeePercentage: '3000000000000000',
      totalLiquidity: '3000000',
      totalSwapVolume: '99000000',
      tokens: [
        { ...weth, balance: '500' },
        { ...usdc, balance: '1500000' },
      ],
    },
    { fee: 3000, tvl: '3000000', everTraded: '99000000', amounts: ['500', '1500000'] },
  ],
  [
    'Velodrome and Aerodrome, whose `fee` is a contract',
    {
      lp: pool,
      symbol: 'CL60-WETH/USDC',
      decimals: 18,
      liquidity,
      tick,
      sqrt_ratio: root,
      token0: wethAddress,
      token1: usdcAddress,
      reserve0: '500000000000000000000',
      reserve1: '1500000000000',
      staked0: '1',
      fee: '0x9999999999999999999999999999999999999999',
      pool_fee: 3000,
      nfpm: '0x6666666666666666666666666666666666666666',
    },
    {
      ...{ address: pool, fee: 3000, spacing: 60, tick, liquidity },
      manager: '0x6666666666666666666666666666666666666666',
    },
  ],
  [
    'tokens X and Y, a fee in percent by its name',
    {
      pairAddress: pool,
      tokenX: { ...weth, priceUsd: 3000 },
      tokenY: { ...usdc, priceUsd: 1 },
      reserveX: 500,
      reserveY: 1_500_000,
      lbBinStep: 20,
      lbBaseFeePct: 0.3,
      lbMaxFeePct: 1,
      liquidityUsd: 3_000_000,
      volumeUsd: 1_000_000,
      feesUsd: 3000,
    },
    { address: pool, fee: 3000, tvl: '3000000', volume: '1000000', fees: '3000', amounts: ['500', '1500000'] },
  ],
  [
    'coins with balances in smallest units',
    {
      address: pool,
      coins: [
        { ...weth, decimals: '18', usdPrice: 3000, poolBalance: '500000000000000000000' },
        { ...usdc, decimals: '6', usdPrice: 1, poolBalance: '1500000000000' },
      ],
      usdTotal: 3_000_000,
      volumeUSD: 1_000_000,
    },
    { tvl: '3000000', amounts: ['500', '1500000'], volume: '1000000', price: 3000 },
  ],
  [
    'a liquidity that is three figures',
    {
      dexId: 'uniswap',
      pairAddress: pool,
      baseToken: weth,
      quoteToken: usdc,
      priceNative: '3000',
      priceUsd: '3000',
      txns: { h24: { buys: 1, sells: 1 } },
      volume: { h24: 1_000_000, h6: 2, h1: 1, m5: 0 },
      priceChange: { h24: 1 },
      liquidity: { usd: 3_000_000, base: 500, quote: 1_500_000 },
      pairCreatedAt: newYear,
    },
    {
      ...{ address: pool, protocol: 'uniswap', price: 3000, tvl: '3000000', volume: '1000000', createdAt: newYear },
      ...{ amounts: ['500', '1500000'], liquidity: 'missing' },
    },
  ],
  [
    'a chain that calls the fee a spread',
    { id: '1', current_tick: '-196257', current_tick_liquidity: liquidity, tick_spacing: '60', spread_factor: '0.003' },
    { fee: 3000, tick, spacing: 60, liquidity },
  ],
  [
    'the row of values a contract answers',
    { address: pool, token0: weth, token1: usdc, slot0: [root, String(tick), 0, 1, 1, 0, true], fee: 3000 },
    { tick, price: 3000, fee: 3000 },
  ],
  [
    'the state of an Algebra pool',
    { pool, token0: weth, token1: usdc, globalState: { price: root, tick, lastFee: 500, communityFee: 150 } },
    { address: pool, tick, price: 3000, fee: 500 },
  ],
  ['symbols where addresses would stand', { id: 'p', token0: 'WETH', token1: 'USDC' }, { tokens: 'WETH/USDC' }],
  ['a list of symbols', { id: 'p', tokens: ['WETH', 'USDC'], tvl: '3.0E+06' }, { tokens: 'WETH/USDC', tvl: '3000000' }],
  [
    'flat names with numbers at their ends',
    {
      address: pool,
      tokenAddress0: wethAddress,
      tokenAddress1: usdcAddress,
      tokenSymbol0: 'WETH',
      tokenSymbol1: 'USDC',
      tokenDecimals0: 18,
      tokenDecimals1: 6,
      tvl: '3,000,000.50',
      dailyVolumeUSD: '1000000',
      dailyFeesUSD: '3000',
      apr_24h_percent: 36.5,
      updatedAt: '1767225600000000000',
    },
    {
      ...{ tokens: 'WETH/USDC', addresses: [wethAddress, usdcAddress], decimals: [18, 6], tvl: '3000000.5' },
      ...{ volume: '1000000', fees: '3000', apr: '0.365', updatedAt: newYear },
    },
  ],
  [
    'figures kept by period, and by what they are',
    {
      address: pool,
      tvl: 3_000_000,
      '24h': { volume: 1_000_000, fees: 3000 },
      '7d': { volume: 7 },
      apr: { '24h': 36.5 },
    },
    { volume: '1000000', fees: '3000', apr: '0.365' },
  ],
  [
    'a rate in parts, of which trading counts',
    { address: pool, tvl: 3_000_000, volume24h: 1e6, fees24h: 3000, apr: { fee: 36.5, reward: 500, total: 536.5 } },
    { apr: '0.365', fee: 'missing' },
  ],
  [
    'coins by letter and figures in dollars by name',
    {
      pool_address: pool,
      coin_a: { symbol: 'SUI', decimals: 9 },
      coin_b: { symbol: 'USDC', decimals: 6 },
      fee_rate: '2500',
      tvl_in_usd: '3000000',
      vol_in_usd_24h: '1000000',
      fee_24_h: '2500',
      apr_24h: '30.417%',
      current_sqrt_price: '6914453886778901218',
      current_tick_index: -19_627,
    },
    { tokens: 'SUI/USDC', fee: 2500, tvl: '3000000', volume: '1000000', fees: '2500', apr: '0.30417', tick: -19_627 },
  ],
]

test.each(makes.map(([name, record, expected, kind]) => ({ name, record, expected, kind })))(
  '$name',
  ({ record, expected, kind }) => expect(gist(read(record, kind))).toMatchObject(expected),
)

describe('one figure under many names', () => {
  const figure = (name: 'tvl' | 'volume' | 'fees' | 'apr', key: string) =>
    knownValue(read({ address: pool, [key]: 1000 })[name])

  test.each(
    'tvl_usd tvlInUsd total_value_locked totalLiquidityUSD liquidity_in_usd reserveUSD poolTvl pool_tvl_usd tvlUSDC totalTvl currentTvl TVL'.split(
      ' ',
    ),
  )('value locked as %s', (key) => expect(figure('tvl', key)).toBe('1000'))

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
  )('yearly rate as %s', (key) => expect(figure('apr', key)).toBe('10'))

  test.each([
    { token0: { token: weth } },
    { token0_info: weth },
    { tokens: { token0: weth } },
    { pair: { base: weth } },
    { tokenA: { tokenAddress: wethAddress, tokenSymbol: 'WETH', tokenDecimals: '18' } },
    { tokenA: { mintAddress: wethAddress, ticker: 'WETH', decimals: 18 } },
  ])('a token as %j', (record) => expect(read({ address: pool, ...record }).token0).toMatchObject(weth))

  test('windows that are no day are none of these', () => {
    for (const key of ['volume7d', 'weekVolume', 'volume_1h', 'h1_volume', 'totalVolume7d'])
      expect(figure('volume', key)).toBeUndefined()
  })
})

describe('which unit a figure is in', () => {
  const place = { address: pool, token0: weth, token1: usdc }
  const fee = (figures: object) => gist(read({ ...place, ...figures })).fee

  test.each([
    [{ feeBps: 100 }, 10_000],
    [{ fee_bps: 30 }, 3000],
    [{ feePpm: 100 }, 100],
    [{ feePercent: 0.01 }, 100],
    // A percent that is none: 0.003 % is no usual fee, 0.3 % is.
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
    // A fee that follows the market is no round number: what was charged tells its unit.
    [{ fee: 0.0001234, volume24h: 1e6, fees24h: 123.4 }, 123],
    [{ tradeFeeNumerator: 25, tradeFeeDenominator: 10_000 }, 2500],
  ])('M-114 a fee of %j is %j', (figures, expected) => expect(fee(figures)).toBe(expected))

  test('amounts in smallest units show by their worth, by the price, or by sheer digits', () => {
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

  test('a Q64.64 price is known by its name when nothing else tells', () => {
    expect(gist(read({ ...place, sqrtPriceX64: String(BigInt(root) >> 32n) })).price).toBe(3000)
    expect(gist(read({ ...place, sqrtPriceX96: root }, 'solana')).price).toBe(3000)
  })

  test('the share of a community below one is a fraction', () => {
    const { communityFee } = read({ ...place, communityFee: 0.15 })
    expect(knownValue(communityFee)).toBe(150)
  })
})

describe('which way round', () => {
  const swapped = { address: pool, token0: usdc, token1: weth }

  test('a price follows the tokens as they are named', () => {
    expect(gist(read({ ...swapped, price: '0.000333333333' }))).toMatchObject({ tokens: 'WETH/USDC', price: 3000 })
  })

  test('amounts and fees of positions are turned with the tokens', () => {
    const positions = [
      {
        ...{ tickLower: -197_040, tickUpper: -195_000, liquidity: '5', amount0: '4500', amount1: '1.5' },
        uncollectedFees: { token0: '30', token1: '0.01' },
      },
    ]
    const [position] = read({ ...swapped, tick, sqrtPriceX96: root, positions }).positions
    expect(position).toMatchObject({ amount0: '1.5', amount1: '4500', fees0: '0.01', fees1: '30' })
  })

  test('a price is held against the tick where there is no square root', () => {
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

  test('M-112 a tick elsewhere than the square-root price', () => {
    expect(failing({ tick: 5, sqrtPriceX96: root })).toEqual(['tick and sqrt price'])
  })

  test('M-112 a price elsewhere than the square-root price', () => {
    expect(failing({ tick, sqrtPriceX96: root, price: 17 })).toEqual(['price and sqrt price'])
  })

  test('figures that are worked out are not borne out by what they are worked out from', () => {
    expect(failing({ sqrtPriceX96: root })).toEqual([])
    const checks = selfChecks(read({ address: pool, token0: weth, token1: usdc, sqrtPriceX96: root }))
    expect(checks.slice(0, 2).map(({ result }) => result)).toEqual(['cannot tell', 'cannot tell'])
  })
})

test('decimals are those of the chain list, and a record that says otherwise is told of', () => {
  const chain = { id: 1, chainId: 741001, name: 'Harbor', kind: 'evm', isEnabled: true } as const
  const listed = { id: 1, chain, ...weth, name: 'WETH', isNative: false, price: '3000', imagePath: undefined }
  const { token0, remarks } = read({ address: pool, token0: { ...weth, decimals: 8 }, token1: usdc }, 'evm', [listed])
  expect(token0.decimals).toBe(18)
  expect(remarks.map(({ says }) => says)).toContain(
    'The record gives WETH 8 decimals, the chain list 18: the list is used.',
  )
})

test('a pool of more than two tokens shows two, and says so', () => {
  const { remarks } = read({ address: pool, tokens: [weth, usdc, { symbol: 'DAI' }] })
  expect(remarks.map(({ says }) => says)).toContain('The pool holds 3 tokens; the first two are shown.')
})

test('two records of the same fields, one with named tokens and one with bare addresses, are both read', () => {
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

describe('where the list is', () => {
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

  test('the address of a pool may be what it is listed under', () => {
    const [first] = readAll({ [a!.address]: { tvl: 1 }, [b!.address]: { tvl: 2 } })
    expect(first?.address).toMatchObject({ value: a!.address, reason: 'the name it is listed under' })
  })

  test('a pool alone is a list of one, whatever lists it has', () => {
    for (const data of [a, { ...a, positions: [{ tickLower: 1 }, {}] }, { ...a, data: { x: { y: 1 } } }])
      expect(readAll(data).map(({ id }) => id)).toEqual([a!.address])
  })

  test('M-109 no data, an empty list and an empty object are no pools', () => {
    for (const data of [null, [], {}, { pools: [] }, { pools: null }]) expect(readAll(data)).toEqual([])
  })
})

describe('a dump of a subgraph', () => {
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
  ])('has the volume and fees of a day in poolDayData: %s', (_, poolDayData, volume, fees) => {
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
])('flat odd names tell the two tokens: %j', (names) => {
  const { token0, token1 } = read({ pool, ...names })
  expect([token0.symbol, token1.symbol]).toEqual(['WETH', 'USDC'])
})
