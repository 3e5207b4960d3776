import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { barsOf } from '../pools/distribution'
import { largestDeposit } from './deposit'
import { balancingSwap, holdingsAfter, isWorthwhile, missingSwap, type TradedPool, tradeThrough } from './missingSwap'
import { tickToSqrtPriceX96 } from './tick'

const e18 = 10n ** 18n

/** 1 to 1, with a wide position and a narrow one around the price. */
const pool: TradedPool = {
  sqrtPriceX96: tickToSqrtPriceX96(0),
  feePpm: 3000,
  bars: barsOf({
    ticks: [],
    positions: [
      { tickLower: -60_000, tickUpper: 60_000, liquidity: 1_000_000n * e18 },
      { tickLower: -600, tickUpper: 600, liquidity: 3_000_000n * e18 },
    ],
  }),
}
const range = { tickLower: -1200, tickUpper: 600 }

const held = fc.record({ amount0: fc.bigInt(0n, 100_000n * e18), amount1: fc.bigInt(0n, 100_000n * e18) })
const ranges = fc
  .tuple(fc.integer({ min: -40, max: 39 }), fc.integer({ min: 1, max: 40 }))
  .map(([lower, width]) => ({ tickLower: lower * 60, tickUpper: (lower + width) * 60 }))

describe('a trade through a pool', () => {
  test('a trade pays at most the spot price and has price impact', () => {
    fc.assert(
      fc.property(fc.bigInt(1_000_000n, 200_000n * e18), fc.constantFrom('amount0', 'amount1'), (amount, sell) => {
        const trade = tradeThrough(pool, sell, amount)!
        expect(trade.bought <= (amount * 997n) / 1000n).toBe(true)
        const hasFallen = trade.sqrtPriceX96 < pool.sqrtPriceX96
        const hasRisen = trade.sqrtPriceX96 > pool.sqrtPriceX96
        expect(sell === 'amount0' ? hasRisen : hasFallen).toBe(false)
      }),
    )
  })

  test('a trade in two parts brings the same amount as one trade', () => {
    fc.assert(
      fc.property(fc.bigInt(e18, 100_000n * e18), fc.bigInt(e18, 100_000n * e18), (one, other) => {
        const whole = tradeThrough(pool, 'amount1', one + other)!
        const first = tradeThrough(pool, 'amount1', one)!
        const second = tradeThrough({ ...pool, sqrtPriceX96: first.sqrtPriceX96 }, 'amount1', other)!
        const apart = whole.bought - first.bought - second.bought
        expect(apart > -1000n && apart < 1000n).toBe(true)
      }),
    )
  })

  test('a trade of more than the pool holds is undefined', () => {
    const narrow = { ...pool, bars: [{ tickLower: -60, tickUpper: 60, liquidity: e18 }] }
    expect(tradeThrough(narrow, 'amount0', e18)).toBeUndefined()
    expect(tradeThrough({ ...pool, bars: [] }, 'amount0', 1n)).toBeUndefined()
  })
})

describe('the swap before a deposit', () => {
  test('leaves less than a millionth of what was held over, in any range, from any holdings', () => {
    fc.assert(
      fc.property(ranges, held, (range, holdings) => {
        const swap = balancingSwap(pool, range, holdings)
        if (!swap) return
        expect(swap.amount <= holdings[swap.sell]).toBe(true)
        const after = holdingsAfter(holdings, swap)
        const taken = largestDeposit({ ...range, sqrtPriceX96: swap.sqrtPriceX96, balances: after })
        const over = { amount0: after.amount0 - taken.amount0, amount1: after.amount1 - taken.amount1 }
        const total = holdings.amount0 + holdings.amount1
        expect(over.amount0 + over.amount1 <= total / 1_000_000n + 1_000_000n).toBe(true)
      }),
      { numRuns: 200 },
    )
  })

  test('the swap is not worth its cost for a five-hundredth of the holdings, in either token', () => {
    const holdings = { amount0: 500n * e18, amount1: 0n }
    expect(isWorthwhile({ sell: 'amount0', amount: e18 }, pool, holdings)).toBe(true)
    expect(isWorthwhile({ sell: 'amount0', amount: e18 - 1n }, pool, holdings)).toBe(false)
    const other = { amount0: 499n * e18, amount1: e18 }
    expect(isWorthwhile({ sell: 'amount1', amount: e18 }, pool, other)).toBe(true)
  })

  test('buys just what is missing where enough of the other token is left', () => {
    const wanted = { amount0: 100n * e18, amount1: 50n * e18 }
    const swap = missingSwap(pool, range, { wanted, held: { amount0: 1000n * e18, amount1: 10n * e18 } })!
    expect(swap.sell).toBe('amount0')
    expect(swap.bought >= 40n * e18 && swap.bought < 40n * e18 + 10n).toBe(true)
    expect(swap.amount < 41n * e18).toBe(true)
  })

  test('divides what there is where it is not enough for the whole deposit', () => {
    const wanted = { amount0: 100n * e18, amount1: 50n * e18 }
    const held = { amount0: 100n * e18, amount1: 0n }
    const swap = missingSwap(pool, range, { wanted, held })!
    expect(swap).toEqual(balancingSwap(pool, range, held))
    expect(swap.amount < held.amount0).toBe(true)
  })

  test('there is no swap if nothing is missing, or both tokens are', () => {
    const wanted = { amount0: e18, amount1: e18 }
    expect(missingSwap(pool, range, { wanted, held: wanted })).toBeUndefined()
    expect(missingSwap(pool, range, { wanted, held: { amount0: 0n, amount1: 0n } })).toBeUndefined()
  })

  test('the swap sells the whole balance of a token that the range does not take', () => {
    const above = { tickLower: 1200, tickUpper: 2400 }
    const swap = balancingSwap(pool, above, { amount0: 0n, amount1: 10n * e18 })!
    expect(swap).toMatchObject({ sell: 'amount1', amount: 10n * e18 })
  })
})
