import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import { lazyBodyCache } from './lazyParts'

test('without the code of the cache nothing is cached and nothing fails, and the next use loads it again', async () => {
  const cache = lazyBodyCache(() => 1_000)
  const body = { text: '[]', receivedAt: 1_000, age: 0 }
  vi.doMock('./cache', () => {
    throw new Error('The file is gone.')
  })
  await cache.write('chains', body)
  expect(await cache.read('chains')).toBeUndefined()
  await cache.remove('chains')

  vi.doUnmock('./cache')
  await cache.write('chains', body)
  expect(await cache.read('chains')).toMatchObject(body)
})
