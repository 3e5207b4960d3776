import { expect, test } from 'vitest'
import { networkCostUsd } from './rate'

const cost = (...gasUsd: (string | undefined)[]) => networkCostUsd(gasUsd.map((text) => ({ gasUsd: text })))

test('the network cost of a swap is the sum of its transactions', () => {
  expect(cost('0.5', '1.25')).toBe('1.75')
  expect(cost('0')).toBe('0')
})

test.each(['1e9', '10000.01', '-1', '99999999999999999999', 'NaN', '', undefined])(
  'a gasUsd of %s makes the network cost unknown',
  (gasUsd) => {
    expect(cost(gasUsd)).toBeUndefined()
    expect(cost('0.5', gasUsd)).toBeUndefined()
  },
)

test('without transactions the network cost is unknown', () => expect(cost()).toBeUndefined())
