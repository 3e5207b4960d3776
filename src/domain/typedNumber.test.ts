import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { figureOf, figureText, grouped } from './text/figure'
import { readTypedNumber, readTypedPercent } from './typedNumber'

const read = (text: string) => {
  const typed = readTypedNumber(text)
  if (typed.is === 'number') return typed.plain
  if (typed.is === 'empty') return 'empty'
  return typed.why === 'ambiguous' ? typed.readings.join(' or ') : `without “${typed.character ?? ''}”`
}

describe('a typed number', () => {
  test.each([
    ['1,5', '1.5'],
    ['.5', '.5'],
    ['5.', '5.'],
    ['1 000,5', '1000.5'],
    ['1,000,000', '1000000'],
    ['1.000.000', '1000000'],
    ['1.000.000,25', '1000000.25'],
    ['1,00,000.50', '100000.50'],
    ['1,00,000', '100000'],
    ['12,34,567', '1234567'],
    ["12'345.6", '12345.6'],
    ['12’345', '12345'],
    ['1\u2009234\u2009567', '1234567'],
    ['1\u00a0234', '1234'],
    ['1\u202f234,5', '1234.5'],
    ['１２．５', '12.5'],
    ['１２，５', '12.5'],
    ['١٢٫٥', '12.5'],
    ['١٬٢٣٤٬٥٦٧', '1234567'],
    ['१२.५', '12.5'],
    ['\u{1d7d9}\u{1d7da}', '12'],
    ['1.234', '1.234'],
    ['0,500', '0.500'],
    ['1234,567', '1234.567'],
    ['0.0₅1234', '0.000001234'],
    ['12 345,67', '12345.67'],
    ['1.234.567,89', '1234567.89'],
    ['1_000_000', '1000000'],
    ['٣٬٥٠٠', '3500'],
    ['۱۲۳٫۴', '123.4'],
    ['१,२३,४५६', '123456'],
    ['１，２３４．５', '1234.5'],
    ['\ufeff100\n', '100'],
    ['25\u3000', '25'],
    ['1,00,00,000.00', '10000000.00'],
    ["1'234'567.8", '1234567.8'],
    ['1.000,000', '1000.000'],
    ['0.0₁₀5', '0.00000000005'],
    ['1٫234٫567', '1234567'],
    ['00012', '00012'],
    ['0,000', '0.000'],
  ])('%s is %s', (text, plain) => expect(read(text)).toBe(plain))

  test.each([
    ['25,000', '25 or 25000'],
    ['1,234', '1.234 or 1234'],
    ['25.000', '25 or 25000'],
    ['١٬٢٣٤', '1234'],
  ])('one group, as in %s, is a question where the mark has two meanings: %s', (text, readings) =>
    expect(read(text)).toBe(readings),
  )

  test.each([
    ['2 5', ' '],
    ['0 5', ' '],
    ['1 00', ' '],
    ['0 500', ' '],
    ['1\u200b5', '\u200b'],
    ['\u200e15', '\u200e'],
    ['-1', '-'],
    ['1e5', 'e'],
    ['1.2.3', '.'],
    ['1,2,3', ','],
    ['1,000.000,5', ','],
    ["1'0", "'"],
    ['12a', 'a'],
    ['0x10', 'x'],
    ['$25', '$'],
    ['€1.000,50', '€'],
    ['25%', '%'],
    ['−5', '−'],
    ['1/2', '/'],
    ['½', '½'],
    ['Ⅷ', 'Ⅷ'],
    ['1\u00ad5', '\u00ad'],
    ['\u202a15\u202c', '\u202a'],
    ['1,000\u200e', '\u200e'],
    ['1..5', '.'],
    ['1.,5', '.'],
    ['12,345,67', ','],
    ['1,000,00', ','],
    ['1 2345', ' '],
    ['1.234\u202f567', '\u202f'],
    ['1。5', '。'],
    ['1·5', '·'],
    ['1.5k', 'k'],
    ['10-000', '-'],
    ['0.₅1', '₅'],
  ])('%j is refused, and the character %j is named', (text, character) =>
    expect(readTypedNumber(text)).toEqual({ is: 'invalid', why: 'not a number', character }),
  )

  test('every number that the app writes is read back as the same number or asked about', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.integer({ min: 0, max: 24 }), (units, places) => {
        const digits = units.toString().padStart(places + 1, '0')
        const plain = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places).replace(/0$/, '1')}`
        for (const [written, value] of [
          [grouped(plain), plain],
          [figureText(figureOf(plain, { significant: 40 })), plain],
        ] as const) {
          const found = readTypedNumber(written)
          if (found.is === 'invalid' && found.why === 'ambiguous') expect(found.readings).toContain(value)
          else expect(found.is === 'number' && Number(found.plain)).toBe(Number(value))
        }
      }),
    )
  })
})

test('a percentage has at most two decimals and may end in a percent sign of any script', () => {
  expect(readTypedPercent('0,5 %')).toEqual({ is: 'percent', bps: 50 })
  expect(readTypedPercent('５０％')).toEqual({ is: 'percent', bps: 5_000 })
  expect(readTypedPercent('0.505')).toEqual({ is: 'invalid', why: 'too precise' })
  expect(readTypedPercent('0 5')).toMatchObject({ is: 'invalid', character: ' ' })
})
