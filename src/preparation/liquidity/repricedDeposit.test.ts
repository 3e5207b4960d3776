import fc from 'fast-check'
import { expect, test } from 'vitest'
import { usdc, weth } from '../../../test/builders/liquidity'
import { depositFor, minAmounts, takenAt } from '../../domain/liquidity/deposit'
import { tickToSqrtPriceX96 } from '../../domain/liquidity/tick'
import { type Priced, repricedDeposit } from './repricedDeposit'

function depositAt(tick: number, half: number, toleranceBps = 200): Priced {
  const range = { tickLower: tick - half, tickUpper: tick + half }
  const sqrtPriceX96 = tickToSqrtPriceX96(tick)
  const { amount0, amount1 } = depositFor({ ...range, sqrtPriceX96, given: 'amount0', amount: 10n ** 20n })
  const pay = [
    { token: weth, units: amount0 },
    { token: usdc, units: amount1 },
  ] as const
  return { pay, range, toleranceBps, sqrtPriceX96 }
}

test('a deposit that succeeds as it is stays what it is', () => {
  expect(repricedDeposit(depositAt(0, 6_000), tickToSqrtPriceX96(5))).toBeUndefined()
  expect(repricedDeposit(depositAt(0, 6_000), undefined)).toBeUndefined()
})

test('a price that leaves the range, or moves far, is nothing to be calm about', () => {
  expect(repricedDeposit(depositAt(0, 200), tickToSqrtPriceX96(250))).toBeUndefined()
  expect(repricedDeposit(depositAt(0, 900), tickToSqrtPriceX96(700))).toBeUndefined()
})

test('a price that drifts in small moves is measured from where the person typed', () => {
  const first = repricedDeposit(depositAt(0, 3_000), tickToSqrtPriceX96(470))
  expect(first?.typedAtSqrtPriceX96).toBe(tickToSqrtPriceX96(0))
  expect(repricedDeposit(first!, tickToSqrtPriceX96(940))).toBeUndefined()
  expect(repricedDeposit(first!, tickToSqrtPriceX96(0))?.typedAtSqrtPriceX96).toBe(tickToSqrtPriceX96(0))
})

test('after an ordinary move the deposit is worked out again: it succeeds, and takes no more of either token', () => {
  const moved = fc.record({
    tick: fc.integer({ min: -200_000, max: 200_000 }),
    half: fc.integer({ min: 500, max: 3_000 }),
    by: fc.integer({ min: -480, max: 480 }),
    toleranceBps: fc.constantFrom(10, 50, 200),
  })
  fc.assert(
    fc.property(moved, ({ tick, half, by, toleranceBps }) => {
      const asked = depositAt(tick, half, toleranceBps)
      const now = tickToSqrtPriceX96(tick + by)
      const again = repricedDeposit(asked, now)
      const { pay, range } = again ?? asked
      const amounts = { amount0: pay[0].units, amount1: pay[1].units }
      const taken = takenAt({ ...range, ...amounts, sqrtPriceX96: now })
      const least = minAmounts(amounts, toleranceBps)
      expect(taken.amount0 >= least.amount0 && taken.amount1 >= least.amount1).toBe(true)
      expect(pay[0].units <= asked.pay[0].units && pay[1].units <= asked.pay[1].units).toBe(true)
      if (again) expect(again.sqrtPriceX96).toBe(now)
    }),
  )
})
