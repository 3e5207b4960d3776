import { expect, test } from 'vitest'
import { ethUsd } from '../../../../test/builders/liquidity'
import { axisText } from './axis'

test('a price at the axis keeps four digits, and is a power of ten where it would be long', () => {
  expect(axisText(-196_257, ethUsd)).toBe('3,000')
  expect(axisText(0, ethUsd)).toBe('1.00e12')
  expect(axisText(887_220, ethUsd).length).toBeLessThan(9)
  expect(axisText(-600_000, ethUsd).length).toBeLessThan(12)
})
