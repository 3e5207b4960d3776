import fc from 'fast-check'
import { expect, test } from 'vitest'
import { change, compare, divide, parseFraction, reciprocal, toNumber, toPlaces, toSignificant } from './fraction'

test('decimals are parsed exactly, at any length', () => {
  expect(parseFraction('0.1')).toEqual({ numerator: 1n, denominator: 10n })
  expect(parseFraction('1.5e-3')).toEqual({ numerator: 15n, denominator: 10_000n })
  expect(parseFraction('2E2')).toEqual({ numerator: 200n, denominator: 1n })
})

test.each(['', ' ', '.', '-1', '+1', '1.2.3', '1,5', '0x10', '1e', 'e5', 'NaN', '1e99999'])(
  '%j is no decimal',
  (text) => {
    expect(() => parseFraction(text)).toThrow('is not a decimal number')
  },
)

test('significant digits are kept for the tiniest and the largest prices, without exponents', () => {
  const shown = (text: string, digits: number) => toSignificant(parseFraction(text), digits)
  expect(shown('1.2345678e-30', 4)).toBe('0.000000000000000000000000000001235')
  expect(shown('123456789e22', 4)).toBe('1235000000000000000000000000000')
  expect(shown('9.9996', 4)).toBe('10')
  expect(shown('0.5', 6)).toBe('0.5')
  expect(shown('0', 6)).toBe('0')
})

test('rounding follows the requested direction', () => {
  const third = { numerator: 1n, denominator: 3n }
  expect([toPlaces(third, 2, 'down'), toPlaces(third, 2, 'nearest'), toPlaces(third, 2, 'up')]).toEqual([
    '0.33',
    '0.33',
    '0.34',
  ])
  expect(toPlaces({ numerator: -1n, denominator: 3n }, 2)).toBe('-0.33')
  expect(divide(7n, 2n, 'nearest')).toBe(4n)
  expect(divide(-7n, 2n, 'nearest')).toBe(-4n)
})

test('text with enough digits parses back to the same number', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 40n }), fc.integer({ min: 0, max: 60 }), (digits, places) => {
      const value = { numerator: digits, denominator: 10n ** BigInt(places) }
      expect(compare(parseFraction(toSignificant(value, 41)), value)).toBe(0)
      expect(compare(parseFraction(toPlaces(value, places)), value)).toBe(0)
    }),
  )
})

test('the nearest double is accurate, however long the numbers', () => {
  const long = 10n ** 400n
  expect(toNumber({ numerator: 3n * long, denominator: 2n * long })).toBe(1.5)
  expect(toNumber({ numerator: -1n, denominator: 8n })).toBe(-0.125)
})

test('division by zero is refused', () => {
  const zero = { numerator: 0n, denominator: 1n }
  expect(() => reciprocal(zero)).toThrow('price of zero')
  expect(() => change(zero, zero)).toThrow('price of zero')
})
