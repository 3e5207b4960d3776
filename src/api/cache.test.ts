import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { describe, expect, test, vi } from 'vitest'
import { openBodyCache } from './cache'

const now = Date.UTC(2026, 0, 10)
const day = 24 * 3_600_000
const cache = openBodyCache(() => now)

test('a body that was written can be read, also by the next visit', async () => {
  const cachedBody = { text: '{"message":"ü"}', receivedAt: now - 1_000, age: 5_000 }
  await cache.write('chains', cachedBody)
  expect(await cache.read('chains')).toEqual(cachedBody)
  expect(await openBodyCache(() => now).read('chains')).toEqual(cachedBody)
  await cache.remove('chains')
  expect(await cache.read('chains')).toBeUndefined()
})

test.each([
  ['a week ago', now - 7 * day],
  ['tomorrow', now + day],
])('a body received %s is not shown', async (_, receivedAt) => {
  await cache.write('old', { text: 'x', receivedAt, age: 0 })
  expect(await cache.read('old')).toBeUndefined()
})

describe('A-40 an entry that is not a cached body', () => {
  test.each([
    null,
    'text',
    7,
    {},
    { text: 1, receivedAt: now, age: 0 },
    { text: 'x', receivedAt: 'now', age: 0 },
    { text: 'x', receivedAt: now },
  ])('%j is not read', async (garbage) => {
    const base = await openDB('tidegate-answers', 1)
    await base.put('parcels', garbage, 'garbage')
    base.close()
    expect(await cache.read('garbage')).toBeUndefined()
  })
})

test('without IndexedDB nothing is cached and nothing fails', async () => {
  vi.stubGlobal('indexedDB', {
    open() {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  const closed = openBodyCache(() => now)
  await closed.write('chains', { text: 'x', receivedAt: now, age: 0 })
  expect(await closed.read('chains')).toBeUndefined()
  vi.unstubAllGlobals()
})
