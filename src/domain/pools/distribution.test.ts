import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { barsFromPositions, barsFromTicks, invertBars, liquidityAt } from './distribution'

const positions = [
  { tickLower: -120, tickUpper: 120, liquidity: 5n },
  { tickLower: 0, tickUpper: 60, liquidity: 7n },
  { tickLower: 300, tickUpper: 360, liquidity: 1n },
]

describe('the liquidity distribution of a pool', () => {
  test('rises and falls where positions begin and end, and leaves gaps out', () => {
    expect(barsFromPositions(positions)).toEqual([
      { tickLower: -120, tickUpper: 0, liquidity: 5n },
      { tickLower: 0, tickUpper: 60, liquidity: 12n },
      { tickLower: 60, tickUpper: 120, liquidity: 5n },
      { tickLower: 300, tickUpper: 360, liquidity: 1n },
    ])
  })

  test('at every tick is the sum of the positions that cover it', () => {
    const anyPosition = fc
      .record({
        from: fc.integer({ min: -50, max: 50 }),
        width: fc.integer({ min: 1, max: 30 }),
        liquidity: fc.bigInt({ min: 1n, max: 1000n }),
      })
      .map(({ from, width, liquidity }) => ({ tickLower: from, tickUpper: from + width, liquidity }))
    fc.assert(
      fc.property(fc.array(anyPosition, { maxLength: 20 }), fc.integer({ min: -60, max: 90 }), (all, tick) => {
        const holding = barsFromPositions(all).find(({ tickLower, tickUpper }) => tickLower <= tick && tick < tickUpper)
        expect(holding?.liquidity ?? 0n).toBe(liquidityAt(tick, all))
      }),
    )
  })

  test('the distribution is mirrored when the tokens are swapped', () => {
    expect(invertBars(barsFromPositions(positions))[0]).toEqual({ tickLower: -360, tickUpper: -300, liquidity: 1n })
    expect(invertBars(invertBars(barsFromPositions(positions)))).toEqual(barsFromPositions(positions))
  })

  test('of ticks that do not add up to zero is still drawn, without liquidity below zero', () => {
    expect(
      barsFromTicks([
        { tick: 60, liquidityNet: 9n },
        { tick: 0, liquidityNet: -3n },
        { tick: 120, liquidityNet: 0n },
      ]),
    ).toEqual([{ tickLower: 60, tickUpper: 120, liquidity: 6n }])
  })
})
