import { beforeEach, expect, test } from 'vitest'
import { storedShortlist } from './shortlist'

/** The values in a browser, by key. */
function memoryStorage(): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    clear: () => kept.clear(),
    key: (place) => [...kept.keys()][place] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}

let storage = memoryStorage()
beforeEach(() => {
  storage = memoryStorage()
})

test('the orders to show first are known at the next visit', () => {
  expect(storedShortlist(storage).read()).toBeUndefined()
  storedShortlist(storage).write({ ids: ['b', 'a'], entries: 5_000 })
  expect(storedShortlist(storage).read()).toEqual({ ids: ['b', 'a'], entries: 5_000 })
})

test.each(['{', 'null', '[]', '{"ids":3,"entries":1}', '{"ids":["a"],"entries":"many"}', '{"ids":["a"]}'])(
  'what else is there is left aside: %s',
  (text) => {
    storage.setItem('tidegate.shortlist', text)
    expect(storedShortlist(storage).read()).toBeUndefined()
  },
)

test('a made-up list is cut, and invalid ids are left out', () => {
  const ids = [7, ...Array.from({ length: 5_000 }, (_, number) => `id-${number}`)]
  storage.setItem('tidegate.shortlist', JSON.stringify({ ids, entries: 1 }))
  expect(storedShortlist(storage).read()?.ids).toHaveLength(100)
  expect(storedShortlist(storage).read()?.ids[0]).toBe('id-0')
})

test('a storage that is full, or forbidden, holds no order up', () => {
  const refuse = () => {
    throw new Error('QuotaExceededError')
  }
  const full = { ...storage, getItem: refuse, setItem: refuse }
  expect(() => storedShortlist(full).write({ ids: [], entries: 0 })).not.toThrow()
  expect(storedShortlist(full).read()).toBeUndefined()
})
