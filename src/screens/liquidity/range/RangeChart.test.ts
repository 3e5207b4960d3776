import { scaleLinear } from 'd3-scale'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ethUsd } from '../../../../test/builders/liquidity'
import { axisText, axisTicks } from './RangeChart'

test('a price at the axis keeps four digits, and is a power of ten where it would be long', () => {
  expect(axisText(-196_257, ethUsd)).toBe('3,000')
  expect(axisText(0, ethUsd)).toBe('1.00e12')
  expect(axisText(887_220, ethUsd).length).toBeLessThan(9)
  expect(axisText(-600_000, ethUsd).length).toBeLessThan(12)
})

test('the ticks of any window are those that d3-scale chooses, apart from the edges', () => {
  fc.assert(
    fc.property(fc.integer({ min: -880_000, max: 880_000 }), fc.integer({ min: 12, max: 1_700_000 }), (from, span) => {
      const to = from + span
      const inside = (tick: number) => tick > from + span * 0.08 && tick < to - span * 0.08
      const chosen = scaleLinear().domain([from, to]).ticks(5).filter(inside).map(Math.round)
      expect(axisTicks({ from, to }, 5)).toEqual(chosen)
    }),
  )
  expect(axisTicks({ from: 7, to: 7 }, 5)).toEqual([])
})
