import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { activeLiquidity, type Bar, barsOf, invertBars } from './distribution'

const positions = [
  { tickLower: -120, tickUpper: 120, liquidity: 5n },
  { tickLower: 0, tickUpper: 60, liquidity: 7n },
  { tickLower: 300, tickUpper: 360, liquidity: 1n },
]

const ofPositions = (positions: readonly Bar[]) => barsOf({ ticks: [], positions })

describe('the liquidity distribution of a pool', () => {
  test('liquidity rises and falls where positions begin and end, and gaps have no bars', () => {
    expect(ofPositions(positions)).toEqual([
      { tickLower: -120, tickUpper: 0, liquidity: 5n },
      { tickLower: 0, tickUpper: 60, liquidity: 12n },
      { tickLower: 60, tickUpper: 120, liquidity: 5n },
      { tickLower: 300, tickUpper: 360, liquidity: 1n },
    ])
  })

  test('liquidity at every tick is the sum of the positions that cover it', () => {
    const anyPosition = fc
      .record({
        from: fc.integer({ min: -50, max: 50 }),
        width: fc.integer({ min: 1, max: 30 }),
        liquidity: fc.bigInt({ min: 1n, max: 1000n }),
      })
      .map(({ from, width, liquidity }) => ({ tickLower: from, tickUpper: from + width, liquidity }))
    fc.assert(
      fc.property(fc.array(anyPosition, { maxLength: 20 }), fc.integer({ min: -60, max: 90 }), (all, tick) => {
        const holding = ofPositions(all).find(({ tickLower, tickUpper }) => tickLower <= tick && tick < tickUpper)
        const covering = all.filter(({ tickLower, tickUpper }) => tickLower <= tick && tick < tickUpper)
        const sum = covering.reduce((sum, { liquidity }) => sum + liquidity, 0n)
        expect(holding?.liquidity ?? 0n).toBe(sum)
        expect(activeLiquidity(tick, { ticks: [], positions: all })).toBe(all.length === 0 ? undefined : sum)
      }),
    )
  })

  test('the distribution is mirrored when the tokens are swapped', () => {
    expect(invertBars(ofPositions(positions))[0]).toEqual({ tickLower: -360, tickUpper: -300, liquidity: 1n })
    expect(invertBars(invertBars(ofPositions(positions)))).toEqual(ofPositions(positions))
  })

  test('a position that ends before it begins is never active', () => {
    const wrong = { tickLower: 60, tickUpper: -60, liquidity: 9n }
    expect(ofPositions([...positions, wrong]).map(({ liquidity }) => liquidity)).toEqual([5n, 5n, 12n, 5n, 1n])
    expect(activeLiquidity(0, { ticks: [], positions: [...positions, wrong] })).toBe(12n)
    expect(activeLiquidity(0, { ticks: [], positions: [wrong] })).toBe(0n)
  })

  test('ticks that do not add up to zero are still drawn, without liquidity below zero', () => {
    expect(
      barsOf({
        ticks: [
          { tick: 60, liquidityNet: 9n },
          { tick: 0, liquidityNet: -3n },
          { tick: 120, liquidityNet: 0n },
        ],
        positions: [],
      }),
    ).toEqual([{ tickLower: 60, tickUpper: 120, liquidity: 6n }])
  })
})
