import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ethUsd, meme, usdc } from '../../../../test/builders/liquidity'
import { barsPath } from '../../../components/pools/liquidityBars'
import { fittingWindow, isInView, tickAt, windowShare, zoomed } from '../../../components/positions/rangeWindow'
import { fullRange, invertRange, isUsableRange, type Range } from '../../../domain/liquidity/range'
import { tickToSqrtPriceX96 } from '../../../domain/liquidity/tick'
import {
  baseOf,
  boundFigure,
  boundText,
  currentShownTick,
  distanceBps,
  inDirection,
  quoteOf,
  shownPriceText,
} from '../../../domain/prices/priceDirection'
import { rangeMessages } from './messages'
import { axisTicks } from './RangeChart'
import { typedBound } from './RangeFields'
import { draggedRange, rangeForKey } from './RangeHandles'

const turned = { ...ethUsd, inverted: true }
const range: Range = { tickLower: -197280, tickUpper: -195240 }
const messages = rangeMessages.english

describe('a pool looked at from either token', () => {
  test('shows the same range in prices of the other direction', () => {
    expect([shownPriceText(range.tickLower, ethUsd), shownPriceText(range.tickUpper, ethUsd)]).toEqual([
      '2708.11',
      '3320.92',
    ])
    const shown = inDirection(range, turned)
    expect(shown).toEqual({ tickLower: 195240, tickUpper: 197280 })
    expect([shownPriceText(shown.tickLower, turned), shownPriceText(shown.tickUpper, turned)]).toEqual([
      '0.000301121',
      '0.000369261',
    ])
    expect(inDirection(shown, turned)).toEqual(range)
    expect([baseOf(turned).symbol, quoteOf(turned).symbol]).toEqual(['USDC', 'WETH'])
  })

  test('a higher shown tick is always a higher shown price', () => {
    for (const direction of [ethUsd, turned]) {
      expect(Number(shownPriceText(60, direction))).toBeGreaterThan(Number(shownPriceText(0, direction)))
    }
  })

  test('it has the position of the current price, and the distance of a bound from it', () => {
    expect(currentShownTick(ethUsd)).toBeCloseTo(-196257, 6)
    expect(currentShownTick(turned)).toBeCloseTo(196257, 6)
    const between = { ...ethUsd, sqrtPriceX96: (tickToSqrtPriceX96(-196257) + tickToSqrtPriceX96(-196256)) / 2n }
    expect(currentShownTick(between)).toBeCloseTo(-196256.5, 3)
    expect(distanceBps(-196257 + 953, ethUsd)).toBeCloseTo(1000, -1)
  })
})

describe('typed bounds', () => {
  test('a typed bound is a price in the direction of the view', () => {
    expect(typedBound('price', '3 000,5', 'upper', range, ethUsd)).toMatchObject({
      is: 'range',
      tick: -196260,
      isStopped: false,
    })
    expect(typedBound('price', '0.0004', 'upper', inDirection(range, turned), turned)).toMatchObject({
      range: { tickUpper: 198060 },
    })
  })

  test('a typed bound is a percentage from the current price', () => {
    const read = typedBound('price', '−5 %', 'lower', range, ethUsd)
    expect(read).toMatchObject({ is: 'range', tick: -196740, snap: undefined })
    expect(typedBound('price', '+5%', 'upper', inDirection(range, turned), turned)).toMatchObject({ tick: 196740 })
    expect(typedBound('price', 'five%', 'lower', range, ethUsd)).toMatchObject({ is: 'invalid', why: 'not a number' })
  })

  test('a typed bound is a tick, snapped to the grid and clamped to the bounds', () => {
    expect(typedBound('tick', '-196,800', 'lower', range, ethUsd)).toMatchObject({ tick: -196800, asked: -196800 })
    expect(typedBound('tick', '−196 810', 'lower', range, ethUsd)).toMatchObject({ tick: -196800, asked: -196810 })
    expect(typedBound('tick', '-887272', 'lower', range, ethUsd)).toMatchObject({ tick: -887220 })
    for (const typed of ['1e3', '1.5', '-196,81', '1-2', '--60', '-', '∞', '0x10', '1,5,0'])
      expect(typedBound('tick', typed, 'lower', range, ethUsd), typed).toEqual({ is: 'invalid', why: 'tick' })
  })

  test('a typed bound never moves the other one: it stops before it, with a note', () => {
    const read = typedBound('price', '100000', 'lower', range, ethUsd)
    expect(read).toMatchObject({ is: 'range', isStopped: true, range: { tickLower: -195300, tickUpper: -195240 } })
  })

  test('a price at the end of the scale is finite, as in “∞” only a maximum without limit', () => {
    expect(boundFigure('lower', 887220, ethUsd)).not.toBe('∞')
    expect(boundFigure('upper', -887220, ethUsd)).not.toBe('0')
  })

  test('a typed bound may be an end of the scale, written as it is shown', () => {
    expect(typedBound('price', '0', 'lower', range, ethUsd)).toMatchObject({ range: { ...range, tickLower: -887220 } })
    expect(typedBound('price', ' ∞', 'upper', range, ethUsd)).toMatchObject({ range: { ...range, tickUpper: 887220 } })
    expect(typedBound('price', '0,0', 'lower', inDirection(range, turned), turned)).toMatchObject({ tick: -887220 })
    expect(typedBound('price', '0', 'upper', range, ethUsd)).toEqual({ is: 'invalid', why: 'zero' })
    expect(typedBound('price', '∞', 'lower', range, ethUsd)).toMatchObject({ is: 'invalid', why: 'not a number' })
    expect([
      boundText('lower', -887220, ethUsd),
      boundText('upper', 887220, ethUsd),
      boundText('lower', -197280, ethUsd),
    ]).toEqual(['0', '∞', '2708.11'])
    expect([
      boundFigure('lower', -887220, turned),
      boundFigure('upper', 887220, turned),
      boundFigure('lower', -197280, ethUsd),
    ]).toEqual(['0', '∞', '2,708.11'])
  })

  test('leads back to the tick it was shown for, from the least price to the greatest, with any decimals', () => {
    const decimals = fc.integer({ min: 0, max: 36 })
    fc.assert(
      fc.property(fc.integer({ min: -14787, max: 14787 }), decimals, decimals, fc.boolean(), (step, a, b, inverted) => {
        const [token0, token1] = [
          { ...usdc, decimals: a },
          { ...meme, decimals: b },
        ]
        const direction = { ...ethUsd, token0, token1, inverted }
        const bound = step > 0 ? 'upper' : 'lower'
        const read = typedBound('price', boundText(bound, step * 60, direction), bound, fullRange(60), direction)
        expect(read).toMatchObject({ is: 'range', tick: step * 60 + 0 })
      }),
      { numRuns: 500 },
    )
  })

  test('a typed meme price with ten zeros is parsed', () => {
    const direction = {
      ...ethUsd,
      token0: meme,
      token1: usdc,
      tick: -435420,
      sqrtPriceX96: tickToSqrtPriceX96(-435420),
    }
    const read = typedBound('price', '0.0000001234', 'lower', fullRange(60), direction)
    expect(read).toMatchObject({ is: 'range', tick: -435420 })
    expect(read.is === 'range' && read.snap && messages.snapped(read.snap)).toBe(
      '0.0₆1234 → 0.0₆1232807 (−0.1%), tick −435,420',
    )
  })
})

describe('keys', () => {
  const press = (grip: 'lower' | 'upper' | 'body', name: string, isShift = false) =>
    rangeForKey(range, grip, { name, isShift }, 60)

  test('arrows step one spacing, with Shift ten', () => {
    expect(press('lower', 'ArrowRight')).toEqual({ ...range, tickLower: -197220 })
    expect(press('upper', 'ArrowDown', true)).toEqual({ ...range, tickUpper: -195840 })
    expect(press('body', 'ArrowUp')).toEqual({ tickLower: -197220, tickUpper: -195180 })
  })

  test('pages step one percent', () => {
    expect(press('upper', 'PageUp')).toEqual({ ...range, tickUpper: -195120 })
    expect(press('body', 'PageDown')).toEqual({ tickLower: -197400, tickUpper: -195360 })
  })

  test('Home and End go as far as there is room', () => {
    expect(press('lower', 'Home')).toEqual({ ...range, tickLower: -887220 })
    expect(press('lower', 'End')).toEqual({ ...range, tickLower: -195300 })
    expect(press('upper', 'End')).toEqual({ ...range, tickUpper: 887220 })
    expect(press('body', 'Home')).toEqual({ tickLower: -887220, tickUpper: -885180 })
  })

  test('other keys are left to the page', () => {
    expect([press('lower', 'Tab'), press('lower', 'a')]).toEqual([undefined, undefined])
  })
})

test('a drag of either end or of the whole always ends on the grid', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('lower' as const, 'upper' as const, 'body' as const),
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      (grip, from, to) => {
        const next = draggedRange({ grip, from, range }, to, 60)
        expect(isUsableRange(next, 60)).toBe(true)
        if (grip === 'body') expect(next.tickUpper - next.tickLower).toBe(range.tickUpper - range.tickLower)
      },
    ),
  )
})

describe('the window of the chart', () => {
  test('holds the range, the price and the prices seen', () => {
    const window = fittingWindow({
      current: -196257,
      range,
      spacing: 60,
      seen: { tickLower: -199000, tickUpper: -196000 },
    })
    expect(window.from).toBeLessThan(-199000)
    expect(window.to).toBeGreaterThan(-195240)
  })

  test('a full range does not shrink everything to a line', () => {
    const window = fittingWindow({ current: -196257, range: fullRange(60), spacing: 60 })
    expect(window.to - window.from).toBeLessThan(50_000)
  })

  test('misses a range that is out of sight or next to nothing, but not one without bounds', () => {
    const window = { from: -1000, to: 1000 }
    expect(isInView({ tickLower: -600, tickUpper: 600 }, window, 60)).toBe(true)
    expect(isInView({ tickLower: -1060, tickUpper: 600 }, window, 60)).toBe(false)
    expect(isInView({ tickLower: -120, tickUpper: 120 }, window, 60)).toBe(false)
    expect(isInView(fullRange(60), window, 60)).toBe(true)
    expect(isInView({ tickLower: 600, tickUpper: 887220 }, window, 60)).toBe(true)
  })

  test('zooms around a place that stays where it is', () => {
    const window = { from: -1000, to: 1000 }
    expect(zoomed(window, 0.5, 500, 10)).toEqual({ from: -250, to: 750 })
    expect(tickAt(windowShare(333, window), window)).toBeCloseTo(333)
  })

  test('never leaves the domain, and never gets narrower than a few spacings', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -880_000, max: 880_000 }),
        fc.double({ min: 0.001, max: 1000, noNaN: true }),
        (around, factor) => {
          const window = zoomed({ from: around - 500, to: around + 500 }, factor, around, 60)
          expect(window.from).toBeGreaterThanOrEqual(-887_280)
          expect(window.to).toBeLessThanOrEqual(887_280)
          expect(window.to - window.from).toBeGreaterThanOrEqual(239.999)
        },
      ),
    )
  })

  test('gets a handful of labels', () => {
    expect(axisTicks({ from: -1000, to: 1000 }, 5)).toEqual([-500, 0, 500])
  })
})

describe('the staircase', () => {
  const bars = [
    { tickLower: -120, tickUpper: 0, liquidity: 100n },
    { tickLower: 0, tickUpper: 60, liquidity: 400n },
    { tickLower: 120, tickUpper: 180, liquidity: 100n },
  ]

  test('the staircase is one path, with its gaps on the ground', () => {
    const path = barsPath(bars, { from: -200, to: 200 })
    expect(path.startsWith('M200,')).toBe(true)
    expect(path.split('M').slice(1)).toHaveLength(3)
    expect(path).toContain('M800,100V53H950V100z')
    expect(path).not.toContain('NaN')
  })

  test('without liquidity in the window the staircase has no path', () => {
    expect(barsPath([], { from: -200, to: 200 })).toBe('')
    expect(barsPath(bars, { from: 5000, to: 6000 })).toBe('')
  })
})

test('a slider has its price in words', () => {
  expect(messages.valueText('lower', '2951.3', 'USDC', 'WETH', -162)).toBe(
    'minimum 2951.3 USDC per WETH, 1.62% below current',
  )
  expect(messages.valueText('upper', '3000', 'USDC', 'WETH', 0.2)).toBe(
    'maximum 3000 USDC per WETH, at the current price',
  )
  expect(messages.valueText('upper', '1e', 'USDC', 'WETH', 1e12)).toContain('far above current')
  expect(invertRange(invertRange(range))).toEqual(range)
})
