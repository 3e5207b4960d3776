import { describe, expect, test } from 'vitest'
import { parseFraction, toNumber } from '../fraction'
import { activeLiquidity } from './distribution'
import { rangeApr } from './rangeApr'

const known = {
  isEarning: true,
  feesPerDay: parseFraction('2739.726'),
  activeLiquidity: 1_000_000n,
  liquidity: 1_000n,
  value: parseFraction('1000'),
}

describe('the APR of a range', () => {
  test('the APR is the fees times the own share of the active liquidity', () => {
    const apr = rangeApr(known)
    expect(apr.is === 'known' && toNumber(apr.apr)).toBeCloseTo(0.999, 3)
  })

  test('a deposit as large as the rest of the pool earns half of its fees', () => {
    const apr = rangeApr({ ...known, liquidity: 1_000_000n, value: parseFraction('1000000') })
    expect(apr.is === 'known' && toNumber(apr.apr)).toBeCloseTo(0.5, 3)
  })

  test('out of range is a state of its own, not zero', () => {
    expect(rangeApr({ ...known, isEarning: false })).toEqual({ is: 'out of range' })
  })

  test('the APR is not guessed: the missing figure is named', () => {
    expect(rangeApr({ ...known, activeLiquidity: undefined })).toEqual({ is: 'unknown', missing: ['active liquidity'] })
    expect(rangeApr({ ...known, feesPerDay: undefined, activeLiquidity: undefined })).toEqual({
      is: 'unknown',
      missing: ['fees', 'active liquidity'],
    })
    expect(rangeApr({ ...known, value: undefined })).toEqual({ is: 'unknown', missing: ['prices'] })
    expect(rangeApr({ ...known, value: parseFraction('0') })).toEqual({ is: 'unknown', missing: ['prices'] })
  })

  test('in an empty pool the only depositor earns all fees', () => {
    const apr = rangeApr({ ...known, activeLiquidity: 0n })
    expect(apr.is === 'known' && toNumber(apr.apr)).toBeCloseTo(1000, 0)
  })
})

test('active liquidity is the sum of the positions that cover the tick, upper bounds excluded', () => {
  const positions = [
    { tickLower: -60, tickUpper: 60, liquidity: 5n },
    { tickLower: 0, tickUpper: 120, liquidity: 7n },
  ]
  expect([-60, 0, 60].map((tick) => activeLiquidity(tick, { ticks: [], positions }))).toEqual([5n, 12n, 7n])
})
