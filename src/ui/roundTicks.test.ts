import { scaleLinear } from 'd3-scale'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { roundTicks } from './roundTicks'

test('the round values of any span are those that d3-scale chooses', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1e9, max: 1e9 }),
      fc.integer({ min: 20, max: 1e9 }),
      fc.integer({ min: 3, max: 9 }),
      (from, span, count) => {
        const chosen = scaleLinear()
          .domain([from, from + span])
          .ticks(count)
        expect(roundTicks(from, from + span, count)).toEqual(chosen)
      },
    ),
  )
})

test('a span of nothing has no round values', () => expect(roundTicks(7, 7, 4)).toEqual([]))
