import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import vectors from '../../../test/vectors/tick-vectors.json'
import { compare, parseFraction, toSignificant } from '../fraction'
import {
  highestUsableTick,
  maxSqrtPriceX96,
  maxTick,
  minSqrtPriceX96,
  minTick,
  priceToTick,
  priceToUsableTick,
  sqrtPriceX96ToRawPrice,
  sqrtPriceX96ToTick,
  squareRoot,
  tickToSqrtPriceX96,
  usableTick,
} from './tick'

const anyTick = fc.integer({ min: minTick, max: maxTick })
const anySpacing = fc.integer({ min: 1, max: 500 })
const anyDecimals = fc.integer({ min: 0, max: 36 })
const alike = { decimals0: 18, decimals1: 18, inverted: false, spacing: 60 }

describe('the reference vectors are reproduced to the unit', () => {
  test('the bounds of the domain', () => {
    const { constants } = vectors
    expect([minTick, maxTick]).toEqual([constants.MIN_TICK, constants.MAX_TICK])
    expect([`${minSqrtPriceX96}`, `${maxSqrtPriceX96}`]).toEqual([constants.MIN_SQRT_RATIO, constants.MAX_SQRT_RATIO])
    expect(highestUsableTick(60)).toBe(constants.maxUsableTick)
    expect(usableTick(minTick, 60)).toBe(constants.minUsableTick)
  })

  test('tick to square-root price', () => {
    for (const { tick, sqrtPriceX96 } of vectors.tickToSqrtPriceX96) {
      expect(`${tickToSqrtPriceX96(tick)}`, `tick ${tick}`).toBe(sqrtPriceX96)
    }
  })

  test('square-root price to tick', () => {
    for (const { sqrtPriceX96, tick, throws } of vectors.sqrtPriceX96ToTick) {
      if (throws) expect(() => sqrtPriceX96ToTick(BigInt(sqrtPriceX96))).toThrow('is not a square-root price')
      else expect(sqrtPriceX96ToTick(BigInt(sqrtPriceX96)), sqrtPriceX96).toBe(tick)
    }
  })

  test('tick to nearest usable tick', () => {
    for (const { tick, spacing, usable, throws } of vectors.nearestUsableTick) {
      if (throws) expect(() => usableTick(tick, spacing)).toThrow()
      // `toBe` distinguishes 0 from -0, which must not leak into keys and texts.
      else expect(usableTick(tick, spacing), `${tick} at ${spacing}`).toBe(usable)
    }
  })

  test('typed price to usable tick, in both directions', () => {
    for (const { price, closestTick, usableTick: usable, ...options } of vectors.priceToUsableTick) {
      expect(priceToTick(price, options), `${price} ${JSON.stringify(options)}`).toBe(closestTick)
      expect(priceToUsableTick(price, options), `${price} ${JSON.stringify(options)}`).toBe(usable)
    }
  })

  test('a shown price leads back to its tick whenever the reference does', () => {
    for (const { tick, shownPrice, closestTick, usableTick: usable, decimals0, decimals1 } of vectors.roundTrip) {
      const options = { ...alike, decimals0, decimals1 }
      expect(priceToTick(shownPrice, options), `${tick} shown as ${shownPrice}`).toBe(closestTick)
      expect(priceToUsableTick(shownPrice, options)).toBe(usable)
    }
  })
})

describe('ticks and prices', () => {
  test('a square-root price belongs to the tick at or below it', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: minSqrtPriceX96, max: maxSqrtPriceX96 - 1n }), (sqrtPrice) => {
        const tick = sqrtPriceX96ToTick(sqrtPrice)
        expect(tickToSqrtPriceX96(tick) <= sqrtPrice).toBe(true)
        expect(tickToSqrtPriceX96(tick + 1) > sqrtPrice).toBe(true)
      }),
    )
  })

  test('the price of a tick leads back to the tick, and its neighbours are higher and lower', () => {
    fc.assert(
      fc.property(fc.integer({ min: minTick, max: maxTick - 1 }), (tick) => {
        expect(sqrtPriceX96ToTick(tickToSqrtPriceX96(tick))).toBe(tick)
        expect(tickToSqrtPriceX96(tick) < tickToSqrtPriceX96(tick + 1)).toBe(true)
      }),
    )
  })

  test('the full price at a tick leads back to the tick, with any decimals', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: minTick + 1, max: maxTick - 1 }),
        anyDecimals,
        anyDecimals,
        (tick, decimals0, decimals1) => {
          const { numerator, denominator } = sqrtPriceX96ToRawPrice(tickToSqrtPriceX96(tick))
          const human = {
            numerator: numerator * 10n ** BigInt(decimals0),
            denominator: denominator * 10n ** BigInt(decimals1),
          }
          const shown = toSignificant(human, 120, 'up')
          expect(priceToTick(shown, { decimals0, decimals1, inverted: false })).toBe(tick)
        },
      ),
    )
  })

  test('a higher price never gets a lower tick, and inverted never a higher one', () => {
    const price = fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 40n }), fc.integer({ min: 0, max: 70 }))
    fc.assert(
      fc.property(price, price, anyDecimals, anyDecimals, ([a, x], [b, y], decimals0, decimals1) => {
        const [low, high] = [`${a}e-${x}`, `${b}e-${y}`].sort((p, q) => compare(parseFraction(p), parseFraction(q)))
        const straight = { decimals0, decimals1, inverted: false }
        const inverted = { decimals0, decimals1, inverted: true }
        expect(priceToTick(low!, straight)).toBeLessThanOrEqual(priceToTick(high!, straight))
        expect(priceToTick(low!, inverted)).toBeGreaterThanOrEqual(priceToTick(high!, inverted))
      }),
    )
  })

  test('a price of zero is the end of the scale, in both directions', () => {
    expect(priceToUsableTick('0', alike)).toBe(-887220)
    expect(priceToUsableTick('0', { ...alike, inverted: true })).toBe(887220)
    expect(priceToUsableTick('1e80', { ...alike, inverted: true })).toBe(-887220)
  })

  test('a meme price of 0.0000001234 with 18 against 6 decimals keeps its tick', () => {
    const tick = priceToTick('0.0000001234', { decimals0: 18, decimals1: 6, inverted: false })
    expect(tick).toBe(priceToTick('1.234e-7', { decimals0: 18, decimals1: 6, inverted: false }))
    expect(tick).toBe(-435411)
  })
})

describe('usable ticks', () => {
  test('usable ticks are multiples of the spacing inside the bounds, at most half a spacing away', () => {
    fc.assert(
      fc.property(anyTick, anySpacing, (tick, spacing) => {
        const usable = usableTick(tick, spacing)
        expect(Math.abs(usable % spacing)).toBe(0)
        expect(Math.abs(usable)).toBeLessThanOrEqual(highestUsableTick(spacing))
        if (Math.abs(tick) <= highestUsableTick(spacing))
          expect(Math.abs(usable - tick) * 2).toBeLessThanOrEqual(spacing)
        expect(usableTick(usable, spacing)).toBe(usable)
        expect(Object.is(usable, -0)).toBe(false)
      }),
    )
  })

  test('keep the order of the prices asked for', () => {
    fc.assert(
      fc.property(anyTick, anyTick, anySpacing, (a, b, spacing) => {
        const [low, high] = a < b ? [a, b] : [b, a]
        expect(usableTick(low, spacing)).toBeLessThanOrEqual(usableTick(high, spacing))
      }),
    )
  })

  test('the documented bounds are not usable with a spacing of 60, the outermost multiples are', () => {
    expect(usableTick(887272, 60)).toBe(887220)
    expect(usableTick(-887272, 60)).toBe(-887220)
    expect(usableTick(887272, 1)).toBe(887272)
    expect(usableTick(887272, 500)).toBe(887000)
  })
})

describe('impossible input is refused with a reason', () => {
  test.each([
    [() => tickToSqrtPriceX96(887273), '887273 is not a whole tick from -887272 to 887272'],
    [() => tickToSqrtPriceX96(0.5), '0.5 is not a whole tick'],
    [() => tickToSqrtPriceX96(Number.NaN), 'NaN is not a whole tick'],
    [() => usableTick(0, 0), '0 is not a tick spacing'],
    [() => usableTick(0, 1.5), '1.5 is not a tick spacing'],
    [() => priceToUsableTick('', alike), '"" is not a decimal number'],
    [() => priceToUsableTick('.', alike), '"." is not a decimal number'],
    [() => priceToUsableTick('-1', alike), '"-1" is not a decimal number'],
    [() => priceToUsableTick('1,000', alike), '"1,000" is not a decimal number'],
    [() => priceToUsableTick('Infinity', alike), '"Infinity" is not a decimal number'],
    [() => priceToUsableTick('1', { ...alike, decimals0: -1 }), 'A token cannot have -1 decimals'],
    [() => priceToUsableTick('1', { ...alike, spacing: 0 }), '0 is not a tick spacing'],
    [() => squareRoot(-1n), '-1 has no square root'],
  ])('%s', (ask, why) => {
    expect(ask).toThrow(why)
  })

  test('while spaces, a trailing point and exponents are accepted', () => {
    for (const price of [' 1000 ', '1000.', '1e3', '1.0E+3', '10000e-1']) {
      expect(priceToTick(price, alike)).toBe(priceToTick('1000', alike))
    }
  })
})

test('a square root is rounded down to an integer', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 1n << 400n }), (value) => {
      const root = squareRoot(value)
      expect(root * root <= value && (root + 1n) * (root + 1n) > value).toBe(true)
    }),
  )
})
