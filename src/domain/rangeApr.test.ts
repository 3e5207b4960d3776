import { describe, expect, test } from 'vitest'
import { parseFraction, toNumber } from './fraction'
import { feesFromVolume, liquidityAt, rangeApr } from './rangeApr'

const known = {
  isEarning: true,
  feesPerDay: parseFraction('2739.726'),
  activeLiquidity: 1_000_000n,
  liquidity: 1_000n,
  value: parseFraction('1000'),
}

describe('the yearly return of a range', () => {
  test('is fees times own share of the active liquidity', () => {
    const apr = rangeApr(known)
    expect(apr.is === 'known' && toNumber(apr.apr)).toBeCloseTo(0.999, 3)
  })

  test('a deposit as large as the rest of the pool earns half of its fees', () => {
    const apr = rangeApr({ ...known, liquidity: 1_000_000n, value: parseFraction('1000000') })
    expect(apr.is === 'known' && toNumber(apr.apr)).toBeCloseTo(0.5, 3)
  })

  test('out of range is nothing, and is not called zero', () => {
    expect(rangeApr({ ...known, isEarning: false })).toEqual({ is: 'out of range' })
  })

  test('is not guessed: what is missing is named', () => {
    expect(rangeApr({ ...known, activeLiquidity: undefined })).toEqual({ is: 'unknown', missing: ['active liquidity'] })
    expect(rangeApr({ ...known, feesPerDay: undefined, activeLiquidity: undefined })).toEqual({
      is: 'unknown',
      missing: ['fees', 'active liquidity'],
    })
    expect(rangeApr({ ...known, value: undefined })).toEqual({ is: 'unknown', missing: ['prices'] })
    expect(rangeApr({ ...known, value: parseFraction('0') })).toEqual({ is: 'unknown', missing: ['prices'] })
  })

  test('in an empty pool everything goes to the only depositor', () => {
    const apr = rangeApr({ ...known, activeLiquidity: 0n })
    expect(apr.is === 'known' && toNumber(apr.apr)).toBeCloseTo(1000, 0)
  })
})

test('fees follow from volume and fee, less what the protocol keeps', () => {
  expect(toNumber(feesFromVolume(parseFraction('1000000'), 3000))).toBe(3000)
  expect(toNumber(feesFromVolume(parseFraction('1000000'), 3000, 100_000))).toBe(2700)
})

test('active liquidity is what covers the tick, upper ends excluded', () => {
  const positions = [
    { tickLower: -60, tickUpper: 60, liquidity: 5n },
    { tickLower: 0, tickUpper: 120, liquidity: 7n },
  ]
  expect([liquidityAt(-60, positions), liquidityAt(0, positions), liquidityAt(60, positions)]).toEqual([5n, 12n, 7n])
})
