import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import vectors from '../../../test/vectors/amounts-vectors.json'
import {
  amountsForLiquidity,
  burnMinimums,
  liquidityForAmount,
  liquidityForAmounts,
  mintMinimums,
  otherAmount,
  type PoolSide,
  token0SharePpm,
  usesToken,
} from './liquidity'
import { highestUsableTick, maxTick, minSqrtPriceX96, tickToSqrtPriceX96, usableTick } from './tick'

const rangeOf = (at: { sqrtPriceX96: string; tickLower: number; tickUpper: number }) => ({
  sqrtPriceX96: BigInt(at.sqrtPriceX96),
  tickLower: at.tickLower,
  tickUpper: at.tickUpper,
})
const asText = ({ amount0, amount1 }: { amount0: bigint; amount1: bigint }) => [`${amount0}`, `${amount1}`]

describe('the reference vectors are reproduced to the unit', () => {
  test('what burning pays and what minting costs', () => {
    for (const vector of vectors.amountsFromLiquidity) {
      const options = { ...rangeOf(vector), liquidity: BigInt(vector.liquidity) }
      const said = JSON.stringify(vector)
      expect(asText(amountsForLiquidity({ ...options, round: 'down' })), said).toEqual([vector.amount0, vector.amount1])
      expect(asText(amountsForLiquidity({ ...options, round: 'up' })), said).toEqual([
        vector.mintAmount0,
        vector.mintAmount1,
      ])
    }
  })

  test('the liquidity that one amount mints, and the other amount it needs', () => {
    for (const vector of vectors.liquidityFromOneAmount) {
      const given = vector.given as PoolSide
      const options = { ...rangeOf(vector), given, amount: BigInt(vector.amount) }
      const { useFullPrecision } = vector
      if (vector.trap) {
        expect(usesToken(given, options)).toBe(false)
        expect(() => liquidityForAmount({ ...options, useFullPrecision })).toThrow('takes no token')
        expect(() => otherAmount(options)).toThrow('takes no token')
        continue
      }
      const liquidity = liquidityForAmount({ ...options, useFullPrecision })
      expect(`${liquidity}`, JSON.stringify(vector)).toBe(vector.liquidity)
      expect(asText(amountsForLiquidity({ ...options, liquidity, round: 'up' }))).toEqual([
        vector.mintAmount0,
        vector.mintAmount1,
      ])
      if (useFullPrecision)
        expect(`${otherAmount(options)}`).toBe(given === 'amount0' ? vector.mintAmount1 : vector.mintAmount0)
    }
  })

  test('the liquidity that both amounts mint, and how much of them is used', () => {
    for (const vector of vectors.liquidityFromBothAmounts) {
      const at = rangeOf(vector)
      const paid = { amount0: BigInt(vector.amount0Max), amount1: BigInt(vector.amount1Max) }
      const liquidity = liquidityForAmounts({ ...at, ...paid })
      expect(`${liquidity}`, JSON.stringify(vector)).toBe(vector.liquidity)
      expect(asText(amountsForLiquidity({ ...at, liquidity, round: 'up' }))).toEqual([vector.used0, vector.used1])
    }
  })

  test('the minimums a tolerance leaves', () => {
    for (const vector of vectors.slippageMinimums) {
      const options = { ...rangeOf(vector), liquidity: BigInt(vector.liquidity), toleranceBps: vector.slippageBps }
      expect(asText(mintMinimums(options)), JSON.stringify(vector)).toEqual([vector.mintMin0, vector.mintMin1])
      expect(asText(burnMinimums(options)), JSON.stringify(vector)).toEqual([vector.burnMin0, vector.burnMin1])
    }
  })

  test('the ratio of a deposit by value', () => {
    for (const vector of vectors.depositRatioByValue) {
      expect(token0SharePpm(rangeOf(vector)), JSON.stringify(vector)).toBe(vector.token0SharePpm)
    }
  })

  test('ranges that end before they start or leave the bounds are refused', () => {
    for (const { tickLower, tickUpper, why } of vectors.invalid) {
      if (why.includes('unaligned') || why.includes('not multiples')) continue
      expect(() =>
        amountsForLiquidity({ sqrtPriceX96: 1n << 96n, tickLower, tickUpper, liquidity: 1n, round: 'up' }),
      ).toThrow()
    }
  })
})

/** Any range of any spacing, with any price: below, on an edge, inside, above. */
const anyStanding = fc
  .record({
    spacing: fc.integer({ min: 1, max: 500 }),
    a: fc.integer({ min: -880_000, max: 880_000 }),
    width: fc.integer({ min: 1, max: 3000 }),
    at: fc.integer({ min: -887_271, max: 887_271 }),
    inside: fc.boolean(),
  })
  .map(({ spacing, a, width, at, inside }) => {
    const limit = highestUsableTick(spacing)
    const tickLower = Math.min(usableTick(a, spacing), limit - spacing)
    const tickUpper = Math.min(tickLower + width * spacing, limit)
    const price = inside ? tickLower + (Math.abs(at) % (tickUpper - tickLower + 1)) : at
    return { sqrtPriceX96: tickToSqrtPriceX96(price), tickLower, tickUpper }
  })
const anyAmount = fc.bigInt({ min: 0n, max: 10n ** 30n })

describe('for every range, price and amount', () => {
  test('the liquidity for an amount is the largest that the amount pays for', () => {
    fc.assert(
      fc.property(anyStanding, anyAmount, anyAmount, (at, amount0, amount1) => {
        const liquidity = liquidityForAmounts({ ...at, amount0, amount1 })
        const more = amountsForLiquidity({ ...at, liquidity: liquidity + 1n, round: 'up' })
        expect(more.amount0 > amount0 || more.amount1 > amount1).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  test('a mint never takes more than was offered', () => {
    fc.assert(
      fc.property(anyStanding, anyAmount, anyAmount, fc.boolean(), (at, amount0, amount1, useFullPrecision) => {
        const liquidity = liquidityForAmounts({ ...at, amount0, amount1, useFullPrecision })
        const used = amountsForLiquidity({ ...at, liquidity, round: 'up' })
        expect(used.amount0 <= amount0 && used.amount1 <= amount1).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  test('burning never pays more than minting cost, and at most two units less', () => {
    fc.assert(
      fc.property(anyStanding, fc.bigInt({ min: 0n, max: 1n << 127n }), (at, liquidity) => {
        const cost = amountsForLiquidity({ ...at, liquidity, round: 'up' })
        const paid = amountsForLiquidity({ ...at, liquidity, round: 'down' })
        expect(cost.amount1 - paid.amount1 <= 1n && cost.amount1 >= paid.amount1).toBe(true)
        expect(cost.amount0 >= paid.amount0).toBe(true)
      }),
    )
  })

  test('the computed other amount is enough: both together mint the liquidity that the first amount determines', () => {
    fc.assert(
      fc.property(anyStanding, fc.constantFrom<PoolSide>('amount0', 'amount1'), anyAmount, (at, given, amount) => {
        if (!usesToken(given, at)) return
        const other = otherAmount({ ...at, given, amount })
        const both = given === 'amount0' ? { amount0: amount, amount1: other } : { amount0: other, amount1: amount }
        expect(liquidityForAmounts({ ...at, ...both }) >= liquidityForAmount({ ...at, given, amount })).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  test('more tokens never mint less liquidity', () => {
    fc.assert(
      fc.property(
        anyStanding,
        fc.constantFrom<PoolSide>('amount0', 'amount1'),
        anyAmount,
        anyAmount,
        (at, given, a, b) => {
          if (!usesToken(given, at)) return
          const [less, more] = a < b ? [a, b] : [b, a]
          const buys = (amount: bigint) => liquidityForAmount({ ...at, given, amount })
          expect(buys(less) <= buys(more)).toBe(true)
        },
      ),
    )
  })

  test('the position manager never mints more liquidity than the exact formula', () => {
    fc.assert(
      fc.property(anyStanding, anyAmount, (at, amount) => {
        if (!usesToken('amount0', at)) return
        const options = { ...at, given: 'amount0' as const, amount }
        expect(liquidityForAmount({ ...options, useFullPrecision: false }) <= liquidityForAmount(options)).toBe(true)
      }),
    )
  })

  test('outside the range, and on its edges, exactly one token is taken', () => {
    fc.assert(
      fc.property(anyStanding, (at) => {
        const lower = tickToSqrtPriceX96(at.tickLower)
        const upper = tickToSqrtPriceX96(at.tickUpper)
        const outside = at.sqrtPriceX96 <= lower || at.sqrtPriceX96 >= upper
        expect(usesToken('amount0', at) && usesToken('amount1', at)).toBe(!outside)
        expect(usesToken('amount0', at) || usesToken('amount1', at)).toBe(true)
      }),
    )
  })

  test('the minimums shrink with the tolerance and never exceed the requested amounts', () => {
    fc.assert(
      fc.property(
        anyStanding,
        fc.bigInt({ min: 1n, max: 1n << 100n }),
        fc.integer({ min: 0, max: 5000 }),
        fc.integer({ min: 0, max: 5000 }),
        (at, liquidity, a, b) => {
          const [tight, loose] = [Math.min(a, b), Math.max(a, b)]
          const asked = amountsForLiquidity({ ...at, liquidity, round: 'up' })
          const strict = mintMinimums({ ...at, liquidity, toleranceBps: tight })
          const lax = mintMinimums({ ...at, liquidity, toleranceBps: loose })
          expect(lax.amount0 <= strict.amount0 && strict.amount0 <= asked.amount0).toBe(true)
          expect(lax.amount1 <= strict.amount1 && strict.amount1 <= asked.amount1).toBe(true)
        },
      ),
    )
  })

  test('the ratio moves from all token0 to all token1 as the price rises', () => {
    fc.assert(
      fc.property(anyStanding, anyStanding, ({ tickLower, tickUpper, sqrtPriceX96 }, other) => {
        const [low, high] = [sqrtPriceX96, other.sqrtPriceX96].sort((a, b) => (a < b ? -1 : 1))
        const share = (price: bigint) => token0SharePpm({ tickLower, tickUpper, sqrtPriceX96: price })
        expect(share(low!)).toBeGreaterThanOrEqual(share(high!))
        expect(share(tickToSqrtPriceX96(tickLower))).toBe(1_000_000)
        // A pool's price never reaches the very last tick.
        if (tickUpper < maxTick) expect(share(tickToSqrtPriceX96(tickUpper))).toBe(0)
      }),
    )
  })
})

describe('impossible input is refused with a reason', () => {
  const at = { sqrtPriceX96: 1n << 96n, tickLower: -60, tickUpper: 60 }
  test.each([
    [() => amountsForLiquidity({ ...at, liquidity: -1n, round: 'up' }), 'There is no liquidity of -1'],
    [() => amountsForLiquidity({ ...at, tickLower: 60, liquidity: 1n, round: 'up' }), '60 to 60 does not'],
    [() => amountsForLiquidity({ ...at, tickUpper: 887280, liquidity: 1n, round: 'up' }), '887280 is not a whole tick'],
    [
      () => amountsForLiquidity({ ...at, sqrtPriceX96: 0n, liquidity: 1n, round: 'up' }),
      '0 is not a square-root price',
    ],
    [() => liquidityForAmount({ ...at, given: 'amount0', amount: -5n }), 'There is no amount of -5'],
    [
      () => liquidityForAmount({ ...at, sqrtPriceX96: minSqrtPriceX96, given: 'amount1', amount: 5n }),
      'At this price the range takes no token1',
    ],
    [() => mintMinimums({ ...at, liquidity: 1n, toleranceBps: 10_001 }), '10001 does not'],
    [() => mintMinimums({ ...at, liquidity: 1n, toleranceBps: 0.5 }), '0.5 does not'],
  ])('%s', (ask, why) => {
    expect(ask).toThrow(why)
  })
})
