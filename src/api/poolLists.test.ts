import { expect, test, vi } from 'vitest'
import * as bodies from '../../test/fixtures/bodies'
import type { SwapRequest } from '../protocol/serviceMessages'
import { createClient } from './client'

test('when the pool reader cannot be loaded the request is refused, and the next one loads it again', async () => {
  const asked: unknown[] = []
  let isOnline = true
  const client = createClient({
    base: 'http://service.test',
    isOnline: () => isOnline,
    fetch: async (path) => {
      asked.push(path)
      return new Response(JSON.stringify(bodies.pools), { headers: { 'content-type': 'application/json' } })
    },
  })
  vi.doMock('./poolLists', () => {
    throw new Error('The file is gone.')
  })
  expect(await client.pools('Harbor')).toMatchObject({ is: 'refused', refusal: { code: 'unreachable' } })
  expect(await client.readCached.pools('Harbor')).toBeUndefined()
  isOnline = false
  expect(await client.pools('Harbor')).toMatchObject({ is: 'refused', refusal: { code: 'offline' } })
  expect(asked).toEqual([])

  vi.doUnmock('./poolLists')
  expect(await client.pools('Harbor')).toMatchObject({ is: 'answer' })
  expect(asked).toEqual(['http://service.test/api/amm/pool/all/Harbor'])
})

test('when the code that sends requests cannot be loaded nothing is sent, and the next request loads it again', async () => {
  const asked: unknown[] = []
  const client = createClient({
    base: 'http://service.test',
    isOnline: () => true,
    fetch: async (path) => {
      asked.push(path)
      return new Response('{}', { status: 500, headers: { 'content-type': 'application/json' } })
    },
  })
  vi.resetModules()
  vi.doMock('./requester', () => {
    throw new Error('The file is gone.')
  })
  expect(await client.swap(swapRequest)).toMatchObject({ is: 'refused', refusal: { code: 'unreachable' } })
  expect(asked).toEqual([])

  vi.doUnmock('./requester')
  expect(await client.swap(swapRequest)).toMatchObject({ is: 'refused', refusal: { code: 'failing', status: 500 } })
  expect(asked).toEqual(['http://service.test/api/swap/native'])
})

const swapRequest: SwapRequest = {
  ...{ tokenAId: 11, tokenBId: 13, slippage: 50, amount: '0.1', skipNonSwapTransactions: true },
  ...{ sender: bodies.usdc, recipient: bodies.usdc },
}
