import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rangeKeepingSplit } from './keptSplit'
import { amountsForLiquidity } from './liquidity'
import { fullRange, isUsableRange, type Range } from './range'
import { tickToSqrtPriceX96 } from './tick'

const spacing = 60

/** The share of the value that is in the first token. */
function shareOf({ tickLower, tickUpper }: Range, sqrtPriceX96: bigint): number {
  const liquidity = 10n ** 40n
  const { amount0, amount1 } = amountsForLiquidity({ tickLower, tickUpper, sqrtPriceX96, liquidity, round: 'down' })
  const price = (Number(sqrtPriceX96) / 2 ** 96) ** 2
  const first = Number(amount0) * price
  return first / (first + Number(amount1))
}

test('when one bound moves, the other follows so that the split of the deposit stays the same, as far as ticks allow', () => {
  const asked = fc.record({
    tick: fc.integer({ min: -200_000, max: 200_000 }),
    below: fc.integer({ min: 20, max: 150 }),
    above: fc.integer({ min: 20, max: 150 }),
    moved: fc.integer({ min: 20, max: 100 }),
    isLower: fc.boolean(),
  })
  fc.assert(
    fc.property(asked, ({ tick, below, above, moved, isLower }) => {
      const sqrtPriceX96 = tickToSqrtPriceX96(tick)
      const middle = Math.floor(tick / spacing) * spacing
      const before = { tickLower: middle - below * spacing, tickUpper: middle + above * spacing }
      const typed = isLower
        ? { ...before, tickLower: middle - moved * spacing }
        : { ...before, tickUpper: middle + moved * spacing }
      const kept = rangeKeepingSplit(before, typed, { sqrtPriceX96, spacing })
      expect(isUsableRange(kept, spacing)).toBe(true)
      expect(isLower ? kept.tickLower : kept.tickUpper).toBe(isLower ? typed.tickLower : typed.tickUpper)
      const full = fullRange(spacing)
      const isAtEnd = kept.tickLower === full.tickLower || kept.tickUpper === full.tickUpper
      if (!isAtEnd) expect(Math.abs(shareOf(kept, sqrtPriceX96) - shareOf(before, sqrtPriceX96))).toBeLessThan(0.03)
    }),
  )
})

test('a range that moves as a whole, or does not hold the price, is left as it is', () => {
  const sqrtPriceX96 = tickToSqrtPriceX96(30)
  const before = { tickLower: -600, tickUpper: 600 }
  const price = { sqrtPriceX96, spacing }
  for (const next of [
    before,
    { tickLower: -540, tickUpper: 660 },
    { tickLower: 60, tickUpper: 600 },
    { tickLower: -600, tickUpper: 0 },
  ])
    expect(rangeKeepingSplit(before, next, price)).toEqual(next)
  const outside = { tickLower: 600, tickUpper: 1_200 }
  expect(rangeKeepingSplit(outside, { ...outside, tickUpper: 1_800 }, price)).toEqual({ ...outside, tickUpper: 1_800 })
})

test('where no other bound would keep it, the outermost one comes nearest', () => {
  const price = { sqrtPriceX96: tickToSqrtPriceX96(0), spacing }
  const before = { tickLower: -60, tickUpper: 120_000 }
  const far = { tickLower: -6_000, tickUpper: 120_000 }
  expect(rangeKeepingSplit(before, far, price)).toEqual({ ...far, tickUpper: fullRange(spacing).tickUpper })
})
