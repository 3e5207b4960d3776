import { readFileSync } from 'node:fs'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import fc from 'fast-check'
import { useState } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { connectText } from '../src/components/accounts/connect.messages'
import { dateText } from '../src/domain/text/dateText'
import { compactDollarText, dollarText, figureOf, figureText, grouped, percentText } from '../src/domain/text/figure'
import { exchangedSigns, locale } from '../src/domain/text/locale'
import { readTypedNumber } from '../src/domain/typedNumber'
import { swapMessages } from '../src/screens/swap/messages'
import { isGiven } from '../src/signing/review/consent'
import { reviewMessages } from '../src/signing/review/messages'
import { TextField } from '../src/ui/Field'
import { chooseLanguage, languages, showLanguage } from '../src/ui/languages/languages'
import { catalogues } from '../src/ui/messages'

afterEach(async () => {
  await showLanguage('en')
  localStorage.clear()
})

test('a chosen language replaces the texts of all catalogues, and English returns', async () => {
  await chooseLanguage('de')
  expect(swapMessages.english.review).toBe('Swap prüfen')
  expect(connectText('evm')).toBe('EVM-Wallet verbinden')
  expect(document.documentElement.lang).toBe('de')
  expect(localStorage.getItem('tidegate.language')).toBe('de')
  await chooseLanguage('en')
  expect(swapMessages.english.review).toBe('Review swap')
  expect(connectText('evm')).toBe('Connect EVM wallet')
})

test('numbers and dates are written in the chosen language', async () => {
  const value = { numerator: 123_456n, denominator: 100n }
  expect([dollarText(value), percentText(50)]).toEqual(['$1,234.56', '0.5%'])
  await showLanguage('de')
  expect([dollarText(value), percentText(50)]).toEqual(['1.234,56\u00a0$', '0,5\u00a0%'])
  expect(dateText(Date.UTC(2026, 10, 22, 12))).toBe('22.11.2026')
})

test('the texts of a catalogue that loads later come with it', async () => {
  await showLanguage('de')
  const { helpMessages } = await import('../src/screens/help/messages')
  await catalogues.loading
  expect(helpMessages.english.title).toBe('Hilfe')
})

test('the later of two choices counts, though its texts come first', async () => {
  await Promise.all([showLanguage('de'), showLanguage('en')])
  expect(swapMessages.english.review).toBe('Review swap')
})

const others = Object.keys(languages).filter((language) => language !== 'en')

test('the page chooses one of the same languages before the app starts', () => {
  const [, list = ''] = /const languages = \[(.*)\]/.exec(readFileSync('index.html', 'utf8')) ?? []
  expect(list).toBe(
    Object.keys(languages)
      .map((language) => `'${language}'`)
      .join(', '),
  )
})

describe.each(others)('in %s', (language) => {
  test('figures have the signs of the language', async () => {
    await showLanguage(language)
    const { tag } = locale
    const written = (value: number, options?: Intl.NumberFormatOptions) =>
      new Intl.NumberFormat(tag, options)
        .format(value)
        .replace(/[\u200e\u200f]/g, '')
        .replaceAll('\u202f', '\u00a0')
    for (const number of [1234.5, 12_345.5, 1_234_567.5, 0.25]) expect(grouped(String(number))).toBe(written(number))
    expect(percentText(1_250)).toBe(written(0.125, { style: 'percent', maximumFractionDigits: 2 }))
    // German and Turkish have short signs of thousands that `Intl` lacks, or that read as billions.
    for (const [power, sign] of locale.scales.filter(([power]) => !['de', 'tr'].includes(language) || power > 3))
      expect(written(2 * 10 ** power, { notation: 'compact' })).toBe(`2${sign}`)
    expect(compactDollarText({ numerator: 2_500_000n, denominator: 1n })).toContain(
      written(2_500_000, { notation: 'compact' }).replace(/\D+$/, ''),
    )
  })

  test('every number that the app writes is read back from a field as the same number, or asked about', async () => {
    await showLanguage(language)
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.integer({ min: 0, max: 24 }), (units, places) => {
        const digits = units.toString().padStart(places + 1, '0')
        const plain = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places).replace(/0$/, '1')}`
        for (const written of [grouped(plain), figureText(figureOf(plain, { significant: 40 }))]) {
          const found = readTypedNumber(exchangedSigns(written))
          if (found.is === 'invalid' && found.why === 'ambiguous') expect(found.readings).toContain(plain)
          else expect(found.is === 'number' && Number(found.plain)).toBe(Number(plain))
        }
      }),
    )
  })

  test('a loss is accepted by the two words that the question names, and by no other', async () => {
    await showLanguage(language)
    const { word, typeWord } = reviewMessages.english
    for (const named of [word, 'accept']) expect(typeWord(word, '12%')).toContain(named)
    const accepts = (typed: string) => isGiven([{ is: 'word', id: 'word', bps: 1_200 }], { word: typed }, word)
    for (const typed of [word, ` ${word.toUpperCase()} `, 'accept', 'Accept']) expect(accepts(typed)).toBe(true)
    for (const typed of ['', 'accep', `${word} ${word}`]) expect(accepts(typed)).toBe(false)
  })
})

function Percent({ start = '' }: { start?: string }) {
  const [text, setText] = useState(start)
  const read = readTypedNumber(text)
  return (
    <>
      <TextField label="share" inputMode="decimal" value={text} onChange={setText} />
      <output>{read.is === 'number' ? read.plain : read.is === 'empty' ? '' : read.why}</output>
    </>
  )
}

test('in a field a German types a decimal comma or point, and a group of three digits after a point is asked about', async () => {
  await showLanguage('de')
  render(<Percent start="0.5" />)
  const field = screen.getByRole<HTMLInputElement>('textbox')
  expect([field.value, screen.getByRole('status').textContent]).toEqual(['0,5', '0.5'])
  for (const [typed, read] of [
    ['12,5', '12.5'],
    ['12.5', '12.5'],
    ['1,250', '1.250'],
    ['1.250,5', '1250.5'],
    ['1.250', 'ambiguous'],
  ] as const) {
    await userEvent.clear(field)
    await userEvent.type(field, typed)
    expect([field.value, screen.getByRole('status').textContent]).toEqual([typed, read])
  }
})
