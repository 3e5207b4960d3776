import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toNumber, toSignificant } from '../fraction'
import { tickToSqrtPriceX96 } from './tick'
import { initialPrice } from './tickPrice'

describe('the starting price of a new pool', () => {
  test('keeps a meme price that has more digits than the quote token has decimals', () => {
    const start = initialPrice('0.0000001234', { decimals0: 18, decimals1: 6, inverted: false })!
    expect(start.tick).toBe(-435410)
    expect(toSignificant(start.got, 6)).toBe('0.000000123404')
    expect(Math.abs(toNumber(start.off))).toBeLessThan(0.00005)
  })

  test('the starting price is at most half a tick from the typed price, in both directions', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.integer({ min: 0, max: 20 }),
        fc.integer({ min: 0, max: 24 }),
        fc.integer({ min: 0, max: 24 }),
        fc.boolean(),
        (digits, places, decimals0, decimals1, inverted) => {
          const start = initialPrice(`${digits}e-${places}`, { decimals0, decimals1, inverted })
          if (!start) return
          expect(Math.abs(toNumber(start.off))).toBeLessThan(0.0000501)
          expect(start.sqrtPriceX96).toBe(tickToSqrtPriceX96(start.tick))
        },
      ),
    )
  })

  test('the starting price is undefined for zero and for prices beyond what a pool can hold', () => {
    const alike = { decimals0: 18, decimals1: 18, inverted: false }
    expect(initialPrice('0', alike)).toBeUndefined()
    expect(initialPrice('1e60', alike)).toBeUndefined()
    expect(initialPrice('1e-60', alike)).toBeUndefined()
  })
})
