import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toNumber } from '../fraction'
import { type PositionEvent, positionAccount, realisedApr, valueIn } from './positionAccount'
import { tickToSqrtPriceX96 } from './tick'

const one = tickToSqrtPriceX96(0)
const four = one * 2n

function event(
  does: PositionEvent['does'],
  amount0: bigint,
  amount1: bigint,
  price: bigint | undefined,
): PositionEvent {
  return { does, amount0, amount1, liquidity: 1n, block: 1n, logIndex: 0, hash: '0x', at: 0, sqrtPriceX96: price }
}

/** Deposited 100 and 100 at a price of 1; at 4 half was taken out with its fees; the rest is still in. */
const life = [
  event('increase', 100n, 100n, one),
  event('collect', 0n, 1n, one),
  event('decrease', 25n, 100n, four),
  event('collect', 27n, 104n, four),
]
const holding = { holds: { amount0: 25n, amount1: 100n }, unclaimed: { amount0: 1n, amount1: 0n }, sqrtPriceX96: four }

test("a position's history is accounted for in tokens, with fees separate, compared with holding and with cash", () => {
  const account = positionAccount(life, holding, 'amount1')
  expect(account.paid).toEqual({ amount0: 100n, amount1: 100n })
  expect(account.received).toEqual({ amount0: 27n, amount1: 105n })
  expect(account.fees).toEqual({ amount0: 3n, amount1: 5n })
  expect(account.gain).toEqual({ amount0: 100n * -1n + 25n + 1n + 27n, amount1: 105n })
  // Holding would be worth 100 · 4 + 100 = 500; the position gave 53 · 4 + 205 = 417.
  expect(account.againstHolding).toBe(417n - 500n)
  expect(account.feesValue).toBe(3n * 4n + 5n)
  // 200 were paid; 1, then 27 · 4 + 104 came back, and 26 · 4 + 100 are left.
  expect(account.againstCash).toBe(1n + 212n + 204n - 200n)
})

test('counted in the other token it is the same life', () => {
  const { againstHolding, againstCash } = positionAccount(life, holding, 'amount0')
  expect(againstHolding).toBe(-21n) // −83 / 4, rounded down
  expect(againstCash).toBe(1n + 53n + 51n - 200n)
})

test('a price that no node remembers leaves cash unknown, and holding known', () => {
  const forgotten = positionAccount([event('increase', 100n, 100n, undefined)], holding, 'amount1')
  expect(forgotten.againstCash).toBeUndefined()
  expect(forgotten.againstHolding).toBe(-(74n * 4n))
})

test('what is put in and stays where the price is gains nothing, but for what rounding takes', () => {
  const units = fc.bigInt({ min: 0n, max: 10n ** 30n })
  fc.assert(
    fc.property(units, units, fc.integer({ min: -300_000, max: 300_000 }), (amount0, amount1, tick) => {
      const sqrtPriceX96 = tickToSqrtPriceX96(tick)
      const nothing = { amount0: 0n, amount1: 0n }
      const held = { holds: { amount0, amount1 }, unclaimed: nothing, sqrtPriceX96 }
      const account = positionAccount([event('increase', amount0, amount1, sqrtPriceX96)], held, 'amount1')
      expect([account.againstHolding, account.againstCash, account.feesValue]).toEqual([0n, 0n, 0n])
      expect(valueIn('amount1', { amount0, amount1 }, sqrtPriceX96) >= amount1).toBe(true)
    }),
  )
})

describe('the realised APR', () => {
  const day = 86_400_000
  const change = (does: 'increase' | 'decrease' | 'collect', liquidity: bigint, at: number | undefined) => ({
    ...{ does, liquidity, at, amount0: 0n, amount1: 0n, block: 1n, logIndex: 0, hash: '0x1', sqrtPriceX96: undefined },
  })
  const worth = (liquidity: bigint) => liquidity

  test('the realised APR is the fees of a year, relative to the value of the liquidity over the time it existed', () => {
    const whole = realisedApr([change('increase', 1_000n, 0)], 10n, worth, 73 * day)
    // 10 of 1,000 in a fifth of a year.
    expect(whole.is === 'known' && toNumber(whole.apr)).toBeCloseTo(0.05)
    const halved = [change('increase', 1_000n, 0), change('decrease', 500n, 73 * day)]
    const later = realisedApr(halved, 15n, worth, 146 * day)
    expect(later.is === 'known' && toNumber(later.apr)).toBeCloseTo(0.05)
  })

  test('the realised APR of a closed position ends with its liquidity, and collections do not change it', () => {
    const life = [change('increase', 1_000n, 0), change('collect', 0n, day), change('decrease', 1_000n, 73 * day)]
    const closed = realisedApr(life, 10n, worth, 10_000 * day)
    expect(closed.is === 'known' && toNumber(closed.apr)).toBeCloseTo(0.05)
  })

  test('the realised APR is not shown for less than a day, or if a time is unknown', () => {
    expect(realisedApr([change('increase', 1_000n, 0)], 10n, worth, day - 1)).toEqual({ is: 'too early' })
    expect(realisedApr([change('increase', 1_000n, undefined)], 10n, worth, 9 * day)).toEqual({ is: 'unknown' })
    expect(realisedApr([], 0n, worth, 9 * day)).toEqual({ is: 'too early' })
  })
})
