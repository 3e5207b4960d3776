import { expect, test, vi } from 'vitest'
import * as bodies from '../../test/fixtures/bodies'
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
