import { describe, expect, test } from 'vitest'
import { depositFor, depositWindow, minAmounts } from './deposit'
import { priceBounds } from './liquidity'
import { tickToSqrtPriceX96 } from './tick'
import {
  baseToleranceBps,
  defaultToleranceBps,
  narrowestProtected,
  protectionOf,
  toleranceSurviving,
  typicalMoveBps,
} from './tolerance'

const percent = (ppm: number) => Math.round(ppm / 10_000)

test('the default tolerance is 2 %, and 10 % for meme pools', () => {
  expect([baseToleranceBps(false), baseToleranceBps(true)]).toEqual([200, 1000])
})

describe('the share of a deposit that a tolerance protects, when it is read as a move of the price', () => {
  test.each([
    [60, 200, 0],
    [120, 200, 0],
    [300, 200, 34],
    [600, 200, 67],
    [6000, 200, 96],
    [887220, 200, 99],
    [600, 1000, 0],
    [1200, 1000, 20],
    [6000, 1000, 82],
    [887220, 1000, 95],
  ])('±%i ticks at %i basis points protect %i percent of token0', (ticks, toleranceBps, sure) => {
    const { token0Ppm } = protectionOf({ sqrtPriceX96: 1n << 96n, tickLower: -ticks, tickUpper: ticks, toleranceBps })
    expect(percent(token0Ppm)).toBe(sure)
  })

  test('a token that is not deposited is fully protected', () => {
    const at = { sqrtPriceX96: tickToSqrtPriceX96(-6000), tickLower: 0, tickUpper: 600, toleranceBps: 200 }
    expect(protectionOf(at)).toEqual({ token0Ppm: 1_000_000, token1Ppm: 1_000_000 })
  })

  test('the narrowest range that protects four fifths is found, and the next narrower one does not', () => {
    const options = { sqrtPriceX96: tickToSqrtPriceX96(80_067), spacing: 60, toleranceBps: 200, ppm: 800_000 }
    const range = narrowestProtected(options)!
    const weakest = (by: number) => {
      const { token0Ppm, token1Ppm } = protectionOf({
        ...options,
        tickLower: range.tickLower + by,
        tickUpper: range.tickUpper - by,
      })
      return Math.min(token0Ppm, token1Ppm)
    }
    expect(weakest(0)).toBeGreaterThanOrEqual(800_000)
    expect(weakest(60)).toBeLessThan(800_000)
  })

  test('no range protects everything', () => {
    expect(
      narrowestProtected({ sqrtPriceX96: 1n << 96n, spacing: 60, toleranceBps: 5000, ppm: 999_999 }),
    ).toBeUndefined()
  })
})

describe('F-8 the default tolerance of a range', () => {
  const around = (ticks: number) => ({ sqrtPriceX96: tickToSqrtPriceX96(13), tickLower: -ticks, tickUpper: ticks })

  test.each([
    [240, 3500],
    [600, 1600],
    [960, 1050],
    [6000, 200],
    [887220, 200],
  ])('±%i ticks: %i basis points, with which a deposit survives a price move of 0.5 %', (ticks, bps) => {
    expect(defaultToleranceBps(false, around(ticks))).toEqual({ bps, isEnough: true })
    const deposit = depositFor({ ...around(ticks), given: 'amount0', amount: 10n ** 24n })
    const window = depositWindow({ ...around(ticks), ...deposit, minimums: minAmounts(deposit, bps) })!
    const { low, high } = priceBounds(around(ticks).sqrtPriceX96, 50)
    expect([window.low <= low, window.high >= high]).toEqual([true, true])
  })

  test("the default tolerance is never below the service's own, also for meme pools", () => {
    expect(defaultToleranceBps(true, around(6000))).toEqual({ bps: 1000, isEnough: true })
    expect(defaultToleranceBps(true, undefined)).toEqual({ bps: 1000, isEnough: false })
  })

  test('the tolerance of two dollar tokens allows a tenth of that move, and is enough for a tight range', () => {
    const { bps, isEnough } = defaultToleranceBps(false, around(60), typicalMoveBps(true))
    expect({ isEnough, isMore: bps > 200 && bps < 2_500 }).toEqual({ isEnough: true, isMore: true })
    const deposit = depositFor({ ...around(60), given: 'amount0', amount: 10n ** 24n })
    const window = depositWindow({ ...around(60), ...deposit, minimums: minAmounts(deposit, bps) })!
    const { low, high } = priceBounds(around(60).sqrtPriceX96, 5)
    expect([window.low <= low, window.high >= high]).toEqual([true, true])
  })

  test('the default tolerance is not raised if no tolerance allows a price move of 0.5 %', () => {
    expect(defaultToleranceBps(false, around(60))).toEqual({ bps: 200, isEnough: false })
  })
})

describe('the tolerance that survives a move of the price', () => {
  test.each([
    [120, 25],
    [600, 25],
    [1020, 25],
    [6000, 100],
    [887220, 100],
  ])(
    '±%i ticks and a move of %i basis points: it succeeds, and with one basis point less it does not',
    (ticks, moveBps) => {
      const range = { sqrtPriceX96: tickToSqrtPriceX96(13), tickLower: -ticks, tickUpper: ticks }
      const deposit = depositFor({ ...range, given: 'amount0', amount: 10n ** 24n })
      const bps = toleranceSurviving({ ...range, ...deposit, moveBps })!
      const { low, high } = priceBounds(range.sqrtPriceX96, moveBps)
      const covers = (toleranceBps: number) => {
        const minimums = minAmounts(deposit, toleranceBps)
        const window = depositWindow({ ...range, ...deposit, minimums })!
        return window.low <= low && window.high >= high
      }
      expect([covers(bps), covers(bps - 1)]).toEqual([true, false])
    },
  )

  test('no tolerance survives a move that leaves the range', () => {
    const range = { sqrtPriceX96: tickToSqrtPriceX96(13), tickLower: 0, tickUpper: 60 }
    const deposit = depositFor({ ...range, given: 'amount0', amount: 10n ** 24n })
    expect(toleranceSurviving({ ...range, ...deposit, moveBps: 25 })).toBeUndefined()
  })
})
