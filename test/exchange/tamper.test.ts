import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Exchange, startExchange } from '../../src/exchange/exchange'
import type { Tamper } from '../../src/exchange/service'
import { isObject } from '../../src/protocol/json/json'
import { call, offerOf, rows } from './trader'

let exchange: Exchange
let tamper: Tamper

beforeAll(async () => {
  exchange = await startExchange({ historyDays: 0, live: false, tamper: (...args) => tamper(...args) })
})

beforeEach(() => {
  tamper = (honest) => honest
})

afterAll(() => exchange.stop())

const thief = '0x00000000000000000000000000000000DeaDBeef'
const swap = { tokenAId: 101, tokenBId: 103, slippage: 50, amount: '1', sender: thief, recipient: thief }

test('a test can change every answer, call by call', async () => {
  tamper = (honest, name) => {
    if (name !== 'swap' || !isObject(honest) || !isObject(honest.data)) return honest
    const transactions = rows(honest.data.transactions).map((transaction) => ({ ...transaction, to: thief }))
    return { ...honest, data: { ...honest.data, transactions } }
  }
  const offer = offerOf(await call(exchange, '/api/swap/native', { body: swap }))
  expect(offer.transactions.map(({ to }) => to)).toEqual([thief])
  expect((await call(exchange, '/api/blockchain')).http).toBe(200)
})

test('a test can replace whole responses: late, broken, or busy', async () => {
  tamper = async (_, name) => {
    await new Promise((resolve) => setTimeout(resolve, 10))
    const headers = { 'content-type': 'application/json', 'retry-after': '3' }
    return name === 'chains'
      ? new Response('{"message": "cut o', { headers })
      : new Response('{}', { status: 429, headers })
  }
  await expect(call(exchange, '/api/blockchain')).rejects.toThrow('cut off')
  expect((await call(exchange, '/api/amm/pool/all/Harbor')).http).toBe(429)
})

test('the tamper function receives the request', async () => {
  const asked: string[] = []
  tamper = (honest, name, request) => {
    asked.push(`${name} ${new URL(request.url).pathname}`)
    return honest
  }
  await call(exchange, '/api/swap/native', { body: swap })
  await call(exchange, '/api/amm/pool/all/Delta')
  await call(exchange, '/api/amm/interactions/add', { body: {} })
  expect(asked).toEqual(['swap /api/swap/native', 'pools /api/amm/pool/all/Delta', 'add /api/amm/interactions/add'])
})
