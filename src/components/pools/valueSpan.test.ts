import { expect, test } from 'vitest'
import { valueSpan } from './valueSpan'

test('a price that moved fills the chart, with a little room above and below', () => {
  expect(valueSpan(100, 200, false)).toEqual([95, 205])
})

test('one that moved by less than its last digit is level, and in the middle', () => {
  const [floor, top] = valueSpan(3214.43177, 3214.43178, false)
  const height = top - floor
  expect((3214.43178 - 3214.43177) / height).toBeLessThan(0.001)
  expect((3214.43177 - floor) / height).toBeCloseTo(0.5, 2)
})

test('bars begin at zero, also where all are the same', () => {
  expect(valueSpan(50, 100, true)).toEqual([0, 102.5])
  expect(valueSpan(0, 0, true)[0]).toBe(0)
  expect(valueSpan(0, 0, true)[1]).toBeGreaterThan(0)
})
