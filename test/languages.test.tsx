import { afterEach, expect, test } from 'vitest'
import { connectText } from '../src/components/accounts/connect.messages'
import { dateText } from '../src/domain/text/dateText'
import { dollarText, percentText } from '../src/domain/text/figure'
import { swapMessages } from '../src/screens/swap/messages'
import { chooseLanguage, showLanguage } from '../src/ui/languages/languages'

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

test('the later of two choices counts, though its texts come first', async () => {
  await Promise.all([showLanguage('de'), showLanguage('en')])
  expect(swapMessages.english.review).toBe('Review swap')
})
