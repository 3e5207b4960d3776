import fc from 'fast-check'
import { expect, test } from 'vitest'
import { measureUnitsPerPercent } from './measureSlippageUnit'

const quote = (slippage: number, units: number, output: number) => output * (1 - slippage / units / 100)

test('two minimums at two tolerances show the meaning of a slippage of 1, for any output and though prices move a little', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(1, 10, 100),
      fc.double({ min: 1e-6, max: 1e9, noNaN: true }),
      fc.double({ min: -1e-5, max: 1e-5, noNaN: true }),
      (units, output, move) => {
        const samples = [50, 100].map((slippage, index) => ({
          ...{ trade: 'a', slippage, expected: undefined },
          minimumReceived: quote(slippage, units * 1.5, output * (1 + index * move)),
        }))
        expect(measureUnitsPerPercent(samples)).toBeGreaterThan(units)
      },
    ),
  )
})

test.each([1, 10, 100, 1_000, 10_000])(
  '%i units per percent are measured from a minimumReceived and the expected output',
  (units) => {
    const samples = [50, 100].map((slippage) => ({
      trade: 'a',
      slippage,
      minimumReceived: quote(slippage, units, 7),
      expected: 7,
    }))
    expect(measureUnitsPerPercent(units === 1 ? samples.slice(0, 1) : samples)).toBe(units)
  },
)

test('an unusual count is reported as it was measured', () => {
  expect(measureUnitsPerPercent([{ trade: 'a', slippage: 50, minimumReceived: quote(50, 30, 9), expected: 9 }])).toBe(
    30,
  )
})

test('quotes for different trades, without figures or with a minimumReceived above the output show nothing', () => {
  const none = { minimumReceived: undefined, expected: undefined }
  expect(measureUnitsPerPercent([])).toBeUndefined()
  expect(measureUnitsPerPercent([{ trade: 'a', slippage: 50, ...none }])).toBeUndefined()
  expect(measureUnitsPerPercent([{ trade: 'a', slippage: 50, minimumReceived: 3, expected: 2 }])).toBeUndefined()
  const apart = ['a', 'b'].map((trade, index) => ({
    trade,
    slippage: 50 * (index + 1),
    minimumReceived: 2 - index,
    expected: undefined,
  }))
  expect(measureUnitsPerPercent(apart)).toBeUndefined()
})
