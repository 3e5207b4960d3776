import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { selfCheckText } from '../../src/components/pools/selfCheck.messages'
import { sqrtPriceX96ToTick } from '../../src/domain/liquidity/tick'
import { knownValue } from '../../src/domain/pools/pool'
import { selfChecks } from '../../src/domain/pools/selfCheck'
import { type Exchange, startExchange } from '../../src/exchange/exchange'
import type { JsonObject } from '../../src/protocol/json/json'
import { createPoolReader } from '../../src/protocol/pools/poolReader'
import { decodePools } from '../../src/protocol/pools/poolsCodec'
import { call, listed, offerOf, openWallet, rows } from './trader'

let exchange: Exchange

const networks = ['Harbor', 'Delta']

beforeAll(async () => {
  exchange = await startExchange({ historyDays: 1.5, live: false, seed: 11 })
})

afterAll(() => exchange.stop())

async function pools(network: string): Promise<readonly JsonObject[]> {
  const { http, body } = await call(exchange, `/api/amm/pool/all/${network}`)
  expect(http).toBe(200)
  expect(body.status).toBe(true)
  return rows(body.data)
}

async function pool(network: string, name: string): Promise<JsonObject> {
  const found = (await pools(network)).find((record) => record.name === name)
  if (!found) throw new Error(`${network} has no pool ${name}.`)
  return found
}

/** Sells a small amount, so that the pool's figures change. */
async function trade(amount: string) {
  const wallet = openWallet(exchange, 741_001)
  await exchange.fund('evm', wallet.address)
  const [sold, bought] = await Promise.all([listed(exchange, 'Harbor', 'USDC'), listed(exchange, 'Harbor', 'PUFF')])
  const parties = { sender: wallet.address, recipient: wallet.address }
  const body = { tokenAId: sold.id, tokenBId: bought.id, slippage: 50, amount, ...parties }
  await wallet.signAll(offerOf(await call(exchange, '/api/swap/native', { body })).transactions)
}

describe('the pool records of a network are consistent', () => {
  test.each(networks)('%s: the active liquidity is the sum of the ticks below the price', async (network) => {
    for (const { name, tick, ticks, liquidity } of await pools(network)) {
      const sum = rows(ticks)
        .filter((entry) => Number(entry.tick) <= Number(tick))
        .reduce((total, { liquidityNet }) => total + BigInt(String(liquidityNet)), 0n)
      expect([name, sum.toString()]).toEqual([name, liquidity])
    }
  })

  test.each(networks)('%s: liquidityNet of all ticks adds up to zero', async (network) => {
    for (const { ticks } of await pools(network)) {
      const nets = rows(ticks).map(({ liquidityNet }) => BigInt(String(liquidityNet)))
      expect(nets.length).toBeGreaterThanOrEqual(10)
      expect(nets.reduce((sum, net) => sum + net, 0n)).toBe(0n)
    }
  })

  test.each(networks)('%s: the square-root price belongs to the tick', async (network) => {
    for (const { tick, sqrtPriceX96 } of await pools(network))
      expect(sqrtPriceX96ToTick(BigInt(String(sqrtPriceX96)))).toBe(tick)
  })

  test.each(networks)('%s: the price is that of token0 in token1', async (network) => {
    for (const { name, price, token0, token1 } of await pools(network)) {
      const fair = Number((token0 as JsonObject).priceUsd) / Number((token1 as JsonObject).priceUsd)
      expect([name, Math.abs(Number(price) / fair - 1) < 0.01]).toEqual([name, true])
    }
  })

  test.each(networks)('%s: the TVL is the value of the balances', async (network) => {
    for (const { tvlUsd, balance0, balance1, token0, token1 } of await pools(network)) {
      const worth0 = Number(balance0) * Number((token0 as JsonObject).priceUsd)
      const worth1 = Number(balance1) * Number((token1 as JsonObject).priceUsd)
      expect(Number(tvlUsd)).toBeCloseTo(worth0 + worth1, 0)
    }
  })

  test.each(networks)('%s: positions and their fees are worth no more than the pool', async (network) => {
    for (const { positions, tvlUsd } of await pools(network)) {
      const value = rows(positions).reduce((sum, position) => sum + Number(position.valueUsd), 0)
      const fees = rows(positions).reduce((sum, position) => sum + Number(position.unclaimedFeesUsd), 0)
      expect(rows(positions)).toHaveLength(5)
      expect(value + fees).toBeGreaterThan(Number(tvlUsd) * 0.999)
      expect(value + fees).toBeLessThanOrEqual(Number(tvlUsd) + 1)
    }
  })

  test.each(networks)('%s: fees and APR follow from volume, fee tier and TVL', async (network) => {
    for (const { name, fee, volume24h, fees24h, apr, tvlUsd } of await pools(network)) {
      expect([name, Number(volume24h) > 0]).toEqual([name, true])
      expect(Number(fees24h)).toBeCloseTo((Number(volume24h) * Number(fee)) / 1e6, 1)
      expect(Number(apr)).toBeCloseTo((Number(fees24h) * 365 * 100) / Number(tvlUsd), 1)
    }
  })

  test.each(networks)('%s: there is one pool per pair, and every tick spacing is 60', async (network) => {
    const all = await pools(network)
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
    expect(new Set(all.map(({ tickSpacing }) => tickSpacing))).toEqual(new Set([60]))
  })

  test('the hourly history is in order, each hour with its prices', async () => {
    const { hourly } = await pool('Harbor', 'WETH/USDC')
    const times = rows(hourly).map(({ time }) => Date.parse(String(time)))
    expect(times.length).toBeGreaterThan(24)
    expect(times).toEqual([...times].sort((a, b) => a - b))
    for (const { open, high, low, close } of rows(hourly)) {
      expect(Number(high)).toBeGreaterThanOrEqual(Math.max(Number(open), Number(close)))
      expect(Number(low)).toBeLessThanOrEqual(Math.min(Number(open), Number(close)))
    }
  })

  test('the meme pool is flagged and has a tiny price in plain digits', async () => {
    const { isMeme, price } = await pool('Harbor', 'PUFF/USDC')
    expect(isMeme).toBe(true)
    expect(price).toMatch(/^0\.0000000?\d+$/)
  })
})

/** The self-checks of the inspector that do not pass, for every pool. */
async function failedChecks(of: Exchange, network: string): Promise<readonly string[]> {
  const response = await of.fetch(
    new Request(`http://x/api/amm/pool/all/${network}`, { headers: { 'x-api-key': of.apiKey } }),
  )
  const text = await response.text()
  const raw = { status: 200, contentType: 'application/json', retryAfter: undefined, receivedAt: 0, text }
  const reading = decodePools(raw)
  if (reading.is === 'refused') throw new Error(reading.refusal.code)
  const { records } = reading.value
  expect(records.length).toBeGreaterThan(3)
  // Each record by itself as well, as it is read from a support bundle.
  const alone = records.flatMap((record) =>
    createPoolReader('evm', []).read({ ...reading.value, records: [record], keys: undefined }),
  )
  return [...createPoolReader('evm', []).read(reading.value), ...alone].flatMap((pool) =>
    selfChecks(pool).flatMap(({ code, result, ...finding }) =>
      result === 'passes' ? [] : `${knownValue(pool.name)}, ${code}: ${result}. ${selfCheckText(finding)}`,
    ),
  )
}

describe('all self-checks of the inspector pass', () => {
  test.each(networks)('%s', async (network) => {
    expect(await failedChecks(exchange, network)).toEqual([])
  })

  // Pools that earned hardly a cent: small figures must not be rounded to zero.
  test.each([1, 2, 3])('on a day with little volume %i', async (seed) => {
    const quiet = await startExchange({ historyDays: 0.01, live: false, seed })
    try {
      for (const network of networks) expect(await failedChecks(quiet, network)).toEqual([])
    } finally {
      await quiet.stop()
    }
  })
})

describe('after a trade', () => {
  test('the live figures change immediately, the hourly figures do not', async () => {
    const before = await pool('Harbor', 'PUFF/USDC')
    await trade('1000')
    const after = await pool('Harbor', 'PUFF/USDC')
    expect(after.sqrtPriceX96).not.toBe(before.sqrtPriceX96)
    expect(after.balance1).not.toBe(before.balance1)
    expect(rows(after.positions)[0]?.unclaimedFees1).not.toBe(rows(before.positions)[0]?.unclaimedFees1)
    if (after.hourlyUpdatedAt === before.hourlyUpdatedAt) expect(after.volume24h).toBe(before.volume24h)
  })

  test('pools without a trade do not change', async () => {
    const before = await pool('Harbor', 'DAI/USDC')
    await trade('10')
    const { updatedAt: _, ...after } = await pool('Harbor', 'DAI/USDC')
    expect(before).toMatchObject(after)
  })
})

test('a network without pools has an empty list', async () => {
  expect(await call(exchange, '/api/amm/pool/all/Reef')).toMatchObject({ http: 200, body: { data: [], status: true } })
})

test('an unknown network is refused, and the existing ones are named', async () => {
  const { http, message } = await call(exchange, '/api/amm/pool/all/Nowhere%20Land')
  expect(http).toBe(404)
  expect(message).toBe('There is no network "Nowhere Land". The networks are Harbor, Delta, Reef.')
})
