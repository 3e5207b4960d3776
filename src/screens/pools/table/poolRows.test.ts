import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortedBy } from './poolRows'

test('numbers are sorted in either direction, equal ones keep their order, and rows without one come last', () => {
  const number = fc.oneof(
    fc.double({ noNaN: true }),
    fc.constantFrom(0, -0, 1, -1, undefined, 5e-324, Number.MAX_VALUE, Number.POSITIVE_INFINITY),
  )
  fc.assert(
    fc.property(fc.array(number, { maxLength: 60 }), fc.constantFrom(1 as const, -1 as const), (numbers, turn) => {
      const rows = numbers.map((value, index) => ({ value, place: index }))
      const expected = rows.toSorted((a, b) => {
        if (a.value === undefined || b.value === undefined)
          return Number(a.value === undefined) - Number(b.value === undefined)
        return turn * (a.value < b.value ? -1 : Number(a.value > b.value))
      })
      expect(sortedBy(rows, ({ value }) => value, turn)).toEqual(expected)
    }),
    { numRuns: 1_000 },
  )
})
