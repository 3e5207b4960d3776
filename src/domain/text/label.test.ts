import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanText, hasLink, hasSum, looksLike, readLabel, skeletonOf, withoutIsolates } from './label'

test('an ordinary name is shown unchanged', () => {
  for (const name of [
    'USD Coin',
    'Wrapped Ether',
    'USDC.e',
    'Curve.fi Token',
    '日本円',
    'Tether USD₮',
    'Ether (Wormhole)',
  ])
    expect(readLabel(name, 40)).toEqual({ text: name, isUnusual: false, hasLink: false, hasSum: false })
})

describe('A-13 names with characters that mislead', () => {
  test.each([
    ['directions', 'USD\u202eCDSU', 'USDCDSU'],
    ['zero width', 'U\u200bS\u200dD\ufeffC', 'USDC'],
    ['controls', 'US\u0000DC\u001b[2K', 'USDC[2K'],
    ['private use', 'USDC\ue000', 'USDC'],
    ['tag characters', 'USDC\u{e0041}\u{e0042}', 'USDC'],
    ['a flood of accents', `U${'\u0300'.repeat(40)}SDC`, 'U\u0300\u0300SDC'],
    ['blank braille', 'US\u2800DC', 'USDC'],
    ['accents around invisible characters', `U\u0301\u200d\u0301\u034f\u0301\u0301SDC`, 'U\u0301\u0301SDC'],
    ['lone surrogates', 'US\ud800DC', 'USDC'],
  ])('%s', (_, raw, text) => {
    expect(readLabel(raw, 40)).toEqual({ text, isUnusual: true, hasLink: false, hasSum: false })
  })
})

test('M-048 a long name is cut between characters as people count them', () => {
  expect(readLabel('x'.repeat(10_000), 12).text).toBe(`${'x'.repeat(11)}…`)
  expect(cleanText('👩‍👩‍👧'.repeat(50), 12).length).toBeLessThan(200)
  expect(cleanText('a\n\tb   c', 40)).toBe('a b c')
  expect(cleanText('\u200b \n', 40)).toBe('')
})

test('a name that begins with ASCII is cut like any other, regardless of the position of its first other character', () => {
  const characters = (text: string) =>
    Array.from(new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text), ({ segment }) => segment)
  for (const other of ['\u0301', 'é', '👩🏽', 'x\u0301'])
    for (let place = 8; place < 16; place++) {
      const name = `${'abcdefghijklmnop'.slice(0, place)}${other}`
      const whole = characters(name)
      const cut = whole.length > 12 ? `${whole.slice(0, 11).join('')}…` : name
      expect(cleanText(name, 12)).toBe(cut)
    }
})

test('M-049 HTML markup is shown as text', () => {
  for (const text of ['<script>alert(1)</script>', '</title>', '{{constructor}}', '%s%n'])
    expect(readLabel(text, 40).text).toBe(text)
})

test('M-052 names that contain a link are recognised', () => {
  for (const text of [
    'https://evil.example',
    'visit evil.com to claim',
    'www.evil',
    'USDC t.me/evil',
    'usdc-drop.xyz',
    'evil[.]com',
    'evil․com',
    'ｅｖｉｌ．ｃｏｍ',
    'evil dot com',
    'bit.ly/abc',
  ])
    expect(hasLink(text)).toBe(true)
  for (const text of ['USD Coin', 'yearn.finance', 'USDC.e', 'A/B', 'v1.2']) expect(hasLink(text)).toBe(false)
})

test('A-14 look-alike tickers share a skeleton', () => {
  for (const ticker of ['USDC', 'USDС', 'ＵＳＤＣ', 'U5DC', 'usdc', 'U\u200bSDC', 'ÚSDC', 'USD\u216d'])
    expect(skeletonOf(ticker)).toBe('USDC')
  expect(skeletonOf('ΕΤΗ')).toBe('ETH')
  expect(skeletonOf('WВТС')).toBe('WBTC')
  expect(skeletonOf('S0L')).toBe('SOL')
  expect(skeletonOf('USDT')).not.toBe('USDC')
})

test('A-14 half a character looks like none, and what parts the groups of look-alikes like itself', () => {
  for (const character of ['\ud835', '\udc00', ' ', ':']) expect(looksLike(character)).toBeUndefined()
  expect(['С', '🇦', 'Ь', 'é', '6', '漢'].map(looksLike)).toEqual(['C', 'A', 'b', undefined, undefined, undefined])
})

test('A-14 a name in ASCII is read as it is read with an invisible character in it', () => {
  const ascii = fc.string({
    unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)),
    maxLength: 199,
  })
  fc.assert(
    fc.property(ascii, (ticker) => {
      expect(skeletonOf(ticker)).toBe(skeletonOf(`${ticker}\u200b`))
      expect(hasLink(ticker)).toBe(hasLink(`${ticker}\u200b`))
      expect(hasSum(ticker)).toBe(hasSum(`${ticker}\u200b`))
      expect(cleanText(ticker, 12)).toBe(cleanText(`${ticker}\u200b`, 12))
    }),
  )
})

test('any name is shown short, with visible characters only, in one direction', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.integer({ min: 2, max: 40 }), (raw, limit) => {
      // Right-to-left text is isolated as a whole.
      const text = withoutIsolates(readLabel(raw, limit).text)
      expect(text).not.toMatch(/[\p{Bidi_Control}\p{Cc}\p{Default_Ignorable_Code_Point}]/u)
      expect(Array.from(new Intl.Segmenter().segment(text)).length).toBeLessThanOrEqual(limit)
      expect(cleanText(text, limit)).toBe(text)
      skeletonOf(raw)
    }),
  )
})
