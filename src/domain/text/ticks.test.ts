import { expect, test } from 'vitest'
import { tickRangeText } from './figure'

test('ticks are grouped, with a minus sign as wide as a digit', () => {
  expect(tickRangeText(-197_040, 60)).toBe('−197,040 to 60')
})
