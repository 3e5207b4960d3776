import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromUnits } from '../amount'
import { parseFraction } from '../fraction'
import { ageOf } from './age'
import { compactDollarText, dollarText, figureOf, figureText, percentText, smallPercentText, solText } from './figure'

const shown = (decimal: string, significant?: number) =>
  figureText(figureOf(decimal, significant === undefined ? {} : { significant }))

test.each([
  ['1663.100919', '1,663.10'],
  ['26640.059999', '26,640.05'],
  ['1234567.891', '1,234,567.89'],
  ['3000', '3,000'],
  ['3000.001', '3,000'],
  ['0.9998271', '0.999827'],
  ['0.000005', '0.0₅5'],
])('dollar tokens are written with cents from one up: %s as %s', (decimal, text) => {
  const figure = figureOf(decimal, { hasCents: true })
  expect(figureText(figure)).toBe(text)
  expect(figure.full, 'the exact figure is what is copied').toBe(decimal)
})

describe('a formatted number', () => {
  test.each([
    ['0', '0'],
    ['1', '1'],
    ['1.5', '1.5'],
    ['1234.5', '1,234.5'],
    ['1234567.891', '1,234,567'],
    ['999999999999999999999', '999,999,999,999,999,999,999'],
    ['0.123456789', '0.123456'],
    ['0.000123456789', '0.000123456'],
    ['0.0000123456789', '0.0₄123456'],
    ['0.000000000000000001', '0.0₁₇1'],
    ['-12.3456789', '−12.3456'],
    ['3002.419999', '3,002.41'],
  ])('%s is shown as %s', (decimal, text) => expect(shown(decimal)).toBe(text))

  test('keeps the exact number for copying', () => {
    expect(figureOf('0.0000123456789')).toMatchObject({ full: '0.0000123456789', isShortened: true })
    expect(figureOf('12.5')).toMatchObject({ full: '12.5', isShortened: false })
  })

  test('shown by the shortcut for short numbers looks the same as by the full algorithm', () => {
    const near = fc.tuple(fc.nat(99_999), fc.nat(9_999), fc.constantFrom(1, 2, 3, 4, 5, 6, 40))
    fc.assert(
      fc.property(near, ([whole, places, significant]) => {
        const decimal = `${whole}.${places}`
        // A leading zero changes nothing but forces the full algorithm.
        const [short, long] = [figureOf(decimal, { significant }), figureOf(`0${decimal}`, { significant })]
        expect({ ...short, full: '' }).toEqual({ ...long, full: '' })
      }),
    )
  })

  test('never shows more than the exact number', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 40n }), fc.integer({ min: 0, max: 36 }), (units, decimals) => {
        const { whole, zeros, fraction } = figureOf(fromUnits(units, decimals))
        const plain = `${whole.replaceAll(',', '')}.${'0'.repeat(zeros)}${fraction}`
        const back = parseFraction(plain)
        expect(back.numerator * 10n ** BigInt(decimals) <= units * back.denominator).toBe(true)
      }),
    )
  })

  test('keeps at least six significant digits, and every digit before the point', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 40n }), fc.integer({ min: 0, max: 36 }), (units, decimals) => {
        const exact = fromUnits(units, decimals)
        const { whole, fraction } = figureOf(exact)
        expect(whole.replaceAll(',', '')).toBe(exact.split('.')[0])
        const digits = `${whole}${fraction}`.replace(/^[0,]+/, '').replaceAll(',', '')
        const wanted = exact.replace('.', '').replace(/^0+/, '').slice(0, 6).replace(/0+$/, '')
        expect(digits.startsWith(wanted)).toBe(true)
      }),
    )
  })
})

test.each([
  ['0', '$0.00'],
  ['0.009', '<$0.01'],
  ['0.01', '$0.01'],
  ['1234.567', '$1,234.57'],
])('%s dollars are shown as %s', (value, text) => expect(dollarText(parseFraction(value))).toBe(text))

test.each([
  ['999', '$999.00'],
  ['1234', '$1.23K'],
  ['45678', '$45.7K'],
  ['1234567', '$1.23M'],
  ['9876543210', '$9.88B'],
  ['5000000000000', '$5.00T'],
  ['999999', '$1.00M'],
  ['1900000', '$1.90M'],
  ['957000', '$957K'],
  ['999499', '$999K'],
  ['999.99', '$999.99'],
])('a sum of %s is shown as %s', (value, text) => expect(compactDollarText(parseFraction(value))).toBe(text))

test.each([
  [50, '0.5%'],
  [10, '0.1%'],
  [100, '1%'],
  [1234, '12.34%'],
  [-7, '−0.07%'],
  [0, '0%'],
])('%d basis points are %s', (bps, text) => expect(percentText(bps)).toBe(text))

test('ages are given in the largest unit that fits', () => {
  expect(ageOf(4_200)).toEqual({ count: 4, unit: 'second' })
  expect(ageOf(60_000)).toEqual({ count: 1, unit: 'minute' })
  expect(ageOf(38 * 60_000)).toEqual({ count: 38, unit: 'minute' })
  expect(ageOf(49 * 3_600_000)).toEqual({ count: 2, unit: 'day' })
  expect(ageOf(-5)).toEqual({ count: 0, unit: 'second' })
})

test('a share that is there is never written as none', () => {
  expect(smallPercentText(0.49)).toBe('<0.01%')
  expect(smallPercentText(1e-12)).toBe('<0.01%')
  expect(smallPercentText(0)).toBe('0%')
  expect(smallPercentText(125)).toBe('1.25%')
})

test('lamports are read as SOL, to the last digit', () => {
  expect(solText('2039280')).toBe('0.00203928 SOL')
  expect(solText('1234000000001')).toBe('1,234.000000001 SOL')
})
