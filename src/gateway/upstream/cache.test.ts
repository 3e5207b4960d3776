import { expect, test } from 'vitest'
import { createResponseCache, type LoadResult } from './cache'

const lifetime = { fresh: 5_000, staleWhileRevalidate: 60_000, staleIfError: 600_000, failurePause: 2_000 }
const loaded = (value: string): LoadResult<string, string> => ({ is: 'loaded', value })
const failed = (failure: string, isFinal = false): LoadResult<string, string> => ({ is: 'failed', failure, isFinal })

/** A cache with an adjustable clock, and a source that counts its loads. */
function build(...results: LoadResult<string, string>[]) {
  const state = { now: 0, loads: 0 }
  const cache = createResponseCache<string, string>(lifetime, () => state.now)
  const load = async () => results[Math.min(state.loads++, results.length - 1)]!
  return { state, get: (key = 'k') => cache.get(key, load), peek: () => cache.peek('k')?.value }
}

test('two hundred concurrent callers cause one load', async () => {
  const { state, get } = build(loaded('a'))
  const results = await Promise.all(Array.from({ length: 200 }, () => get()))
  expect(results.every((result) => result.is === 'cached' && result.value === 'a')).toBe(true)
  expect(state.loads).toBe(1)
})

test('a fresh value is served from the cache; a stale one too, while a new one is loaded', async () => {
  const { state, get } = build(loaded('a'), loaded('b'))
  await get()
  state.now = 4_999
  expect(await get()).toEqual({ is: 'cached', value: 'a', age: 4_999, staleBecause: undefined })
  state.now = 5_000
  expect(await get()).toEqual({ is: 'cached', value: 'a', age: 5_000, staleBecause: undefined })
  expect(await get()).toEqual({ is: 'cached', value: 'b', age: 0, staleBecause: undefined })
  expect(state.loads).toBe(2)
})

test('a look at the cache loads nothing, and sees what a caller would get without waiting', async () => {
  const { state, get, peek } = build(loaded('a'))
  expect(peek()).toBeUndefined()
  await get()
  state.now = 59_999
  expect(peek()).toBe('a')
  state.now = 60_000
  expect(peek()).toBeUndefined()
  expect(state.loads).toBe(1)
})

test('the age of a value counts from the start of its load', async () => {
  const state = { now: 0 }
  const cache = createResponseCache<string, string>(lifetime, () => state.now)
  const result = await cache.get('k', async () => {
    state.now = 3_000
    return loaded('a')
  })
  expect(result).toMatchObject({ age: 3_000 })
})

test('when a load fails the last value is served, with the reason', async () => {
  const { state, get } = build(loaded('a'), failed('down'))
  await get()
  state.now = 100_000
  expect(await get()).toEqual({ is: 'cached', value: 'a', age: 100_000, staleBecause: 'down' })
  state.now = 700_000
  expect(await get()).toEqual({ is: 'failed', failure: 'down' })
})

test('a refused API key removes the cached value', async () => {
  const { state, get } = build(loaded('a'), failed('no key', true))
  await get()
  state.now = 10_000
  await get()
  await Promise.resolve()
  expect(await get()).toEqual({ is: 'failed', failure: 'no key' })
})

test('after a failure nothing is loaded during the pause', async () => {
  const { state, get } = build(failed('down'), loaded('a'))
  expect(await get()).toEqual({ is: 'failed', failure: 'down' })
  state.now = 1_999
  expect(await get()).toEqual({ is: 'failed', failure: 'down' })
  expect(state.loads).toBe(1)
  state.now = 2_000
  expect(await get()).toMatchObject({ is: 'cached' })
})

test('a key is loaded at most once per freshness time, at any traffic', async () => {
  const { state, get } = build(loaded('a'))
  for (state.now = 0; state.now < 60_000; state.now += 1) if (state.now % 10 === 0) await get()
  expect(state.loads).toBeLessThanOrEqual(13)
})

test('the time until the next load counts from the end of the last one', async () => {
  const state = { now: 0, loads: 0 }
  const cache = createResponseCache<string, string>(lifetime, () => state.now)
  const load = async () => {
    state.loads++
    state.now += 3_000
    return loaded('a')
  }
  await cache.get('k', load)
  state.now = 7_999
  await cache.get('k', load)
  expect(state.loads).toBe(1)
  state.now = 8_000
  await cache.get('k', load)
  expect(state.loads).toBe(2)
})
