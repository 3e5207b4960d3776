import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tickToSqrtPriceX96 } from '../liquidity/tick'
import { breakEvenDays, divergenceCurve, positionValueAt } from './divergence'

const entry = { sqrtPriceX96: 1n << 96n, tickLower: -6000, tickUpper: 6000, liquidity: 10n ** 24n }

describe('divergence', () => {
  test('divergence is zero at the entry price', () => {
    expect(positionValueAt(entry, entry.sqrtPriceX96).divergence).toBe(0)
  })

  test('divergence in the full range is the textbook formula 2√r / (1 + r) − 1', () => {
    const full = { ...entry, tickLower: -887220, tickUpper: 887220 }
    for (const tick of [-13863, -2231, 2231, 13863]) {
      const ratio = 1.0001 ** tick
      const textbook = (2 * Math.sqrt(ratio)) / (1 + ratio) - 1
      expect(positionValueAt(full, tickToSqrtPriceX96(tick)).divergence).toBeCloseTo(textbook, 6)
    }
  })

  test('a deposit is never worth more than holding', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -20_000, max: 20_000 }),
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: -300, max: 299 }),
        (tick, width, at) => {
          const tickLower = at * 60
          const from = { ...entry, tickLower, tickUpper: tickLower + width * 60 }
          expect(positionValueAt(from, tickToSqrtPriceX96(tick)).divergence).toBeLessThan(1e-12)
        },
      ),
    )
  })

  test('above the range the value stays constant, below it falls with the price', () => {
    const value = (tick: number) => Number(positionValueAt(entry, tickToSqrtPriceX96(tick)).value.numerator >> 192n)
    expect(value(9000)).toBe(value(7000))
    expect(value(-9000) / value(-7000)).toBeCloseTo(1.0001 ** -2000, 6)
  })
})

test('the curve covers its whole span, starts at one at the entry price, and stays below holding', () => {
  const curve = divergenceCurve(entry, { from: -9000, to: 9000, points: 61 })
  expect([curve[0]!.tick, curve[30]!.tick, curve[60]!.tick]).toEqual([-9000, 0, 9000])
  expect([curve[30]!.value, curve[30]!.held]).toEqual([1, 1])
  expect(curve.every(({ value, held }) => value <= held + 1e-12)).toBe(true)
})

test('days to recover a loss exist only when fees are earned', () => {
  expect(breakEvenDays(-0.01, 0.365)).toBeCloseTo(10)
  expect(breakEvenDays(-0.01, 0)).toBeUndefined()
})
