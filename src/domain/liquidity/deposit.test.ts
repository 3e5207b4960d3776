import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toNumber } from '../fraction'
import { depositFor, depositWindow, largestDeposit, lockOf, minAmounts, minLiquidity, takenAt } from './deposit'
import { maxSqrtPriceX96, minSqrtPriceX96, sqrtPriceX96ToRawPrice, tickToSqrtPriceX96 } from './tick'

const inside = { sqrtPriceX96: tickToSqrtPriceX96(37), tickLower: -600, tickUpper: 900 }
const below = { ...inside, sqrtPriceX96: tickToSqrtPriceX96(-700) }
const above = { ...inside, sqrtPriceX96: tickToSqrtPriceX96(1000) }
const ether = 10n ** 18n

describe('a deposit from one typed amount', () => {
  test('inside the range the other amount is computed, and the position manager takes both', () => {
    const deposit = depositFor({ ...inside, given: 'amount0', amount: ether })
    expect(deposit.amount0).toBe(ether)
    expect(deposit.amount1 > 0n).toBe(true)
    const taken = takenAt({ ...inside, ...deposit })
    expect(ether - taken.amount0 < 10n && deposit.amount1 - taken.amount1 < 10n).toBe(true)
  })

  test('a deposit is the same for either of its two amounts as input', () => {
    const one = depositFor({ ...inside, given: 'amount0', amount: ether })
    const two = depositFor({ ...inside, given: 'amount1', amount: one.amount1 })
    const difference = one.amount0 - two.amount0
    expect(difference < 10n && difference > -10n).toBe(true)
  })

  test('a deposit outside the range takes one token only, and the other input shows why it is locked', () => {
    expect(depositFor({ ...below, given: 'amount0', amount: ether }).amount1).toBe(0n)
    expect(depositFor({ ...above, given: 'amount1', amount: ether }).amount0).toBe(0n)
    expect(lockOf('amount1', below)).toBe('price is below the range')
    expect(lockOf('amount0', above)).toBe('price is above the range')
    expect([lockOf('amount0', below), lockOf('amount1', above), lockOf('amount0', inside)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(() => depositFor({ ...below, given: 'amount1', amount: ether })).toThrow('takes no token1')
  })
})

test('the largest deposit uses up one balance and exceeds neither', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: ether }), fc.bigInt({ min: 0n, max: ether }), (amount0, amount1) => {
      const deposit = largestDeposit({ ...inside, balances: { amount0, amount1 } })
      expect(deposit.amount0 <= amount0 && deposit.amount1 <= amount1).toBe(true)
      expect(amount0 - deposit.amount0 < 100n || amount1 - deposit.amount1 < 100n).toBe(true)
    }),
  )
})

describe('the minimum amounts of a deposit', () => {
  test('the minimum amounts are the typed amounts less the slippage tolerance, rounded up', () => {
    expect(minAmounts({ amount0: 1001n, amount1: 0n }, 200)).toEqual({ amount0: 981n, amount1: 0n })
    expect(minAmounts({ amount0: 1001n, amount1: 5n }, 0)).toEqual({ amount0: 1001n, amount1: 5n })
    expect(minAmounts({ amount0: 1001n, amount1: 5n }, 10_000)).toEqual({ amount0: 0n, amount1: 0n })
  })

  test('hold exactly at the prices inside the window, and not one step outside', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10, max: 2000 }),
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: -590, max: 890 }),
        (toleranceBps, width, tick) => {
          const at = {
            tickLower: -60 * width,
            tickUpper: 60 * width,
            sqrtPriceX96: tickToSqrtPriceX96(tick % (60 * width)),
          }
          const deposit = depositFor({ ...at, given: 'amount0', amount: 1000n * ether })
          const minimums = minAmounts(deposit, toleranceBps)
          const window = depositWindow({ ...at, ...deposit, minimums })!
          const passes = (sqrtPriceX96: bigint) => {
            const taken = takenAt({ ...at, ...deposit, sqrtPriceX96 })
            return taken.amount0 >= minimums.amount0 && taken.amount1 >= minimums.amount1
          }
          expect(window.low <= at.sqrtPriceX96 && at.sqrtPriceX96 <= window.high).toBe(true)
          expect([passes(window.low), passes(window.high)]).toEqual([true, true])
          if (window.low > minSqrtPriceX96) expect(passes(window.low - 1n)).toBe(false)
          if (window.high < maxSqrtPriceX96 - 1n) expect(passes(window.high + 1n)).toBe(false)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('the minimum amounts mint at least `minLiquidity` at any price', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 5000 }),
        fc.integer({ min: -400_000, max: 400_000 }),
        fc.integer({ min: 1, max: 40_000 }),
        fc.integer({ min: -120, max: 120 }),
        fc.integer({ min: -3000, max: 3000 }),
        fc.bigInt({ min: 1n, max: 1000n * ether }),
        (toleranceBps, middle, halfWidth, percent, move, amount) => {
          const asked = middle + Math.trunc((halfWidth * percent) / 100)
          const range = { tickLower: middle - halfWidth, tickUpper: middle + halfWidth }
          const at = { ...range, sqrtPriceX96: tickToSqrtPriceX96(asked) }
          const given = lockOf('amount0', at) ? 'amount1' : 'amount0'
          const deposit = depositFor({ ...at, given, amount })
          const minimums = minAmounts(deposit, toleranceBps)
          const taken = takenAt({ ...at, ...deposit, sqrtPriceX96: tickToSqrtPriceX96(asked + move) })
          if (taken.liquidity === 0n || taken.amount0 < minimums.amount0 || taken.amount1 < minimums.amount1) return
          expect(taken.liquidity >= minLiquidity({ ...at, ...deposit, minimums })).toBe(true)
        },
      ),
      { numRuns: 400 },
    )
  })

  test('buy at least their share of the liquidity that was asked for', () => {
    const deposit = depositFor({ ...inside, given: 'amount0', amount: ether })
    const least = minLiquidity({ ...inside, ...deposit, minimums: minAmounts(deposit, 200) })
    expect(least >= (deposit.liquidity * 978n) / 1000n && least < deposit.liquidity).toBe(true)
    expect(minLiquidity({ ...inside, ...deposit, minimums: { amount0: 0n, amount1: 0n } })).toBe(1n)
  })

  test('the same tolerance allows a smaller price move on a narrow range than on a wide one', () => {
    const width = (ticks: number) => {
      const at = { sqrtPriceX96: 1n << 96n, tickLower: -ticks, tickUpper: ticks }
      const deposit = depositFor({ ...at, given: 'amount0', amount: ether })
      const { low, high } = depositWindow({ ...at, ...deposit, minimums: minAmounts(deposit, 200) })!
      return toNumber(sqrtPriceX96ToRawPrice(high)) / toNumber(sqrtPriceX96ToRawPrice(low)) - 1
    }
    expect(width(60)).toBeLessThan(0.0005)
    expect(width(600)).toBeLessThan(0.005)
    expect(width(887220)).toBeGreaterThan(0.03)
  })

  test('a one-sided deposit succeeds until the price enters its range', () => {
    const deposit = depositFor({ ...below, given: 'amount0', amount: ether })
    const window = depositWindow({ ...below, ...deposit, minimums: minAmounts(deposit, 200) })!
    expect(window).toEqual({ low: minSqrtPriceX96, high: tickToSqrtPriceX96(-600) })
  })

  test('that cannot be met at the current price have no window', () => {
    const deposit = depositFor({ ...inside, given: 'amount0', amount: ether })
    const minimums = { amount0: deposit.amount0 * 2n, amount1: 0n }
    expect(depositWindow({ ...inside, ...deposit, minimums })).toBeUndefined()
  })
})
