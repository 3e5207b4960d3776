import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromUnits, NotADecimal, parseAmount, toUnits } from './amount'
import type { Token } from './token'

const chain = { id: 1, chainId: 1, name: 'One', kind: 'evm', isEnabled: true } as const
const usd: Token = {
  id: 1,
  chain,
  address: '0xd',
  symbol: 'USD',
  name: 'Dollar',
  decimals: 6,
  isNative: false,
  price: '1',
  imagePath: undefined,
}
const units = (typed: string) => {
  const read = parseAmount(usd, typed)
  return read.is === 'amount' ? read.amount.units : read.is === 'invalid' ? read.why : read.is
}

test('a comma and a point are both accepted as decimal mark', () => {
  expect(units('1,5')).toBe(1_500_000n)
  expect(units('1.5')).toBe(1_500_000n)
  expect(units('.5')).toBe(500_000n)
  expect(units('1 000,5')).toBe(1_000_500_000n)
  expect(units('1,000.5')).toBe(1_000_500_000n)
  expect(units('0,000')).toBe(0n)
  expect(units("12'345.6789")).toBe(12_345_678_900n)
  expect(units('2\u202f222,2')).toBe(2_222_200_000n)
})

test('text that is not an amount is refused with the reason', () => {
  expect(units('')).toBe('empty')
  expect(units('-1')).toBe('not a number')
  expect(units('1e5')).toBe('not a number')
  expect(units('1.2.3')).toBe('not a number')
  expect(units('0.0000001')).toBe('too precise')
  expect(units('0.1000000000')).toBe(100_000n)
  expect(units('lots')).toBe('not a number')
})

test('an amount with too many decimals is refused, never rounded', () => {
  expect(() => toUnits('1.5', 0)).toThrow(NotADecimal)
  expect(() => toUnits('.', 6)).toThrow(NotADecimal)
})

test('units and text are inverses for every number of decimals', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 60n }), fc.integer({ min: 0, max: 36 }), (value, decimals) => {
      expect(toUnits(fromUnits(value, decimals), decimals)).toBe(value)
    }),
  )
})

test('the symbol of the token may follow the amount, another symbol may not', () => {
  expect(units('1,000.5 USD')).toBe(1_000_500_000n)
  expect(units('12 USD ')).toBe(12_000_000n)
  expect(units('12USD')).toBe('not a number')
  expect(units('12 USDC')).toBe('not a number')
  expect(units('12 EUR')).toBe('not a number')
  expect(units('USD')).toBe('not a number')
  const inch = (typed: string) => parseAmount({ ...usd, symbol: '1INCH' }, typed)
  expect(inch('5 1INCH')).toMatchObject({ is: 'amount', amount: { units: 5_000_000n } })
  expect(inch('51INCH')).toMatchObject({ is: 'invalid', why: 'not a number' })
})
