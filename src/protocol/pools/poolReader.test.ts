import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as records from '../../../test/fixtures/poolRecords'
import type { ChainKind } from '../../domain/chain'
import { tickToSqrtPriceX96 } from '../../domain/liquidity/tick'
import { knownValue, type Pool, type PoolField } from '../../domain/pools/pool'
import type { Token } from '../../domain/token'
import type { PoolsAnswer } from '../serviceMessages'
import { createPoolReader } from './poolReader'
import { decodePools } from './poolsCodec'

const answerOf = (data: unknown, before?: PoolsAnswer): PoolsAnswer => {
  const text = JSON.stringify({ message: '', data, status: true })
  const reading = decodePools(
    { status: 200, contentType: 'application/json', retryAfter: undefined, receivedAt: 0, text },
    before,
  )
  if (reading.is === 'refused') throw new Error(reading.refusal.code)
  return reading.value
}

function token(id: number, address: string, symbol: string, decimals: number, price: string): Token {
  const chain = { id: 1, chainId: 741001, name: 'Harbor', kind: 'evm', isEnabled: true } as const
  return { id, chain, address, symbol, name: symbol, decimals, isNative: false, price, imagePath: undefined }
}
const weth = token(102, records.wethAddress, 'WETH', 18, '3000')
const usdc = token(103, records.usdcAddress, 'USDC', 6, '1')

const readAll = (data: readonly unknown[], kind: ChainKind = 'evm', tokens: readonly Token[] = []) =>
  createPoolReader(kind, tokens).read(answerOf(data))
const read = (record: unknown, kind: ChainKind = 'evm', tokens: readonly Token[] = []): Pool =>
  readAll([record], kind, tokens)[0]!
const say = (figure: PoolField<unknown>) =>
  figure.is === 'known'
    ? [figure.value, figure.path, figure.certainty]
    : figure.is === 'unclear'
      ? ['unclear', figure.path, figure.reason]
      : ['missing']
const reasonOf = (figure: PoolField<unknown>) => (figure.is === 'missing' ? '' : figure.reason)

describe('pool records of public services', () => {
  test('the embedded exchange', () => {
    const pool = read(records.embedded, 'evm', [weth, usdc])
    expect(pool.id).toBe(records.poolAddress)
    expect(say(pool.name)).toEqual(['WETH/USDC', '$.name', 'reported'])
    expect(say(pool.protocol)).toEqual(['native', '$.dex', 'reported'])
    expect([pool.token0.token, pool.token1.token]).toEqual([weth, usdc])
    expect(pool.token0).toMatchObject({
      address: records.wethAddress,
      symbol: 'WETH',
      decimals: 18,
      price: '3000',
      path: '$.token0.address',
    })
    expect(say(pool.feePpm)).toEqual([3000, '$.fee', 'evident'])
    expect(reasonOf(pool.feePpm)).toBe('in millionths: agrees with fees ÷ volume')
    expect(say(pool.tickSpacing)).toEqual([60, '$.tickSpacing', 'reported'])
    expect(say(pool.tick)).toEqual([records.tick, '$.tick', 'evident'])
    expect(say(pool.sqrtPriceX96)).toEqual([BigInt(records.sqrtPriceX96), '$.sqrtPriceX96', 'evident'])
    expect(reasonOf(pool.sqrtPriceX96)).toBe('Q64.96: agrees with the tick within 1')
    expect(say(pool.price)).toEqual(['3000', '$.price', 'evident'])
    expect(say(pool.liquidity)).toEqual([BigInt(records.liquidity), '$.liquidity', 'evident'])
    expect(say(pool.amount0)).toEqual(['500.5', '$.balance0', 'reported'])
    expect(say(pool.tvl)).toEqual(['3000000', '$.tvlUsd', 'reported'])
    expect(reasonOf(pool.tvl)).toBe('`tvlUsd` by name')
    expect(say(pool.volume)).toEqual(['1000000', '$.volume24h', 'reported'])
    expect(say(pool.fees)).toEqual(['3000', '$.fees24h', 'reported'])
    expect(say(pool.totalVolume)).toEqual(['missing'])
    expect(say(pool.apr)).toEqual(['0.365', '$.apr', 'evident'])
    expect(reasonOf(pool.apr)).toBe('in percent: agrees with fees × 365 ÷ TVL')
    expect(say(pool.isMeme)).toEqual([false, '$.isMeme', 'reported'])
    expect(say(pool.positionManager)).toEqual([
      '0x6666666666666666666666666666666666666666',
      '$.positionManager',
      'reported',
    ])
    expect(say(pool.updatedAt)).toEqual([Date.UTC(2026, 0, 1, 2, 0, 5), '$.updatedAt', 'reported'])
    expect(say(pool.hourlyAt)).toEqual([Date.UTC(2026, 0, 1, 2), '$.hourlyUpdatedAt', 'reported'])
    expect(pool.positions).toEqual([
      {
        path: '$.positions[0]',
        id: '7',
        owner: '0x5555555555555555555555555555555555555555',
        tickLower: -197_040,
        tickUpper: -195_000,
        liquidity: BigInt(records.liquidity),
        amount0: '1.5',
        amount1: '4500',
        fees0: '0.01',
        fees1: '30',
        value: '9000',
      },
    ])
    expect(pool.ticks.map(({ tick }) => tick)).toEqual([-197_040, -195_000])
    expect(pool.history.map(({ close }) => close)).toEqual(['3000', '3001'])
    expect(pool.remarks).toEqual([])
    expect(pool.unknown).toEqual(['$.networkName', '$.chainId', '$.volume7d', '$.fees7d', '$.router', '$.factory'])
  })

  test('a Uniswap subgraph', () => {
    const pool = read(records.subgraph)
    expect(pool.id).toBe(records.poolAddress)
    expect(pool.token0).toMatchObject({ address: records.wethAddress, symbol: 'WETH', decimals: 18, token: undefined })
    expect(say(pool.feePpm)).toEqual([3000, '$.feeTier', 'evident'])
    expect(say(pool.sqrtPriceX96)).toEqual([BigInt(records.sqrtPriceX96), '$.sqrtPrice', 'evident'])
    // In this schema token0Price counts token0 per token1, unlike its name.
    expect(say(pool.price)).toEqual(['3000', '$.token0Price', 'evident'])
    expect(reasonOf(pool.price)).toContain('reciprocal')
    expect(say(pool.tvl)).toEqual(['3000000.123456789', '$.totalValueLockedUSD', 'reported'])
    expect(say(pool.totalVolume)).toEqual(['300000000.5', '$.volumeUSD', 'reported'])
    expect(say(pool.volume)).toEqual(['1000000', '$', 'derived'])
    expect(reasonOf(pool.volume)).toBe('the last whole day of the history')
    expect(say(pool.fees)).toEqual(['3000', '$', 'derived'])
    expect(say(pool.totalFees)).toEqual(['900000.25', '$.feesUSD', 'reported'])
    expect(say(pool.apr)).toEqual(['missing'])
    expect(say(pool.amount0)).toEqual(['500', '$.totalValueLockedToken0', 'reported'])
    expect(say(pool.createdAt)).toEqual([Date.UTC(2025, 0, 1), '$.createdAtTimestamp', 'reported'])
    expect(pool.ticks).toEqual([
      { tick: -197_000, liquidityNet: BigInt(records.liquidity) },
      { tick: -195_000, liquidityNet: -BigInt(records.liquidity) },
    ])
    expect(pool.remarks.map(({ code }) => code)).toEqual(['M-117'])
  })

  test("an Algebra subgraph, whose token0Price is the reciprocal of Uniswap's", () => {
    const pool = read(records.algebra)
    expect(say(pool.price)).toEqual(['3000', '$.token0Price', 'evident'])
    expect(reasonOf(pool.price)).toBe('agrees with the square-root price')
    expect(say(pool.feePpm)).toEqual([500, '$.fee', 'reported'])
    expect(say(pool.communityFee)).toEqual([150, '$.communityFee', 'assumed'])
    expect(say(pool.tickSpacing)).toEqual([60, '$.tickSpacing', 'reported'])
  })

  test('Raydium', () => {
    const pool = read(records.raydium, 'solana')
    expect(say(pool.address)).toEqual(['8sLbNZoA1cfnvMJLPfp98ZLAnFSYCFApfJKMbiXNLwxj', '$.id', 'reported'])
    expect(pool.token0).toMatchObject({ symbol: 'WSOL', decimals: 9, path: '$.mintA.address' })
    expect(say(pool.feePpm)).toEqual([2500, '$.feeRate', 'evident'])
    expect(reasonOf(pool.feePpm)).toBe('in a fraction: agrees with fees ÷ volume')
    expect(say(pool.price)).toEqual(['140.5', '$.price', 'evident'])
    expect(say(pool.tvl)).toEqual(['2805070.5', '$.tvl', 'reported'])
    expect(say(pool.volume)).toEqual(['4000000', '$.day.volume', 'reported'])
    expect(say(pool.fees)).toEqual(['10000', '$.day.volumeFee', 'reported'])
    expect(say(pool.apr)).toEqual(['1.3012', '$.day.feeApr', 'evident'])
    expect(say(pool.tickSpacing)).toEqual([60, '$.config.tickSpacing', 'reported'])
    expect(say(pool.amount0)).toEqual(['10000.5', '$.mintAmountA', 'reported'])
    expect(say(pool.tick)).toEqual(['missing'])
    expect(say(pool.liquidity)).toEqual(['missing'])
  })

  test('Orca, whose square-root price is Q64.64 and whose balances are in smallest units', () => {
    const pool = read(records.orca, 'solana', [
      token(1, 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 'USDC', 6, '1'),
      token(2, 'So11111111111111111111111111111111111111112', 'SOL', 9, '140.4'),
    ])
    expect(say(pool.sqrtPriceX96)).toEqual([6914453886778901218n << 32n, '$.sqrtPrice', 'evident'])
    expect(reasonOf(pool.sqrtPriceX96)).toBe('Q64.64: agrees with the tick within 1')
    expect(say(pool.tick)).toEqual([-19627, '$.tickCurrentIndex', 'evident'])
    expect(say(pool.price)).toEqual(['140.5', '$.price', 'evident'])
    expect(say(pool.feePpm)).toEqual([3000, '$.feeRate', 'evident'])
    expect(say(pool.apr)).toEqual(['1.5614335', '$.stats.24h.yieldOverTvl', 'evident'])
    expect(reasonOf(pool.apr)).toBe('in a fraction per day: agrees with fees × 365 ÷ TVL')
    expect(say(pool.amount0)).toEqual(['10000.5', '$.tokenBalanceA', 'evident'])
    expect(say(pool.amount1)).toEqual(['1400000.25', '$.tokenBalanceB', 'evident'])
    expect(say(pool.volume)).toEqual(['4000000', '$.stats.24h.volume', 'reported'])
    expect(pool.token0.token?.symbol).toBe('SOL')
  })

  test('GeckoTerminal', () => {
    const pool = read(records.gecko)
    expect(pool.id).toBe(records.poolAddress)
    expect(pool.token0).toMatchObject({
      address: records.wethAddress,
      price: '3000.1',
      path: '$.relationships.base_token.data.id',
    })
    expect(say(pool.tvl)).toEqual(['3000000.5', '$.attributes.reserve_in_usd', 'reported'])
    expect(say(pool.volume)).toEqual(['1000000.75', '$.attributes.volume_usd.h24', 'reported'])
    expect(say(pool.price)).toEqual(['3000.1', '$.attributes.base_token_price_quote_token', 'evident'])
    expect(say(pool.createdAt)).toEqual([Date.UTC(2025, 0, 1), '$.attributes.pool_created_at', 'reported'])
    // Its fee is only in its name.
    expect(say(pool.feePpm)).toEqual([3000, '$.attributes.name', 'reported'])
    expect(reasonOf(pool.feePpm)).toBe('in percent: written in `name`')
    expect(pool.unknown).toContain('$.attributes.price_change_percentage.h24')
  })

  test('Sushi', () => {
    const pool = read(records.sushi, 'evm', [weth, usdc])
    expect([pool.token0.token, pool.token1.token]).toEqual([weth, usdc])
    expect(say(pool.feePpm)).toEqual([3000, '$.swapFee', 'evident'])
    expect(say(pool.tvl)).toEqual(['3000000', '$.liquidityUSD', 'reported'])
    expect(say(pool.volume)).toEqual(['1000000', '$.volumeUSD1d', 'reported'])
    expect(say(pool.fees)).toEqual(['3000', '$.feeUSD1d', 'reported'])
    expect(say(pool.apr)).toEqual(['0.365', '$.feeApr1d', 'evident'])
    expect(reasonOf(pool.apr)).toBe('in a fraction: agrees with fees × 365 ÷ TVL')
    expect(say(pool.price)).toEqual(['3000', '$.token0Address', 'derived'])
  })

  test('Kyber', () => {
    const pool = read(records.kyber)
    expect([pool.token0.symbol, pool.token1.symbol]).toEqual(['WETH', 'USDC'])
    expect(pool.token1.path).toBe('$.tokens[1].address')
    expect(say(pool.feePpm)).toEqual([3000, '$.feeTier', 'evident'])
    expect(reasonOf(pool.feePpm)).toBe('in percent: agrees with fees ÷ volume')
    expect(say(pool.volume)).toEqual(['1000000', '$.volume', 'assumed'])
    expect(say(pool.apr)).toEqual(['0.365', '$.lpApr', 'evident'])
    expect(say(pool.liquidity)).toEqual(['missing'])
    expect(say(pool.tick)).toEqual(['missing'])
  })

  test('DefiLlama', () => {
    const pool = read(records.llama)
    expect(pool.id).toBe('747c1d2a-c668-4682-b9f9-296708a3dd90')
    expect([pool.token0.address, pool.token1.address]).toEqual([records.wethAddress, records.usdcAddress])
    expect(say(pool.name)).toEqual(['WETH-USDC', '$.symbol', 'reported'])
    expect(say(pool.protocol)).toEqual(['uniswap-v3', '$.project', 'reported'])
    expect(say(pool.tvl)).toEqual(['3000000', '$.tvlUsd', 'reported'])
    expect(say(pool.volume)).toEqual(['1000000', '$.volumeUsd1d', 'reported'])
    expect(say(pool.feePpm)).toEqual([3000, '$.poolMeta', 'reported'])
    expect(say(pool.apr)).toEqual(['0.365', '$.apyBase', 'evident'])
    expect(pool.unknown).toContain('$.apyReward')
  })
})

describe('pool records with other field names', () => {
  test('live and hourly figures in separate objects, tokens as in the chain list', () => {
    const listing = (id: number, address: string, ticker: string, decimals: number, price: number) => ({
      id,
      address,
      chain: { id: 1, name: 'Harbor' },
      currency: { id: 900 + id, name: ticker, ticker, decimals, price },
    })
    const pool = read(
      {
        pool_address: records.poolAddress,
        tokenA: listing(102, records.wethAddress, 'WETH', 18, 3000),
        tokenB: listing(103, records.usdcAddress, 'USDC', 6, 1),
        real_time: {
          tvl: '3000000',
          price_tick: records.tick,
          sqrt_price: records.sqrtPriceX96,
          liquidity_positions: [],
        },
        hourly: { apr: 36.5, fees: 3000, volume: 1_000_000, updated_at: '2026-01-01T00:00:00Z' },
        updated_at: '2026-01-01T00:30:00Z',
      },
      'evm',
      [weth, usdc],
    )
    expect([pool.token0.token, pool.token1.symbol, pool.token0.price]).toEqual([weth, 'USDC', '3000'])
    expect(say(pool.tvl)).toEqual(['3000000', '$.real_time.tvl', 'reported'])
    expect(say(pool.tick)).toEqual([records.tick, '$.real_time.price_tick', 'evident'])
    expect(say(pool.volume)).toEqual(['1000000', '$.hourly.volume', 'assumed'])
    expect(say(pool.apr)).toEqual(['0.365', '$.hourly.apr', 'evident'])
    expect(say(pool.hourlyAt)).toEqual([Date.UTC(2026, 0, 1), '$.hourly.updated_at', 'reported'])
    expect(say(pool.updatedAt)).toEqual([Date.UTC(2026, 0, 1, 0, 30), '$.updated_at', 'reported'])
    expect(pool.remarks).toEqual([])
  })

  test('missing fees are computed from volume and fee tier, enough to determine the unit of the APR', () => {
    const pool = read({
      lpAddress: records.poolAddress,
      feeTier: 3000,
      tvlUsd: '3000000',
      tvlUsd24h: '1',
      vol24hUsd: '1000000',
      vol48hUsd: '1',
      lpApr: '0.365',
    })
    expect(say(pool.apr)).toEqual(['0.365', '$.lpApr', 'evident'])
    expect([say(pool.volume)[1], say(pool.tvl)[1], say(pool.fees)[0]]).toEqual(['$.vol24hUsd', '$.tvlUsd', 'missing'])
  })

  test('percent per day, reserves named by letter, fees in percent', () => {
    const pool = read(
      {
        address: records.raydium.id,
        mint_x: records.raydium.mintA.address,
        mint_y: records.raydium.mintB.address,
        reserve_x: '10',
        reserve_y: '1400',
        base_fee_percentage: '0.2',
        liquidity: '2800.55',
        fees_24h: 28,
        trade_volume_24h: 14_000,
        current_price: 140,
        apr: 1,
      },
      'solana',
    )
    expect(say(pool.feePpm)).toEqual([2000, '$.base_fee_percentage', 'evident'])
    expect(say(pool.apr)).toEqual(['3.65', '$.apr', 'evident'])
    expect(say(pool.tvl)).toEqual(['2800.55', '$.liquidity', 'assumed'])
    expect([say(pool.amount0)[0], say(pool.volume)[0], say(pool.price)[2]]).toEqual(['10', '14000', 'evident'])
  })

  test('figures wrapped in objects', () => {
    const pool = read({
      id: records.poolAddress,
      feeTier: { feeAmount: 3000, tickSpacing: 60 },
      totalLiquidity: { value: 5 },
      volume1Day: { value: 6 },
      volume30Day: { value: 7 },
    })
    expect([say(pool.feePpm)[0], say(pool.tickSpacing)[0], say(pool.tvl)[0], say(pool.volume)[0]]).toEqual([
      3000,
      60,
      '5',
      '6',
    ])
  })
})

const plain = {
  address: records.poolAddress,
  token0: { address: records.wethAddress, symbol: 'WETH', decimals: 18 },
  token1: { address: records.usdcAddress, symbol: 'USDC', decimals: 6 },
}

describe('missing, zero, null and unreadable figures are four things', () => {
  test.each([
    [{}, ['missing']],
    [{ tvl: null }, ['missing']],
    [{ tvl: '' }, ['missing']],
    [{ tvl: 0 }, ['0', '$.tvl', 'reported']],
    [{ tvl: '0.000' }, ['0', '$.tvl', 'reported']],
    [{ tvl: 'NaN' }, ['unclear', '$.tvl', 'is no number']],
    [{ tvl: 'Infinity' }, ['unclear', '$.tvl', 'is no number']],
    [{ tvl: -5 }, ['unclear', '$.tvl', 'cannot be negative']],
    [{ tvl: true }, ['unclear', '$.tvl', 'is no number']],
    [{ tvl: '$1234.5' }, ['1234.5', '$.tvl', 'reported']],
    [{ tvl: { value: 7 } }, ['7', '$.tvl.value', 'reported']],
    [{ TVL_USD: 7 }, ['7', '$.TVL_USD', 'reported']],
  ])('%j', (figures, expected) => {
    expect(say(read({ ...plain, ...figures }).tvl)).toEqual(expected)
  })

  test('an empty record is a pool without figures', () => {
    const pool = read({ address: null, x: { y: [] } })
    expect(pool.id).toBe('0')
    const { tvl, volume, fees, apr, feePpm, tick, sqrtPriceX96, price, liquidity, amount0, isMeme, createdAt } = pool
    for (const figure of [
      tvl,
      volume,
      fees,
      apr,
      feePpm,
      tick,
      sqrtPriceX96,
      price,
      liquidity,
      amount0,
      isMeme,
      createdAt,
    ])
      expect(figure).toEqual({ is: 'missing' })
    expect(pool.unknown).toEqual(['$.x.y'])
  })

  test('a pool in a map has its key as id', () => {
    const [pool] = createPoolReader('evm', []).read(answerOf({ first: { tvl: 1 }, second: { tvl: 2 } }))
    expect(pool?.id).toBe('first')
  })
})

describe('M-111 ticks and square-root prices', () => {
  const place = (figures: object) => {
    const { tick, sqrtPriceX96 } = read({ ...plain, ...figures })
    return [say(tick)[0], say(sqrtPriceX96)[0]]
  }
  const root = BigInt(records.sqrtPriceX96)

  test.each([
    [{ tick: records.tick, sqrtPriceX96: records.sqrtPriceX96 }, [records.tick, root]],
    [{ tick: String(records.tick), sqrtPriceX96: `0x${root.toString(16)}` }, [records.tick, root]],
    [{ slot0: { tick: records.tick, sqrtPriceX96: records.sqrtPriceX96 } }, [records.tick, root]],
    [{ globalState: { tick: records.tick, price: records.sqrtPriceX96 } }, [records.tick, root]],
    [{ tick: null, sqrtPrice: records.sqrtPriceX96 }, [records.tick, root]],
    [{ tick: 1.5 }, ['unclear', undefined]],
    [{ tick: 1e30 }, ['unclear', undefined]],
    [{ tick: 887273 }, ['unclear', undefined]],
    [{ sqrtPriceX96: '-5' }, [undefined, 'unclear']],
    [{ sqrtPriceX96: '0' }, [undefined, 'unclear']],
    [{ sqrtPriceX96: '4.339505179874779e24' }, [undefined, 'unclear']],
    [{ sqrtPriceX96: `1${'0'.repeat(60)}` }, [undefined, 'unclear']],
    [{ sqrtPriceX96: {} }, [undefined, 'unclear']],
  ])('%j', (figures, expected) => {
    expect(place(figures).map((value) => (value === 'missing' ? undefined : value))).toEqual(expected)
  })

  test('a square-root price that has lost digits is detected', () => {
    const text = JSON.stringify({ message: '', data: [{ ...plain, sqrtPriceX96: 1 }], status: 1 }).replace(
      '"sqrtPriceX96":1',
      '"sqrtPriceX96":4.339505179874779e+24',
    )
    const reading = decodePools({ status: 200, contentType: 'json', retryAfter: undefined, receivedAt: 0, text })
    if (reading.is === 'refused') throw new Error('refused')
    const [pool] = createPoolReader('evm', []).read(reading.value)
    expect(say(pool!.sqrtPriceX96)).toEqual(['unclear', '$.sqrtPriceX96', 'its digits are not all there'])
  })

  test('a square-root price as a JSON number keeps all its digits', () => {
    const text = JSON.stringify({
      message: '',
      data: [{ ...plain, tick: records.tick, sqrtPriceX96: 7 }],
      status: 1,
    }).replace(':7', `:${records.sqrtPriceX96}`)
    const reading = decodePools({ status: 200, contentType: 'json', retryAfter: undefined, receivedAt: 0, text })
    if (reading.is === 'refused') throw new Error('refused')
    expect(say(createPoolReader('evm', []).read(reading.value)[0]!.sqrtPriceX96)[0]).toBe(root)
  })

  test('M-112 when tick and square-root price differ, the latter counts, and it is reported', () => {
    const pool = read({ ...plain, tick: 5, sqrtPriceX96: records.sqrtPriceX96 })
    expect(say(pool.tick)).toEqual([records.tick, '$.sqrtPriceX96', 'derived'])
    expect(pool.remarks[0]).toEqual({
      code: 'M-112',
      is: 'tick against sqrt price',
      about: 'tick',
      tick: 5,
      tickOfPrice: records.tick,
    })
  })

  test('M-112 a price that agrees with no other figure is reported', () => {
    const pool = read({ ...plain, sqrtPriceX96: records.sqrtPriceX96, price: 17 })
    expect(say(pool.price)).toEqual(['3000', '$.sqrtPriceX96', 'derived'])
    expect(pool.remarks[0]).toEqual({
      code: 'M-112',
      is: 'price against sqrt price',
      about: 'price',
      member: 'price',
      reported: '17',
      computed: '3000',
    })
  })

  test('every square-root price in the domain is read, in Q64.96 and Q64.64', () => {
    fc.assert(
      fc.property(fc.integer({ min: -400_000, max: 400_000 }), fc.boolean(), (tick, isNarrow) => {
        const sqrtPriceX96 = tickToSqrtPriceX96(tick)
        const sqrtPrice = isNarrow ? sqrtPriceX96 >> 32n : sqrtPriceX96
        const pool = read({ ...plain, tick, sqrtPrice: String(sqrtPrice) }, isNarrow ? 'solana' : 'evm')
        expect([say(pool.tick)[0], say(pool.sqrtPriceX96)[2]]).toEqual([tick, 'evident'])
      }),
    )
  })
})

describe('the direction of a price', () => {
  test('without a square-root price it follows from the dollar prices of the tokens', () => {
    const price = (price: number) => say(read({ ...plain, price }, 'evm', [weth, usdc]).price)
    expect(price(3010)).toEqual(['3010', '$.price', 'evident'])
    expect(price(1 / 3000)).toEqual(['3000', '$.price', 'evident'])
  })

  test('without any evidence, token0Price is unclear', () => {
    expect(say(read({ ...plain, token0Price: 3000 }).price)).toEqual([
      'unclear',
      '$.token0Price',
      'no other figure shows which way it counts',
    ])
    expect(say(read({ ...plain, currentPrice: 3000 }).price)).toEqual(['3000', '$.currentPrice', 'assumed'])
  })

  test('a missing price is computed from the tick', () => {
    expect(Number(say(read({ ...plain, tick: records.tick }).price)[0])).toBeCloseTo(3000, 0)
  })
})

describe('tokens listed against the order of their addresses', () => {
  const swapped = { ...plain, token0: plain.token1, token1: plain.token0, amount0: '1500000', amount1: '500' }
  const priced = [weth, usdc]

  test('ticks that follow the address order are kept', () => {
    const pool = read({ ...swapped, tick: records.tick, sqrtPriceX96: records.sqrtPriceX96 }, 'evm', priced)
    expect([pool.token0.symbol, say(pool.tick)[0], say(pool.price)[0]]).toEqual(['WETH', records.tick, '3000'])
    expect([say(pool.amount0)[0], say(pool.amount1)[0]]).toEqual(['500', '1500000'])
    expect(pool.remarks[0]?.code).toBe('order')
  })

  test('ticks that follow the listed order are negated, and positions with them', () => {
    const tick = -1 - records.tick
    const positions = [{ tickLower: 195_000, tickUpper: 197_040, liquidity: '1' }]
    const pool = read(
      {
        ...swapped,
        tick,
        sqrtPriceX96: String(tickToSqrtPriceX96(tick) + 1n),
        positions,
        ticks: [{ tick: 195_000, liquidityNet: '5' }],
      },
      'evm',
      priced,
    )
    expect(pool.token0.symbol).toBe('WETH')
    expect(Math.abs((say(pool.tick)[0] as number) - records.tick)).toBeLessThanOrEqual(1)
    expect(Number(say(pool.price)[0])).toBeCloseTo(3000, -1)
    expect(pool.positions[0]).toMatchObject({ tickLower: -197_040, tickUpper: -195_000 })
    expect(pool.ticks).toEqual([{ tick: -195_000, liquidityNet: -5n }])
  })
})

describe('M-114 fee tiers', () => {
  const fee = (figures: object) => say(read({ ...plain, ...figures }).feePpm)[0]

  test.each([
    [{ fee: 3000 }, 3000],
    [{ fee: 100 }, 100],
    [{ fee: '0.3%' }, 3000],
    [{ fee: 0.003 }, 3000],
    [{ fee: 0.3 }, 3000],
    [{ fee: 0.05 }, 500],
    [{ fee: 30 }, 3000],
    [{ fee: 0 }, 0],
    [{ fee: 0.01 }, 'unclear'],
    [{ fee: 1 }, 'unclear'],
    [{ fee: 0.01, tickSpacing: 200 }, 10_000],
    [{ fee: 0.01, tickSpacing: 1 }, 100],
    [{ fee: 0.01, volume24h: 1000, fees24h: 10 }, 10_000],
    [{ fee: 0.01, volume24h: 1000, fees24h: 0.1 }, 100],
    [{ feeBps: 1 }, 100],
    [{ feePercent: 1 }, 10_000],
    [{ fee: -1 }, 'unclear'],
    [{ fee: 'free' }, 'unclear'],
    [{ fee: 2e6 }, 'unclear'],
  ])('%j is %j', (figures, expected) => {
    expect(fee(figures)).toBe(expected)
  })

  test('the unit that most pools of a list use applies to a pool without evidence', () => {
    const clear = { fee: 0.003, volume24h: 1000, fees24h: 3 }
    const pools = readAll([
      ...Array.from({ length: 5 }, (_, id) => ({ id: `p${id}`, ...clear })),
      { id: 'quiet', fee: 0.01 },
    ])
    expect(say(pools[5]!.feePpm)).toEqual([10_000, '$.fee', 'evident'])
    expect(reasonOf(pools[5]!.feePpm)).toBe('in a fraction: as in 5 of 5 other pools')
  })
})

describe('APR', () => {
  const apr = (figures: object) => say(read({ ...plain, ...figures }).apr).slice(0, 3)

  test('the unit is the one that agrees with fees and TVL', () => {
    const busy = { tvl: 1_000_000, fees24h: 1_000 }
    expect(apr({ ...busy, apr: 36.5 })).toEqual(['0.365', '$.apr', 'evident'])
    expect(apr({ ...busy, apr: 0.365 })).toEqual(['0.365', '$.apr', 'evident'])
    expect(apr({ ...busy, apr: '36.5%' })).toEqual(['0.365', '$.apr', 'evident'])
    expect(apr({ apr: 36.5 })).toEqual(['0.365', '$.apr', 'assumed'])
    expect(apr({ apr: 0 })).toEqual(['0', '$.apr', 'reported'])
    expect(apr({ apr: 'n/a' })[0]).toBe('unclear')
  })

  test('a pool with little volume uses the unit of the other pools in its list', () => {
    const busy = { tvl: 1_000_000, fees24h: 1_000, apr: 0.365 }
    const pools = readAll([
      ...Array.from({ length: 9 }, (_, id) => ({ id: `p${id}`, ...busy })),
      { id: 'quiet', tvl: 5, fees24h: 0, apr: 0.02 },
    ])
    expect(say(pools[9]!.apr)).toEqual(['0.02', '$.apr', 'evident'])
  })
})

describe('daily and all-time volume', () => {
  test('a volume too large for one day is the all-time volume', () => {
    const pool = read({ ...plain, tvl: 1_000, volumeUSD: 1_000_000 })
    expect([say(pool.volume), say(pool.totalVolume)]).toEqual([['missing'], ['1000000', '$.volumeUSD', 'assumed']])
  })

  test('an hourly history is summed to a day', () => {
    const hours = Array.from({ length: 30 }, (_, hour) => ({
      periodStartUnix: 1_767_225_600 + hour * 3600,
      volumeUSD: '10',
      feesUSD: '0.1',
    }))
    const pool = read({ ...plain, txCount: 5, volumeUSD: 99, poolHourData: hours })
    expect(say(pool.volume)).toEqual(['240', '$', 'derived'])
    expect(say(pool.fees)).toEqual(['2.4', '$', 'derived'])
  })

  test('other time windows are not mistaken for a day', () => {
    expect(say(read({ ...plain, volume7d: 7, volume_1h: 1, week: { fees: 3 } }).volume)).toEqual(['missing'])
    expect(say(read({ ...plain, volumeUSDChange1d: 0.5 }).volume)).toEqual(['missing'])
    for (const name of ['vol24hUsd', 'volume_24h', 'dailyVolume', 'volume1Day', 'volumeUSD1d', '24hVolume'])
      expect(say(read({ ...plain, [name]: 5 }).volume)[0]).toBe('5')
    expect(say(read({ ...plain, volume1Day: { value: 5 }, volume30Day: { value: 99 } }).volume)[0]).toBe('5')
  })
})

test('`liquidity` may be active liquidity or dollars', () => {
  const liquidity = (figures: object) => say(read({ ...plain, ...figures }).liquidity)[0]
  expect(liquidity({ liquidity: records.liquidity })).toBe(BigInt(records.liquidity))
  expect(liquidity({ liquidity: 1_000_000, tvlUsd: 1_100_000 })).toBe('missing')
  expect(liquidity({ liquidity: 77, tvlUsd: 1_100_000 })).toBe(77n)
  expect(liquidity({ liquidity: 1_000_000 })).toBe('unclear')
  expect(liquidity({ liquidity: 0 })).toBe(0n)
  const ticks = [
    { tick: -600, liquidityNet: 1_000_000 },
    { tick: 600, liquidityNet: -1_000_000 },
  ]
  expect(liquidity({ liquidity: 1_000_000, tick: 0, ticks })).toBe(1_000_000n)
  const positions = [{ tickLower: -600, tickUpper: 600, liquidity: 1_000_000 }]
  expect(liquidity({ liquidity: 1_000_000, tick: 0, positions, tvlUsd: 1_000_000 })).toBe(1_000_000n)
  expect(liquidity({ activeLiquidity: 77 })).toBe(77n)
  expect(liquidity({ liquidity: '-7' })).toBe('unclear')
  expect(liquidity({ liquidity: 'lots' })).toBe('unclear')
  expect(say(read({ ...plain, liquidity: 1_000_000.5 }).tvl)).toEqual(['1000000.5', '$.liquidity', 'assumed'])
})

test.each([0, -60, '61.5', 20_000, 'wide', 1e30])('M-113 a tick spacing of %j is refused', (tickSpacing) => {
  expect(say(read({ ...plain, tickSpacing }).tickSpacing)[0]).toBe('unclear')
})

test('M-116 of two records of one pool the newer one counts', () => {
  const pools = readAll([
    { ...plain, tvl: 1, updatedAt: 1_767_225_600 },
    {
      ...plain,
      address: records.poolAddress.toUpperCase().replace('0X', '0x'),
      tvl: 2,
      updatedAt: '2026-01-02T00:00:00Z',
    },
    { ...plain, tvl: 3, updatedAt: 1_767_225_600_000 },
  ])
  expect(pools.map(({ tvl }) => say(tvl)[0])).toEqual(['2'])
})

test('M-117 a pool of unlisted tokens is shown with a remark', () => {
  const pool = read(plain)
  expect(pool.remarks).toEqual([{ code: 'M-117', is: 'token not listed' }])
  expect(read(plain, 'evm', [weth, usdc]).remarks).toEqual([])
})

test("tokens given by the service's ids are found in its token list", () => {
  const pool = read({ tokenAId: 102, tokenBId: '103' }, 'evm', [weth, usdc])
  expect([pool.token0.token, pool.token1.symbol]).toEqual([weth, 'USDC'])
})

test('meme pools are recognised by a flag or a category', () => {
  const isMeme = (figures: object) => say(read({ ...plain, ...figures }).isMeme)[0]
  expect(isMeme({ isMeme: true })).toBe(true)
  expect(isMeme({ is_meme: 'false' })).toBe(false)
  expect(isMeme({ category: 'MEME' })).toBe(true)
  expect(isMeme({ tags: ['new', 'memecoin'] })).toBe(true)
  expect(isMeme({ type: 'concentrated' })).toBe('missing')
  expect(isMeme({ isMeme: {} })).toBe('unclear')
})

test('impossible positions and ticks are left out and counted', () => {
  const positions = [
    { tickLower: 60, tickUpper: -60, liquidity: '1' },
    { tickLower: { tickIdx: '-60' }, tickUpper: { tickIdx: '60' }, liquidity: '9'.repeat(30), owner: { id: '0xabc' } },
    { bottomTick: -120, topTick: 1e9 },
    null,
    { node: { lowerTick: 0, upperTick: 60 } },
  ]
  const pool = read({ ...plain, positions, ticks: [{ tick: 'x' }, { tickIdx: '7', liquidityNet: '-5' }] }, 'evm', [
    weth,
    usdc,
  ])
  expect(pool.positions.map(({ tickLower, tickUpper, owner }) => [tickLower, tickUpper, owner])).toEqual([
    [-60, 60, '0xabc'],
    [0, 60, undefined],
  ])
  expect(pool.ticks).toEqual([{ tick: 7, liquidityNet: -5n }])
  expect(pool.remarks).toEqual([
    { code: 'unread', is: 'unreadable entries', part: 'positions', count: 2 },
    { code: 'unread', is: 'unreadable entries', part: 'ticks', count: 1 },
  ])
})

test('timestamps are seconds, milliseconds or text, and impossible ones are refused', () => {
  const at = (updatedAt: unknown) => say(read({ ...plain, updatedAt }).updatedAt)[0]
  for (const same of [1_767_225_600, '1767225600', 1_767_225_600_000, '2026-01-01T00:00:00Z', 1_767_225_600_000_000])
    expect(at(same)).toBe(Date.UTC(2026, 0, 1))
  for (const none of ['soon', -5, 1e20, {}]) expect(at(none)).toBe('unclear')
  expect(at(null)).toBe('missing')
})

test('A-15 hostile names and values are shown as text, not interpreted', () => {
  const hostile = JSON.parse(
    '{"__proto__":{"tvl":1},"constructor":{"prototype":{"tvl":2}},"toString":{"tvl":3},"address":"javascript:alert(1)","name":"<img src=x onerror=alert(1)>\\u202e","id":{"__proto__":1}}',
  )
  const pool = read(hostile)
  expect(say(pool.name)[0]).toBe('<img src=x onerror=alert(1)>')
  expect(say(pool.address)[0]).toBe('unclear')
  expect('tvl' in {}).toBe(false)
})

test('for any content of a record, every figure is known, unclear or missing', () => {
  const names =
    'tvl tvlUsd volume volume24h fees feesUSD apr fee feeTier tick sqrtPriceX96 price token0Price liquidity tickSpacing positions ticks token0 token1 tokens address id updatedAt history poolDayData isMeme amount0 amount1 slot0 stats'.split(
      ' ',
    )
  const anyValue = fc.oneof(
    fc.constantFrom(
      null,
      true,
      '',
      'NaN',
      '1e999999',
      '-1',
      '0x',
      '0',
      '1e21',
      records.sqrtPriceX96,
      records.wethAddress,
      records.usdcAddress,
    ),
    fc.double(),
    fc.string({ unit: 'binary' }),
    fc.bigInt().map(String),
    fc.array(
      fc.dictionary(
        fc.constantFrom('tick', 'tickLower', 'tickUpper', 'liquidity', 'liquidityNet', 'time', 'volume'),
        fc.jsonValue(),
      ),
      { maxLength: 3 },
    ),
    fc.dictionary(fc.constantFrom(...names, 'symbol', 'decimals', '24h', 'value'), fc.jsonValue(), { maxKeys: 4 }),
  )
  const figures =
    'address name protocol feePpm tickSpacing tick sqrtPriceX96 price liquidity amount0 amount1 tvl volume fees totalVolume totalFees apr communityFee isMeme positionManager createdAt updatedAt hourlyAt'.split(
      ' ',
    ) as (keyof Pool)[]
  fc.assert(
    fc.property(fc.array(fc.dictionary(fc.constantFrom(...names), anyValue), { maxLength: 3 }), (data) => {
      for (const pool of readAll(data, 'evm', [weth, usdc])) {
        for (const name of figures)
          expect(['known', 'unclear', 'missing']).toContain((pool[name] as PoolField<unknown>).is)
        if (pool.plainTvl !== undefined) expect(Number(knownValue(pool.tvl))).toBe(pool.plainTvl)
        const { positions, ticks, history, remarks, unknown, token0, token1 } = pool
        expect([positions, ticks, history, remarks, unknown].every(Array.isArray)).toBe(true)
        expect([typeof token0.path, typeof token1.path]).toEqual(['string', 'string'])
      }
    }),
    { numRuns: 200 },
  )
})

test('M-118 ten thousand records are read, and unchanged ones are not read again', () => {
  const data = Array.from({ length: 10_000 }, (_, index) => ({
    ...records.embedded,
    id: undefined,
    address: `0x${(index + 1).toString(16).padStart(40, '0')}`,
    tvlUsd: index,
  }))
  const reader = createPoolReader('evm', [weth, usdc])
  const first = answerOf(data)
  const before = reader.read(first)
  expect(before.reduce((sum, { tvl }) => sum + Number(say(tvl)[0]), 0)).toBe((9_999 * 10_000) / 2)
  expect([before[7]!.plainTvl, readAll([{ tvlUsd: '7.25' }])[0]!.plainTvl]).toEqual([7, 7.25])
  const after = reader.read(answerOf(data.with(5, { ...data[5]!, tvlUsd: 77 }), first))
  expect(after.filter((pool, index) => pool !== before[index]).length).toBe(1)
  expect(say(after[5]!.tvl)[0]).toBe('77')
})
