import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LineKeys, lineKeysOf } from './useLineKeys'

const before: LineKeys = new Map([
  ['a', 0],
  ['b', 1],
  ['c', 2],
])

test('after another query new rows take the lines of those that left', () => {
  expect([...lineKeysOf(['x', 'b', 'y'], before, true)]).toEqual([
    ['x', 0],
    ['b', 1],
    ['y', 2],
  ])
})

test('scrolling gives a new row a new line, so that no line has to move', () => {
  expect([...lineKeysOf(['b', 'c', 'd'], before, false)]).toEqual([
    ['b', 1],
    ['c', 2],
    ['d', 3],
  ])
})

test('no two rows share a line, and a row that stays keeps its own', () => {
  const keys = fc.uniqueArray(fc.constantFrom(...'abcdefghijkl'), { maxLength: 12 })
  fc.assert(
    fc.property(fc.array(fc.tuple(keys, fc.boolean()), { maxLength: 6 }), (steps) => {
      let lines: LineKeys = new Map()
      for (const [shown, isReused] of steps) {
        const next = lineKeysOf(shown, lines, isReused)
        expect([...next.keys()]).toEqual(shown)
        expect(new Set(next.values()).size).toBe(shown.length)
        for (const [key, line] of next) if (lines.has(key)) expect(line).toBe(lines.get(key))
        lines = next
      }
    }),
  )
})
