import { expect, test } from 'vitest'
import { seenBetween } from './usePoolMarket'

const hour = 3_600_000

test('a day’s low and high are those of the record, not of its hourly closes', () => {
  const samples = [
    { at: 0, tick: 900, low: 100, high: 2_000 },
    { at: 30 * hour, tick: 10, low: -25, high: 12 },
    { at: 31 * hour, tick: 5, low: 1, high: 40 },
  ]
  expect(seenBetween(samples)).toEqual({ tickLower: -25, tickUpper: 40 })
  // Prices that this browser saw itself have no low and high of their own.
  expect(seenBetween([...samples, { at: 32 * hour, tick: 60 }])).toEqual({ tickLower: -25, tickUpper: 60 })
})
