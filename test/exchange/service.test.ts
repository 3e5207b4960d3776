import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Exchange, startExchange } from '../../src/exchange/exchange'
import { decodeChains } from '../../src/protocol/chains'
import type { RawResponse } from '../../src/protocol/envelope'
import { isObject } from '../../src/protocol/json/json'
import { decodeAddLiquidity } from '../../src/protocol/liquidity'
import { decodePools } from '../../src/protocol/pools/poolsCodec'
import { decodeSwap } from '../../src/protocol/swap'
import { call, rows } from './trader'

let exchange: Exchange

beforeAll(async () => {
  exchange = await startExchange({ historyDays: 0, live: false, apiKey: 'a key of our own' })
})

afterAll(() => exchange.stop())

function post(path: string, body: string, headers: Record<string, string> = {}) {
  const given = { 'x-api-key': exchange.apiKey, 'content-type': 'application/json', ...headers }
  return exchange.fetch(new Request(`http://exchange.test${path}`, { method: 'POST', headers: given, body }))
}

describe('the API key', () => {
  test.each([
    ['without a key', {}],
    ['with a wrong key', { 'x-api-key': 'another key' }],
    ['with an empty key', { 'x-api-key': '' }],
  ])('%s every call is refused', async (_, headers: Record<string, string>) => {
    for (const [path, method] of [
      ['/api/blockchain', 'GET'],
      ['/api/amm/pool/all/Harbor', 'GET'],
      ['/api/swap/native', 'POST'],
      ['/api/amm/interactions/add', 'POST'],
    ]) {
      const init = { method: method!, headers, ...(method === 'POST' ? { body: '{}' } : {}) }
      const response = await exchange.fetch(new Request(`http://exchange.test${path}`, init))
      expect(response.status).toBe(401)
      expect(await response.json()).toEqual({
        message: 'The header x-api-key carries no key that this exchange knows.',
        data: null,
        status: false,
        errors: ['The header x-api-key carries no key that this exchange knows.'],
      })
    }
  })

  test('the key can be configured, and no answer contains it', async () => {
    expect(exchange.apiKey).toBe('a key of our own')
    const { body } = await call(exchange, '/api/blockchain')
    expect(JSON.stringify(body)).not.toContain(exchange.apiKey)
  })
})

describe('paths and methods', () => {
  test('an unknown path is not found', async () => {
    expect(await call(exchange, '/api/everything')).toMatchObject({ http: 404, message: 'There is no such call.' })
  })

  test.each([
    ['/api/blockchain', 'DELETE', 'GET'],
    ['/api/swap/native', 'GET', 'POST'],
    ['/api/amm/pool/all/Harbor', 'POST', 'GET'],
    ['/api/amm/interactions/add', 'PUT', 'POST'],
  ])('%s refuses the method %s', async (path, method, allowed) => {
    const headers = { 'x-api-key': exchange.apiKey }
    const response = await exchange.fetch(new Request(`http://exchange.test${path}`, { method, headers }))
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe(allowed)
    expect(await response.json()).toMatchObject({ message: `This call is made with ${allowed}.`, status: false })
  })
})

describe('request bodies', () => {
  test.each([
    ['not JSON', '{"tokenAId": 1', 400, 'The body is not a JSON object.'],
    ['a list', '[]', 400, 'The body is not a JSON object.'],
    ['nothing', '', 400, 'The body is not a JSON object.'],
    ['an abyss', '['.repeat(60_000), 400, 'The body is not a JSON object.'],
    ['endless', `{"amount": "${'9'.repeat(70_000)}"}`, 413, 'The body is larger than 65536 bytes.'],
  ])('%s is refused', async (_, body, status, message) => {
    const response = await post('/api/swap/native', body)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ message, data: null, status: false })
  })

  test('another content type is refused', async () => {
    const response = await post('/api/swap/native', '{}', { 'content-type': 'text/plain' })
    expect(response.status).toBe(415)
  })

  test('members named like parts of a prototype change nothing', async () => {
    await post('/api/swap/native', '{"__proto__": {"tokenAId": 101}, "constructor": {"prototype": {"polluted": 1}}}')
    expect(Object.keys(Object.prototype)).toEqual([])
    expect('polluted' in {}).toBe(false)
  })
})

/** A response as the app's decoder receives it. */
async function rawResponse(response: Response): Promise<RawResponse> {
  const contentType = response.headers.get('content-type') ?? undefined
  return { status: response.status, contentType, retryAfter: undefined, receivedAt: 0, text: await response.text() }
}

function get(path: string): Promise<Response> {
  return exchange.fetch(new Request(`http://exchange.test${path}`, { headers: { 'x-api-key': exchange.apiKey } }))
}

describe('answers conform to the specification in every member', () => {
  const nobody = '0x00000000000000000000000000000000DeaDBeef'

  test('the chain list', async () => {
    expect(decodeChains(await rawResponse(await get('/api/blockchain')))).toMatchObject({
      is: 'answer',
      deviations: [],
    })
  })

  test('a swap', async () => {
    const parties = { sender: nobody, recipient: nobody }
    const body = JSON.stringify({
      tokenAId: 101,
      tokenBId: 103,
      slippage: 50,
      amount: '1.23456789012345678',
      ...parties,
    })
    const response = await post('/api/swap/native', body)
    expect(response.status).toBe(201)
    expect(decodeSwap(await rawResponse(response))).toMatchObject({ is: 'answer', deviations: [] })
  })

  test.each(['Harbor', 'Delta'])('the pools of %s', async (name) => {
    expect(decodePools(await rawResponse(await get(`/api/amm/pool/all/${name}`)))).toMatchObject({
      is: 'answer',
      deviations: [],
    })
  })

  test('an accepted deposit', async () => {
    const range = { tickLower: -198_000, tickUpper: -192_000, creationTick: 0, networkName: 'Harbor' }
    const amounts = { tokenAId: 102, amountA: 1, tokenBId: 103, amountB: 3_200 }
    const response = await post(
      '/api/amm/interactions/add',
      JSON.stringify({ ...amounts, ...range, recipient: nobody }),
    )
    expect(response.status).toBe(201)
    expect(decodeAddLiquidity(await rawResponse(response))).toMatchObject({ is: 'answer', value: null, deviations: [] })
  })
})

describe('the chain list', () => {
  test('the chain list has three chains of its own, each with a native coin and prices', async () => {
    const { body } = await call(exchange, '/api/blockchain')
    const chains = rows(body.data)
    expect(chains.map(({ name, chainId }) => [name, chainId])).toEqual([
      ['Harbor', 741_001],
      ['Delta', 741_002],
      ['Reef', 741_003],
    ])
    const tickers = chains.map(({ chainCurrencies }) =>
      rows(chainCurrencies).map(({ currency }) => (isObject(currency) ? currency.ticker : undefined)),
    )
    expect(tickers[0]).toEqual(expect.arrayContaining(['ETH', 'WETH', 'USDC', 'USDT', 'WBTC']))
    expect(tickers[1]).toEqual(expect.arrayContaining(['BNB', 'WBNB', 'USDC']))
    expect(tickers[2]).toEqual(expect.arrayContaining(['SOL', 'USDC']))
  })

  test('the chain list has USDC with its decimals on each chain', async () => {
    const { body } = await call(exchange, '/api/blockchain')
    const decimals = rows(body.data).map(({ chainCurrencies }) => {
      const currencies = rows(chainCurrencies).map(({ currency }) => (isObject(currency) ? currency : {}))
      return currencies.find(({ ticker }) => ticker === 'USDC')?.decimals
    })
    expect(decimals).toEqual([6, 18, 6])
  })

  test('the chain list has no two currencies with one id', async () => {
    const { body } = await call(exchange, '/api/blockchain')
    const ids = rows(body.data).flatMap(({ chainCurrencies }) => rows(chainCurrencies).map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
  })
})
