import { describe, expect, test } from 'vitest'
import {
  growth,
  isAlike,
  isWorthKeeping,
  maxSnapshots,
  type PoolSnapshot,
  recordLines,
  snapshotsToDelete,
} from './poolHistory'

const moment = (at: number, price?: string, record?: string): PoolSnapshot => ({
  at,
  figures: price === undefined ? {} : { price },
  record,
})

describe('snapshots worth keeping', () => {
  test('every change of an open pool is kept, and one snapshot a minute without a change', () => {
    const last = moment(0, '1', '{"a":1}')
    expect(isWorthKeeping(undefined, last)).toBe(true)
    expect(isWorthKeeping(last, moment(5_000, '1', '{"a":2}'))).toBe(true)
    expect(isWorthKeeping(last, moment(5_000, '1', '{"a":1}'))).toBe(false)
    expect(isWorthKeeping(last, moment(60_000, '1', '{"a":1}'))).toBe(true)
  })

  test('one snapshot a minute of other pools is kept, and none older than the last', () => {
    expect(isWorthKeeping(moment(0), moment(59_000))).toBe(false)
    expect(isWorthKeeping(moment(0), moment(60_000))).toBe(true)
    expect(isWorthKeeping(moment(10), moment(5, '2', 'x'))).toBe(false)
  })
})

test('when the ring is full the oldest snapshots are deleted', () => {
  const times = Array.from({ length: maxSnapshots + 2 }, (_, index) => index)
  expect(snapshotsToDelete(times.toReversed())).toEqual([0, 1])
  expect(snapshotsToDelete([1, 2])).toEqual([])
})

test('two snapshots differ by what changed, what was added and what was removed', () => {
  const lines = recordLines([
    [
      ['$.tick', '10'],
      ['$.old', 'x'],
      ['$.same', '1'],
    ],
    [
      ['$.same', '1'],
      ['$.tick', '15'],
      ['$.fresh', 'y'],
    ],
  ])
  const found = lines.filter((line) => !isAlike(line))
  expect(found).toEqual([
    { path: '$.tick', values: ['10', '15'] },
    { path: '$.fresh', values: [undefined, 'y'] },
    { path: '$.old', values: ['x', undefined] },
  ])
  expect(found.map(({ values: [from, to] }) => growth(from, to))).toEqual([0.5, undefined, undefined])
})

test('growth from zero, and of text, is undefined', () => {
  expect(growth('0', '5')).toBeUndefined()
  expect(growth('a', 'b')).toBeUndefined()
  expect(growth('-10', '-5')).toBe(0.5)
  expect(growth('5e17', '1e18')).toBe(1)
})

test('an address is no number that could grow', () => {
  expect(growth(`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`)).toBeUndefined()
})
