import { expect, test } from 'vitest'
import { backtest } from './backtest'

const hour = 3_600_000
const hours = (ticks: readonly number[]) => ticks.map((tick, index) => ({ at: index * hour, tick }))

test('half of the time in the range is half, and each way out is counted', () => {
  const ticks = Array.from({ length: 49 }, (_, index) => (Math.floor(index / 12) % 2 === 0 ? 0 : 500))
  expect(backtest(hours(ticks), { tickLower: -60, tickUpper: 60 })).toEqual({
    span: 48 * hour,
    timeInRange: 0.5,
    exits: 2,
  })
})

test('the upper bound is out of the range, the lower one in it', () => {
  expect(backtest(hours(Array(30).fill(60)), { tickLower: -60, tickUpper: 60 })?.timeInRange).toBe(0)
  expect(backtest(hours(Array(30).fill(-60)), { tickLower: -60, tickUpper: 60 })?.timeInRange).toBe(1)
})

test('uneven intervals are weighted by their duration, in any order', () => {
  const samples = [...hours(Array(24).fill(0)), { at: 123 * hour, tick: 900 }, { at: 223 * hour, tick: 900 }]
  expect(backtest(samples.toReversed(), { tickLower: -60, tickUpper: 60 })).toEqual({
    span: 223 * hour,
    timeInRange: 123 / 223,
    exits: 1,
  })
})

test('an incomplete day has no result', () => {
  expect(backtest(hours(Array(23).fill(0)), { tickLower: -60, tickUpper: 60 })).toBeUndefined()
})
