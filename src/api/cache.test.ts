import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { describe, expect, test, vi } from 'vitest'
import { openShelf } from './cache'

const now = Date.UTC(2026, 0, 10)
const day = 24 * 3_600_000
const shelf = openShelf(() => now)

test('what is written is read, also by the next visit', async () => {
  const parcel = { text: '{"message":"ü"}', receivedAt: now - 1_000, age: 5_000 }
  await shelf.write('chains', parcel)
  expect(await shelf.read('chains')).toEqual(parcel)
  expect(await openShelf(() => now).read('chains')).toEqual(parcel)
  await shelf.remove('chains')
  expect(await shelf.read('chains')).toBeUndefined()
})

test('a long answer is written when there is time, the newest only, and read before that', async () => {
  await shelf.remove('long')
  const idle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (act: () => void) => idle.push(act))
  const [first, second] = ['a', 'b'].map((letter) => ({ text: letter.repeat(600_000), receivedAt: now, age: 0 }))
  const written = [shelf.write('long', first!), shelf.write('long', second!)]
  vi.unstubAllGlobals()
  expect(await shelf.read('long')).toBe(second)
  expect(await openShelf(() => now).read('long')).toBeUndefined()
  for (const act of idle) act()
  await Promise.all(written)
  expect(await openShelf(() => now).read('long')).toEqual(second)
})

test.each([
  ['a week ago', now - 7 * day],
  ['tomorrow', now + day],
])('an answer of %s is not shown', async (_, receivedAt) => {
  await shelf.write('old', { text: 'x', receivedAt, age: 0 })
  expect(await shelf.read('old')).toBeUndefined()
})

describe('A-40 what is no parcel', () => {
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
    expect(await shelf.read('garbage')).toBeUndefined()
  })
})

test('where nothing can be kept, nothing fails', async () => {
  vi.stubGlobal('indexedDB', {
    open() {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  const closed = openShelf(() => now)
  await closed.write('chains', { text: 'x', receivedAt: now, age: 0 })
  expect(await closed.read('chains')).toBeUndefined()
  vi.unstubAllGlobals()
})
