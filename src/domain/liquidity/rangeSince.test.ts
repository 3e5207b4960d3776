import { expect, test } from 'vitest'
import { rangeSince } from './rangeSince'

const range = { tickLower: -60, tickUpper: 60 }
const hourly = (...ticks: readonly number[]) => ticks.map((tick, hour) => ({ at: hour * 100, tick }))
const since = (ticks: readonly number[], isInside: boolean, openedAt?: number) =>
  rangeSince(hourly(...ticks), range, { isInside, openedAt })

test('a position left its range between the last price inside it and the next one', () => {
  expect(since([0, 10, 59, 60, 90], false)).toEqual({ is: 'after', at: 200, until: 300 })
  expect(since([-61, -60, 0], true)).toEqual({ is: 'after', at: 0, until: 100 })
})

test('one that left it after the newest price left it since then', () => {
  expect(since([0, 10, 20], false)).toEqual({ is: 'after', at: 200, until: undefined })
})

test('where no price differs it is so since before the first price, or since the position was opened', () => {
  expect(since([0, 10, 20], true)).toEqual({ is: 'before', at: 0 })
  expect(since([0, 10, 20], true, 0)).toEqual({ is: 'before', at: 0 })
  expect(since([90, 90, 20, 10], true, 150)).toEqual({ is: 'opened', at: 150 })
})

test('prices of the time before the position say nothing of it, nor do none at all', () => {
  expect(since([0, 90], false, 250)).toBeUndefined()
  expect(rangeSince([], range, { isInside: true, openedAt: undefined })).toBeUndefined()
})

test('samples in any order give the same result', () => {
  expect(rangeSince(hourly(0, 10, 90).toReversed(), range, { isInside: false, openedAt: undefined })).toEqual({
    is: 'after',
    at: 100,
    until: 200,
  })
})
