import { expect, test } from 'vitest'
import { dailyTicks, ticksFor } from './volatility'

const minute = 60_000

test('a price that steps ten ticks a minute has a daily volatility of ten times the root of 1,440', () => {
  const samples = Array.from({ length: 61 }, (_, index) => ({ at: index * minute, tick: (index % 2) * 10 }))
  expect(dailyTicks(samples)).toBeCloseTo(10 * Math.sqrt(1440), 6)
})

test('the order in which samples arrive does not matter', () => {
  const samples = Array.from({ length: 40 }, (_, index) => ({ at: index * minute, tick: (index * 7) % 13 }))
  expect(dailyTicks(samples.toReversed())).toBe(dailyTicks(samples))
})

test('the volatility of too few samples, or of too short a time, is undefined', () => {
  expect(dailyTicks([])).toBeUndefined()
  expect(dailyTicks(Array.from({ length: 60 }, (_, index) => ({ at: index * 100, tick: index })))).toBeUndefined()
  expect(
    dailyTicks([
      { at: 0, tick: 0 },
      { at: 99 * minute, tick: 50 },
    ]),
  ).toBeUndefined()
})

test('a week has less than seven times the volatility of a day', () => {
  expect(ticksFor(7, 100)).toBe(265)
})
