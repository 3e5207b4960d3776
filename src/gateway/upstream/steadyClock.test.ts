import { expect, test } from 'vitest'
import { createResponseCache } from './cache'
import { createLimiter } from './limiter'
import { createSteadyClock } from './steadyClock'

const hour = 3_600_000

function setTo(start: number) {
  const system = { now: start }
  return { system, clock: createSteadyClock(() => system.now) }
}

test('follows the clock of the system, and goes on where that is set back', () => {
  const { system, clock } = setTo(1_000)
  const seen = [1_500, 5_000, 2_000, 2_400, 9_000, 9_100].map((now) => {
    system.now = now
    return clock()
  })
  expect(seen).toEqual([1_500, 5_000, 5_000, 5_400, 12_000, 12_100])
})

test('callers get their requests back also after the clock was set back', () => {
  const { system, clock } = setTo(24 * hour)
  const take = createLimiter({ perMinute: 60, burst: 10 }, clock)
  expect(take('a', 10)).toBe(0)
  system.now -= hour
  expect(take('a')).toBe(1)
  system.now += 1_000
  expect(take('a')).toBe(0)
})

test('a list is asked for again also after the clock was set back', async () => {
  const { system, clock } = setTo(24 * hour)
  const lifetime = { fresh: 5_000, staleWhileRevalidate: 5_000, staleIfError: hour, failurePause: 2_000 }
  const cache = createResponseCache<number, string>(lifetime, clock)
  let loads = 0
  const get = () => cache.get('', async () => ({ is: 'loaded', value: ++loads }))
  await get()
  system.now -= hour
  expect(await get()).toMatchObject({ value: 1, age: 0 })
  system.now += 5_000
  expect(await get()).toMatchObject({ value: 2, age: 0 })
})
