import { expect, test } from 'vitest'
import { createShelf, type Loaded } from './cache'

const life = { fresh: 5_000, lenient: 60_000, last: 600_000, pause: 2_000 }
const good = (value: string): Loaded<string, string> => ({ is: 'good', value })
const bad = (value: string, final = false): Loaded<string, string> => ({ is: 'bad', value, final })

/** A shelf with a clock to turn, and a source that counts how often it is asked. */
function build(...answers: Loaded<string, string>[]) {
  const state = { now: 0, asked: 0 }
  const shelf = createShelf<string, string>(life, () => state.now)
  const load = async () => answers[Math.min(state.asked++, answers.length - 1)]!
  return { state, serve: (key = 'k') => shelf.serve(key, load) }
}

test('two hundred who come at once cost one request', async () => {
  const { state, serve } = build(good('a'))
  const served = await Promise.all(Array.from({ length: 200 }, () => serve()))
  expect(served.every((one) => one.is === 'good' && one.value === 'a')).toBe(true)
  expect(state.asked).toBe(1)
})

test('a fresh answer is served as it is; an older one too, while a newer one is fetched behind it', async () => {
  const { state, serve } = build(good('a'), good('b'))
  await serve()
  state.now = 4_999
  expect(await serve()).toEqual({ is: 'good', value: 'a', age: 4_999, despite: undefined })
  state.now = 5_000
  expect(await serve()).toEqual({ is: 'good', value: 'a', age: 5_000, despite: undefined })
  expect(await serve()).toEqual({ is: 'good', value: 'b', age: 0, despite: undefined })
  expect(state.asked).toBe(2)
})

test('an answer is as old as the moment it was asked for', async () => {
  const state = { now: 0 }
  const shelf = createShelf<string, string>(life, () => state.now)
  const served = await shelf.serve('k', async () => {
    state.now = 3_000
    return good('a')
  })
  expect(served).toMatchObject({ age: 3_000 })
})

test('when no newer answer can be had the last good one stays, and says why', async () => {
  const { state, serve } = build(good('a'), bad('down'))
  await serve()
  state.now = 100_000
  expect(await serve()).toEqual({ is: 'good', value: 'a', age: 100_000, despite: 'down' })
  state.now = 700_000
  expect(await serve()).toEqual({ is: 'bad', value: 'down' })
})

test('a refused key ends what was kept', async () => {
  const { state, serve } = build(good('a'), bad('no key', true))
  await serve()
  state.now = 10_000
  await serve()
  await Promise.resolve()
  expect(await serve()).toEqual({ is: 'bad', value: 'no key' })
})

test('after a refusal nobody asks again for a moment', async () => {
  const { state, serve } = build(bad('down'), good('a'))
  expect(await serve()).toEqual({ is: 'bad', value: 'down' })
  state.now = 1_999
  expect(await serve()).toEqual({ is: 'bad', value: 'down' })
  expect(state.asked).toBe(1)
  state.now = 2_000
  expect(await serve()).toMatchObject({ is: 'good' })
})

test('whatever the load, one source is asked once per freshness', async () => {
  const { state, serve } = build(good('a'))
  for (state.now = 0; state.now < 60_000; state.now += 1) if (state.now % 10 === 0) await serve()
  expect(state.asked).toBeLessThanOrEqual(13)
})
