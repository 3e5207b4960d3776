import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressKey, isBitcoinAddress, isEvmAddress, isSolanaAddress, shortAddress } from './address'
import { addressKind } from './chainKinds'

const evm = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

test('the chain kind of an address follows from its shape', () => {
  expect(addressKind(evm)).toBe('evm')
  expect(addressKind('So11111111111111111111111111111111111111112')).toBe('solana')
  expect(addressKind('11111111111111111111111111111111')).toBe('solana')
  expect(addressKind('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')).toBe('solana')
  expect(addressKind('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toBe('bitcoin')
  expect(addressKind('bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr')).toBe('bitcoin')
  expect(addressKind('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2')).toBe('bitcoin')
  expect(addressKind('3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy')).toBe('bitcoin')
})

describe('M-043 text that is not an address', () => {
  test.each([
    '',
    '0x',
    evm.slice(0, -1),
    `${evm}0`,
    evm.replace('0x', '0X'),
    evm.replace('0x', '０x'),
    ` ${evm}`,
    'vitalik.eth',
    `${evm.slice(0, -1)}g`,
    'So1111111111111111111111111111111111111111O',
    'BC1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'null',
    '1'.repeat(31),
    '1'.repeat(33),
    '1'.repeat(26),
    'z'.repeat(10_000),
  ])('"%s"', (text) => expect(addressKind(text)).toBeUndefined())
})

test('an address belongs to one chain kind only', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0x1bcrt23mnAaZz9Ol'), maxLength: 64 }), (text) => {
      const kinds = [isEvmAddress, isSolanaAddress, isBitcoinAddress].filter((is) => is(text))
      expect(kinds.length).toBeLessThanOrEqual(1)
    }),
  )
})

test('an EVM address in another case is the same address', () => {
  expect(addressKey(evm)).toBe(evm.toLowerCase())
  expect(addressKey('So11111111111111111111111111111111111111112')).toBe('So11111111111111111111111111111111111111112')
  expect(shortAddress(evm)).toBe('0xA0b8…eB48')
  expect(shortAddress('native')).toBe('native')
})
