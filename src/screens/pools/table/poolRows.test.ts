import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byNumber } from './poolRows'

test('numbers rise, equal ones keep their order, and rows without one come last', () => {
  const number = fc.oneof(
    fc.double({ noNaN: true }),
    fc.constantFrom(0, -0, 1, -1, undefined, 5e-324, Number.MAX_VALUE, Number.POSITIVE_INFINITY),
  )
  fc.assert(
    fc.property(fc.array(number, { maxLength: 60 }), (numbers) => {
      const rows = numbers.map((value, index) => ({ value, place: index }))
      const expected = rows.toSorted((a, b) => {
        if (a.value === undefined || b.value === undefined)
          return Number(a.value === undefined) - Number(b.value === undefined)
        return a.value < b.value ? -1 : Number(a.value > b.value)
      })
      expect(byNumber(rows, ({ value }) => value)).toEqual(expected)
    }),
    { numRuns: 1_000 },
  )
})
