import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLimiter } from './limiter'

test('a burst is allowed, then one request per interval', () => {
  let now = 0
  const take = createLimiter({ perMinute: 60, burst: 3 }, () => now)

  expect([take('a'), take('a'), take('a'), take('a')]).toEqual([0, 0, 0, 1])
  now = 1_000
  expect([take('a'), take('a')]).toEqual([0, 1])
})

test('a batch counts as many requests as it has; one larger than the burst is allowed and leaves a debt', () => {
  let now = 0
  const take = createLimiter({ perMinute: 60, burst: 10 }, () => now)
  expect([take('a', 8), take('a', 3), take('a', 2)]).toEqual([0, 1, 0])
  now = 10_000
  expect(take('a', 30)).toBe(0)
  expect(take('a')).toBe(21)
  now += 21_000
  expect(take('a')).toBe(0)
})

test('callers have separate budgets', () => {
  const take = createLimiter({ perMinute: 60, burst: 1 }, () => 0)
  expect([take('a'), take('a'), take('b')]).toEqual([0, 1, 0])
})

test('a caller who waits for the time given by the limiter is allowed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 600 }), fc.integer({ min: 1, max: 50 }), (perMinute, burst) => {
      let now = 0
      const take = createLimiter({ perMinute, burst }, () => now)
      for (let i = 0; i < burst; i++) take('a')
      now += take('a') * 1_000
      expect(take('a')).toBe(0)
    }),
  )
})

test('never allows more than the rate and one burst', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 2_000 }), { maxLength: 200 }), (pauses) => {
      let now = 0
      const take = createLimiter({ perMinute: 60, burst: 5 }, () => now)
      const passed = pauses.filter((pause) => {
        now += pause
        return take('a') === 0
      })
      expect(passed.length).toBeLessThanOrEqual(5 + now / 1_000)
    }),
  )
})

test('keeps a limited number of callers', () => {
  const take = createLimiter({ perMinute: 60, burst: 1 }, () => 0, 2)
  take('a')
  take('b')
  take('c')
  expect([take('c'), take('a')]).toEqual([1, 0])
})
