import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import vectors from '../../../test/vectors/tick-vectors.json'
import { toNumber, toSignificant } from '../fraction'
import { maxTick, minTick, priceToUsableTick, tickToSqrtPriceX96 } from './tick'
import { distanceFrom, percentToUsableTick, readPrice, snapPrice, tickToPrice } from './tickPrice'

const alike = { decimals0: 18, decimals1: 18, inverted: false }

describe('prices at ticks', () => {
  test('prices at ticks agree with the reference in both directions', () => {
    for (const { tick, decimals0, decimals1, token1PerToken0, token0PerToken1 } of vectors.tickToPrice) {
      const options = { decimals0, decimals1 }
      expect(toSignificant(tickToPrice(tick, { ...options, inverted: false }), 18)).toBe(token1PerToken0)
      expect(toSignificant(tickToPrice(tick, { ...options, inverted: true }), 18)).toBe(token0PerToken1)
    }
  })

  test('prices of an inverted range match the reference to the last digit shown', () => {
    for (const { tickLower, tickUpper, token1PerToken0, token0PerToken1 } of vectors.invertRange) {
      const shown = (tick: number, inverted: boolean) => toSignificant(tickToPrice(tick, { ...alike, inverted }), 12)
      expect([shown(tickLower, false), shown(tickUpper, false)]).toEqual(token1PerToken0)
      expect([shown(tickUpper, true), shown(tickLower, true)]).toEqual(token0PerToken1)
    }
  })

  test('prices at ticks are never shown with an exponent, and typing the shown price keeps the tick', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: Math.ceil(minTick / 60), max: Math.floor(maxTick / 60) }),
        fc.integer({ min: 0, max: 36 }),
        fc.integer({ min: 0, max: 36 }),
        fc.boolean(),
        fc.integer({ min: 4, max: 20 }),
        (step, decimals0, decimals1, inverted, digits) => {
          const options = { decimals0, decimals1, inverted }
          const shown = toSignificant(tickToPrice(step * 60, options), digits)
          expect(shown).toMatch(/^\d+(\.\d+)?$/)
          expect(priceToUsableTick(shown, { ...options, spacing: 60 })).toBe(step * 60 + 0)
        },
      ),
      { numRuns: 400 },
    )
  })
})

describe('typed prices', () => {
  test.each([
    ['1,5', '1.5'],
    [' 1.5 ', '1.5'],
    ['1 234 567,8', '1234567.8'],
    ['12,345.67', '12345.67'],
    ['1.', '1.'],
    ['.5', '.5'],
    ['1.234e-7', '1.234e-7'],
    ['1,234e-7', '1.234e-7'],
    ['0.0000001234', '0.0000001234'],
  ])('%j is read', (typed, price) => {
    expect(readPrice(typed)).toEqual({ is: 'price', price })
  })

  test.each([
    ['0', 'zero'],
    ['0,00', 'zero'],
    ['-1', 'not a number'],
    ['1.2.3', 'not a number'],
    ['1e', 'not a number'],
    ['1e1000', 'not a number'],
    ['∞', 'not a number'],
    ['abc', 'not a number'],
    [`0.${'1'.repeat(200)}`, 'too long'],
  ])('%j is refused, and why', (typed, why) => {
    expect(readPrice(typed)).toMatchObject({ is: 'invalid', why })
  })

  test('an empty input is not an error', () => {
    expect(readPrice('  ')).toEqual({ is: 'empty' })
  })
})

describe('snapping a typed price to a usable tick', () => {
  test('shows where 3,000 ends up and how far that is', () => {
    const snap = snapPrice('3000', { ...alike, spacing: 60 })
    expect(snap.tick).toBe(80040)
    expect(toSignificant(snap.got, 8)).toBe('2991.7083')
    expect(toNumber(snap.off)).toBeCloseTo(-0.00276, 5)
  })

  test('never moves a price further than half a spacing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 9 }), fc.integer({ min: 1, max: 500 }), (price, spacing) => {
        const { off } = snapPrice(`${price}`, { ...alike, spacing })
        expect(Math.abs(toNumber(off))).toBeLessThan(1.0001 ** (spacing / 2 + 1) - 1)
      }),
    )
  })
})

describe('percent from the current price', () => {
  const options = { ...alike, spacing: 1 }
  const sqrtPriceX96 = tickToSqrtPriceX96(80067)

  test('leads to the tick, and back, in both directions', () => {
    for (const percent of ['-50', '-5', '-0.5', '0.5', '5', '+100', '900']) {
      for (const inverted of [false, true]) {
        const tick = percentToUsableTick(percent, sqrtPriceX96, { ...options, inverted })
        expect(toNumber(distanceFrom(sqrtPriceX96, tick, { ...alike, inverted })) * 100).toBeCloseTo(Number(percent), 0)
      }
    }
  })

  test('minus a hundred percent is the end of the shown scale', () => {
    expect(percentToUsableTick('-100', sqrtPriceX96, options)).toBe(minTick)
    expect(percentToUsableTick('-100', sqrtPriceX96, { ...options, inverted: true })).toBe(maxTick)
    expect(percentToUsableTick('−120', sqrtPriceX96, options)).toBe(minTick)
  })

  test('the current tick is zero percent from the current price', () => {
    expect(toNumber(distanceFrom(sqrtPriceX96, 80067, alike))).toBe(0)
    expect(toNumber(distanceFrom(sqrtPriceX96, 80067, { ...alike, inverted: true }))).toBe(0)
  })

  test('text that is not a number is refused', () => {
    expect(() => percentToUsableTick('five', sqrtPriceX96, options)).toThrow('is not a decimal number')
  })
})

test('prices from 10^-30 to 10^30 are exact', () => {
  for (const exponent of [-30, -18, -6, 0, 6, 18, 30]) {
    const tick = priceToUsableTick(`1e${exponent}`, { ...alike, spacing: 1 })
    expect(toNumber(tickToPrice(tick, alike)) / 10 ** exponent).toBeCloseTo(1, 3)
  }
})
