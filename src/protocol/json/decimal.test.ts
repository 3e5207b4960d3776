import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainDecimal, readDecimal, wholeNumber } from './decimal'

test('numbers in text are parsed', () => {
  expect(readDecimal(' 1.50 ')).toBe('1.50')
  expect(readDecimal('+.5')).toBe('0.5')
  expect(readDecimal('007')).toBe('7')
  expect(readDecimal('12.')).toBe('12')
  expect(readDecimal('-1e-7')).toBe('-1e-7')
})

test.each(['', '.', '-', 'e5', 'NaN', 'Infinity', '1,5', '0x1', '1 2', '--1', 'abc', '１'])(
  '"%s" is no number',
  (text) => {
    expect(readDecimal(text)).toBeUndefined()
  },
)

test('exponents are expanded', () => {
  expect(plainDecimal('1.5e-7')).toBe('0.00000015')
  expect(plainDecimal('1.50e3')).toBe('1500')
  expect(plainDecimal('1e21')).toBe('1000000000000000000000')
  expect(plainDecimal('-0.0')).toBe('0')
  expect(plainDecimal('-2.50')).toBe('-2.5')
  expect(plainDecimal('1e999999999')).toBeUndefined()
  expect(plainDecimal('1e-999999999')).toBeUndefined()
})

test('expanding an exponent does not change the value', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e60, max: 1e60 }), (number) => {
      expect(Number(plainDecimal(String(number)) ?? 0)).toBeCloseTo(number, 300)
    }),
  )
})

test('M-033 whole numbers in other notations are accepted', () => {
  for (const [text, number] of Object.entries({ '1': 1, '0x1': 1, '1.0': 1, '1e3': 1000, ' 56 ': 56, '-1': -1 }))
    expect(wholeNumber(text)).toBe(number)
  for (const text of ['1.5', '1e21', '9007199254740993', '', 'one', '0x', '1e999999999'])
    expect(wholeNumber(text)).toBeUndefined()
})
