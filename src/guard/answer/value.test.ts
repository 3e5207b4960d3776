import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { usdc } from '../../../test/guard/fixtures'
import { fromUnits } from '../../domain/amount'
import { readFigure } from '../plan/figure'
import { readValue } from './value'

const coin = 10n ** 18n
const wei = (text: string | undefined, sold: bigint, ceiling = coin / 20n) => {
  const read = readValue(text, sold, ceiling)
  return read.is === 'wei' ? read.wei : read.is
}

describe('V-006 the value of a transaction', () => {
  test('M-081 the exact amount is sent, even if a double has changed it', () => {
    const amount = fc.bigInt({ min: 10n ** 9n, max: 10n ** 25n })
    fc.assert(
      fc.property(amount, (sold) => {
        for (const text of [
          String(Number(sold)),
          String(sold),
          fromUnits(sold, 18),
          String(Number(fromUnits(sold, 18))),
        ])
          expect(wei(text.replace('e+', 'e'), sold), text).toBe(sold)
      }),
    )
  })

  test('M-081 a value in hexadecimal digits is one in base units', () => {
    expect(wei('0xde0b6b3a7640000', coin)).toBe(coin)
    expect(wei('0x0', 0n)).toBe(0n)
    expect(wei('0x1', coin)).toBe('unclear')
    expect(wei('0x', coin)).toBe('unclear')
  })

  test('M-083 a fee on top is kept, up to the ceiling', () => {
    expect(wei(String(coin + coin / 100n), coin)).toBe(coin + coin / 100n)
    expect(wei('1.01', coin)).toBe(coin + coin / 100n)
    expect(wei(String(coin + coin / 10n), coin)).toBe('unclear')
    expect(wei('0.001', 0n)).toBe(coin / 1000n)
    expect(wei('1', 0n)).toBe(1n)
  })

  test('what can be read in two ways is not guessed', () => {
    expect(wei('1', 0n, 2n * coin)).toBe('unclear')
  })

  test('M-082 nothing is nothing only where nothing is sold', () => {
    expect(wei(undefined, 0n)).toBe(0n)
    expect(wei(undefined, 1n)).toBe('unclear')
    for (const text of ['', '-1', 'NaN', 'Infinity', '0x10', '1e9999', 'true', '[]'])
      expect(wei(text, coin), text).toBe('unclear')
  })
})

describe('M-088 figures of the bought token', () => {
  const read = (text: string, evidence: { decoded?: bigint; priced?: bigint } = {}) =>
    readFigure(usdc, text, { decoded: evidence.decoded, priced: evidence.priced })?.units

  test('figures are read as whole tokens by default, as base units if the evidence shows it, and are refused if ambiguous', () => {
    expect(read('390.5')).toBe(390_500_000n)
    expect(read('390500000', { priced: 391_000_000n })).toBe(390_500_000n)
    expect(read('390500000', { decoded: 390_500_000n })).toBe(390_500_000n)
    expect(read('390', { priced: 391_000_000n })).toBe(390_000_000n)
    expect(read('390', { priced: 10n ** 15n })).toBeUndefined()
    expect(read('1e30', { priced: 391_000_000n })).toBeUndefined()
    for (const nothing of ['0', '-1', 'x', '']) expect(read(nothing), nothing).toBeUndefined()
  })

  test('digits beyond the token are cut, never rounded up', () => {
    expect(read('0.0000019')).toBe(1n)
  })
})
