import { expect, test } from 'vitest'
import { eth, usdc } from '../../../test/builders/swap'
import type { Amount } from '../../domain/amount'
import { dollarText } from '../../domain/text/figure'
import type { Token } from '../../domain/token'
import { valueThen } from './valueThen'

const dollar = { ...usdc, price: '1' }
const coin = { ...eth, price: '2000' }
const amount = (token: Token, units: bigint): Amount => ({ token, units })

function said(given: readonly Amount[], withdrawn: readonly Amount[] = []) {
  const value = valueThen({ given, withdrawn })
  return value.is === 'known' ? dollarText(value.dollars) : value.is
}

test('an order is worth its payment, at the prices of when it was opened; both tokens of a deposit count', () => {
  expect(said([amount(dollar, 250_000_000n)])).toBe('$250.00')
  expect(said([amount(dollar, 100_000_000n), amount(coin, 10n ** 17n)])).toBe('$300.00')
})

test('a withdrawal is worth what it brought', () => {
  expect(said([], [amount(coin, 10n ** 18n), amount(dollar, 1_000_000n)])).toBe('$2,001.00')
})

test('without a price then, or with the price of another token, the value is unknown and not a part of it', () => {
  const unpriced = { ...usdc, price: undefined }
  const fake = { ...dollar, symbol: 'USDС', cautions: [{ is: 'look-alike', of: 'USDC' } as const] }
  expect(said([amount(unpriced, 5_000_000n)])).toBe('unknown')
  expect(said([amount(dollar, 5_000_000n), amount(unpriced, 5_000_000n)])).toBe('unknown')
  expect(said([amount(fake, 10n ** 15n)])).toBe('unknown')
})

test('an order that moves nothing has no value', () => expect(said([])).toBe('none'))
