import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import amountVectors from '../../../test/vectors/amounts-vectors.json'
import vectors from '../../../test/vectors/tick-vectors.json'
import { toNumber } from '../fraction'
import {
  capitalEfficiency,
  fittedRange,
  fullRange,
  invertRange,
  isFullRange,
  isUsableRange,
  movedRange,
  nudgedBound,
  type Preset,
  presetRange,
  type Range,
  rangeState,
  withBound,
} from './range'
import { highestUsableTick, tickToSqrtPriceX96 } from './tick'

const anySpacing = fc.integer({ min: 1, max: 500 })

/** A tick spacing, and a range that is usable with it. */
const anyGrid = fc
  .record({ spacing: anySpacing, a: fc.nat(), b: fc.nat() })
  .map(({ spacing, a, b }): { spacing: number; range: Range } => {
    const steps = Math.floor(887272 / spacing)
    const from = (a % (2 * steps)) - steps
    const to = from + 1 + (b % (steps - from))
    return { spacing, range: { tickLower: from * spacing + 0, tickUpper: to * spacing + 0 } }
  })

test('a range for another spacing moves to the nearest usable ticks, and a usable one stays', () => {
  const any = fc.integer({ min: -887272, max: 887272 })
  fc.assert(
    fc.property(any, any, fc.integer({ min: 1, max: 500 }), (a, b, spacing) => {
      const asked = { tickLower: Math.min(a, b), tickUpper: Math.max(a, b) }
      const fitted = fittedRange(asked, spacing)
      expect(isUsableRange(fitted, spacing)).toBe(true)
      if (isUsableRange(asked, spacing)) expect(fitted).toEqual(asked)
      expect(fittedRange(fitted, spacing)).toEqual(fitted)
    }),
  )
  expect(fittedRange({ tickLower: -887272, tickUpper: 887272 }, 60)).toEqual(fullRange(60))
  expect(fittedRange({ tickLower: 100, tickUpper: 101 }, 60)).toEqual({ tickLower: 120, tickUpper: 180 })
})

describe('inverting a range', () => {
  test('negates and swaps the bounds, as in the reference', () => {
    for (const { tickLower, tickUpper, invertedTickLower, invertedTickUpper } of vectors.invertRange) {
      const inverted = invertRange({ tickLower, tickUpper })
      expect(inverted).toEqual({ tickLower: invertedTickLower, tickUpper: invertedTickUpper })
      expect(Object.is(inverted.tickUpper, -0) || Object.is(inverted.tickLower, -0)).toBe(false)
    }
  })

  test('twice gives the same range, at any spacing, and stays on usable ticks', () => {
    fc.assert(
      fc.property(anyGrid, ({ spacing, range }) => {
        const inverted = invertRange(range)
        expect(inverted).toEqual({ tickLower: 0 - range.tickUpper, tickUpper: 0 - range.tickLower })
        expect(invertRange(inverted)).toEqual(range)
        expect(isUsableRange(inverted, spacing)).toBe(true)
      }),
    )
  })
})

describe('a range that a pool would reject is refused in the app', () => {
  test.each(amountVectors.invalid)('$tickLower to $tickUpper: $why', ({ tickLower, tickUpper }) => {
    expect(isUsableRange({ tickLower, tickUpper }, 60)).toBe(false)
  })

  test('the documented bounds are no multiples of 60, and a range must have some width', () => {
    expect(isUsableRange({ tickLower: -887272, tickUpper: 887272 }, 60)).toBe(false)
    expect(isUsableRange({ tickLower: 60, tickUpper: 60 }, 60)).toBe(false)
    expect(isUsableRange({ tickLower: 0.5, tickUpper: 60 }, 60)).toBe(false)
  })

  test('the full range is the widest that is accepted', () => {
    fc.assert(
      fc.property(anySpacing, (spacing) => {
        const full = fullRange(spacing)
        expect(isUsableRange(full, spacing)).toBe(true)
        expect(isFullRange(full, spacing)).toBe(true)
        expect(isUsableRange({ ...full, tickUpper: full.tickUpper + spacing }, spacing)).toBe(false)
      }),
    )
    expect(fullRange(60)).toEqual({ tickLower: -887220, tickUpper: 887220 })
  })
})

describe('moving a range', () => {
  test('a bound never moves the other bound, and never reaches it', () => {
    fc.assert(
      fc.property(anyGrid, fc.integer({ min: -900_000, max: 900_000 }), ({ spacing, range }, tick) => {
        const lowered = withBound(range, 'lower', tick, spacing)
        const raised = withBound(range, 'upper', tick, spacing)
        expect(lowered.tickUpper).toBe(range.tickUpper)
        expect(raised.tickLower).toBe(range.tickLower)
        expect(isUsableRange(lowered, spacing)).toBe(true)
        expect(isUsableRange(raised, spacing)).toBe(true)
      }),
    )
  })

  test('moving a whole range keeps its width and stops at the ends', () => {
    fc.assert(
      fc.property(anyGrid, fc.integer({ min: -40_000, max: 40_000 }), ({ spacing, range }, steps) => {
        const moved = movedRange(range, steps, spacing)
        expect(moved.tickUpper - moved.tickLower).toBe(range.tickUpper - range.tickLower)
        expect(isUsableRange(moved, spacing)).toBe(true)
      }),
    )
    const range = { tickLower: -120, tickUpper: 60 }
    expect(movedRange(range, 2, 60)).toEqual({ tickLower: 0, tickUpper: 180 })
    expect(movedRange(range, 1e6, 60).tickUpper).toBe(887220)
    expect(movedRange(range, -1e6, 60).tickLower).toBe(-887220)
  })

  test('a nudge of one percent moves one percent, or one spacing where that is more', () => {
    const range = { tickLower: -6000, tickUpper: 6000 }
    expect(nudgedBound(range, 'upper', 10, 10).tickUpper).toBe(6100)
    expect(nudgedBound(range, 'upper', -10, 10).tickUpper).toBe(5900)
    expect(nudgedBound(range, 'lower', 10, 500)).toEqual({ tickLower: -5500, tickUpper: 6000 })
    expect(nudgedBound(range, 'lower', -10, 500)).toEqual({ tickLower: -6500, tickUpper: 6000 })
    expect(nudgedBound(fullRange(60), 'upper', 10, 60)).toEqual(fullRange(60))
  })
})

describe('range presets', () => {
  const presets: Preset[] = [
    { kind: 'full' },
    ...[1, 5, 10, 20].map((percent) => ({ kind: 'percent', percent }) as const),
    { kind: 'ticks', ticks: 377 },
    { kind: 'above' },
    { kind: 'below' },
  ]

  test('always give a range that the pool accepts, at any price, spacing and direction', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -887_271, max: 887_271 }),
        fc.bigInt({ min: 0n, max: 1n << 60n }),
        anySpacing,
        fc.constantFrom(...presets),
        fc.boolean(),
        (tick, more, spacing, preset, inverted) => {
          const low = tickToSqrtPriceX96(tick)
          const sqrtPriceX96 = low + (more % (tickToSqrtPriceX96(tick + 1) - low))
          const range = presetRange(preset, { sqrtPriceX96, spacing }, inverted)
          expect(isUsableRange(range, spacing)).toBe(true)
          const inside = Math.abs(tick) < highestUsableTick(spacing) - spacing
          const state = rangeState({ ...range, sqrtPriceX96, tick })
          const onlyOne = preset.kind === 'above' || preset.kind === 'below'
          if (inside && !onlyOne) expect(['earning', 'edge']).toContain(state)
          if (inside && preset.kind === (inverted ? 'below' : 'above')) expect(['below', 'edge']).toContain(state)
          if (inside && preset.kind === (inverted ? 'above' : 'below')) expect(['above', 'edge']).toContain(state)
        },
      ),
      { numRuns: 500 },
    )
  })

  test('five percent around 3,000 gives the ticks nearest to 2,850 and 3,150', () => {
    const current = { sqrtPriceX96: tickToSqrtPriceX96(80067), spacing: 60 }
    expect(presetRange({ kind: 'percent', percent: 5 }, current)).toEqual({ tickLower: 79560, tickUpper: 80580 })
    expect(presetRange({ kind: 'percent', percent: 5 }, current, true)).toEqual({ tickLower: 79560, tickUpper: 80580 })
  })

  test('one-sided ranges begin exactly at the price when it is on a usable tick', () => {
    const current = { sqrtPriceX96: tickToSqrtPriceX96(600), spacing: 60 }
    expect(presetRange({ kind: 'above' }, current).tickLower).toBe(600)
    expect(presetRange({ kind: 'below' }, current).tickUpper).toBe(600)
    expect(presetRange({ kind: 'above' }, current, true).tickUpper).toBe(600)
  })
})

describe('the state of a range', () => {
  const range = { tickLower: -60, tickUpper: 60 }
  const at = (tick: number) => ({ ...range, sqrtPriceX96: tickToSqrtPriceX96(tick) })

  test.each([
    ['inside it earns', { ...at(0), tick: 0 }, 'earning'],
    ['exactly on the lower edge it earns with token0 alone', { ...at(-60), tick: -60 }, 'edge'],
    ['exactly on the upper edge it no longer earns', { ...at(60), tick: 60 }, 'above'],
    ['on the upper edge after falling onto it, it earns with token1 alone', { ...at(60), tick: 59 }, 'edge'],
    ['on the lower edge after falling through it, it no longer earns', { ...at(-60), tick: -61 }, 'below'],
    ['below', { ...at(-600), tick: -600 }, 'below'],
    ['above', { ...at(600), tick: 600 }, 'above'],
    ['a range that begins at tick zero is not forgotten', { ...at(30), tickLower: 0, tick: 30 }, 'earning'],
  ])('%s', (_, options, state) => {
    expect(rangeState(options)).toBe(state)
  })
})

describe('capital efficiency', () => {
  test('capital efficiency is one for the full range, higher for narrower ranges, and undefined out of range', () => {
    const current = { sqrtPriceX96: tickToSqrtPriceX96(7), spacing: 60 }
    expect(toNumber(capitalEfficiency({ ...current, ...fullRange(60) })!)).toBe(1)
    expect(toNumber(capitalEfficiency({ ...current, tickLower: -960, tickUpper: 960 })!)).toBeCloseTo(21.3, 0)
    expect(toNumber(capitalEfficiency({ ...current, tickLower: -60, tickUpper: 60 })!)).toBeGreaterThan(300)
    expect(capitalEfficiency({ ...current, tickLower: 60, tickUpper: 120 })).toBeUndefined()
  })
})
