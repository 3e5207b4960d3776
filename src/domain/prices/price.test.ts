import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compare, readFraction, toPlaces } from '../fraction'
import type { Token } from '../token'
import { amountForDollars, dollarValueOf, priceOf, shareBps, sum } from './price'

const chain = { id: 1, chainId: 1, name: 'One', kind: 'evm', isEnabled: true } as const

function token(price: string | undefined, decimals = 18): Token {
  const address = '0xd'
  return { id: 1, chain, address, symbol: 'TKN', name: '', decimals, isNative: false, price, imagePath: undefined }
}

test('an amount without a price has an unknown value, not a value of zero', () => {
  expect(dollarValueOf({ token: token(undefined), units: 10n })).toBeUndefined()
  expect(dollarValueOf({ token: token('0'), units: 10n })).toBeUndefined()
  expect(priceOf(token('-1'))).toBeUndefined()
  const nothing = dollarValueOf({ token: token('2'), units: 0n })
  expect(nothing && toPlaces(nothing, 2)).toBe('0')
})

test('a value keeps every digit, also of eighteen decimals times a tiny price', () => {
  const value = dollarValueOf({ token: token('1.2345e-8', 18), units: 1n })
  expect(value && toPlaces(value, 40)).toBe('0.000000000000000000000000012345')
})

describe('text that is not a decimal is not a price', () => {
  test.each([undefined, '', 'abc', '-2.5', 'NaN', '0x10', '1e99999'])('%j', (text) =>
    expect(readFraction(text)).toBeUndefined(),
  )
})

test('an amount for dollars is never worth more than the dollars', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 30n }),
      fc.integer({ min: 0, max: 30 }),
      fc.bigInt({ min: 1n, max: 10n ** 20n }),
      fc.integer({ min: 0, max: 20 }),
      (cents, decimals, price, exponent) => {
        const dollars = { numerator: cents, denominator: 100n }
        const bought = amountForDollars(token(`${price}e-${exponent}`, decimals), dollars)
        const value = bought && dollarValueOf(bought)
        expect(value && compare(value, dollars)).toBeLessThanOrEqual(0)
        const more = bought && dollarValueOf({ ...bought, units: bought.units + 1n })
        expect(more && compare(more, dollars)).toBeGreaterThan(0)
      },
    ),
  )
})

test('a sum is the same in every notation of its numbers', () => {
  const total = sum({ numerator: 15n, denominator: 10n }, { numerator: 1n, denominator: 4n })
  expect(toPlaces(total, 4)).toBe('1.75')
  expect(sum({ numerator: 1n, denominator: 7n }, { numerator: 2n, denominator: 7n })).toEqual({
    numerator: 3n,
    denominator: 7n,
  })
})

test('a share is rounded up, and a share of zero is undefined', () => {
  const one = { numerator: 1n, denominator: 1n }
  expect(shareBps(one, { numerator: 3n, denominator: 1n })).toBe(3334)
  expect(shareBps(one, { numerator: 0n, denominator: 1n })).toBeUndefined()
})
