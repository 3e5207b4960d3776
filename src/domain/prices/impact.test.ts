import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Amount } from '../amount'
import { impactOf, levelOf } from './impact'

function amount(units: bigint, price: string | undefined, chainId = 1, decimals = 6): Amount {
  const chain = { id: chainId, chainId, name: `Chain ${chainId}`, kind: 'evm', isEnabled: true } as const
  const token = { id: 1, chain, address: '0xd', symbol: 'T', name: '', decimals, isNative: false, price }
  return { token: { ...token, imagePath: undefined }, units }
}

test('the impact is the share of the value that is not received, rounded against the trade', () => {
  expect(impactOf(amount(100_000_000n, '1'), amount(99_500_000n, '1'))).toMatchObject({ bps: 50, level: 'none' })
  expect(impactOf(amount(100_000_000n, '1'), amount(98_999_999n, '1'))).toMatchObject({ bps: 101, level: 'mild' })
  expect(impactOf(amount(100_000_000n, '1'), amount(101_000_000n, '1'))).toMatchObject({ bps: -100, level: 'none' })
})

test('decimals and prices of both tokens are taken into account', () => {
  const impact = impactOf(amount(10n ** 18n, '3000', 1, 18), amount(2_850_000_000n, '1'))
  expect(impact).toMatchObject({ bps: 500, level: 'severe' })
})

describe('a missing price is unknown, never zero', () => {
  test.each([
    ['of what is sold', undefined, '1', 1],
    ['of what is bought', '1', undefined, 1],
    ['of both', undefined, undefined, 2],
    ['that is zero', '0', '1', 1],
  ])('%s', (_, sold, bought, count) => {
    const impact = impactOf(amount(5n, sold), amount(5n, bought))
    expect(impact.is === 'unknown' && impact.unpriced).toHaveLength(count)
  })
})

test.each([
  [99, 'none', 'none'],
  [100, 'mild', 'none'],
  [200, 'mild', 'mild'],
  [299, 'mild', 'mild'],
  [300, 'high', 'mild'],
  [500, 'severe', 'high'],
  [999, 'severe', 'high'],
  [1_000, 'extreme', 'extreme'],
  [2_999, 'extreme', 'extreme'],
  [3_000, 'ruinous', 'ruinous'],
  [10_000, 'ruinous', 'ruinous'],
])('%i basis points are %s on one chain and %s across two', (bps, here, across) => {
  expect(levelOf(bps, false)).toBe(here)
  expect(levelOf(bps, true)).toBe(across)
})

test('a larger loss never gets a lower level', () => {
  const order = ['none', 'mild', 'high', 'severe', 'extreme', 'ruinous']
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 12n }), fc.bigInt({ min: 0n, max: 10n ** 12n }), (less, more) => {
      const worse = impactOf(amount(10n ** 12n, '1'), amount(less, '1'))
      const better = impactOf(amount(10n ** 12n, '1'), amount(less + more, '1'))
      if (worse.is !== 'known' || better.is !== 'known') throw new Error('Both have prices.')
      expect(order.indexOf(worse.level)).toBeGreaterThanOrEqual(order.indexOf(better.level))
    }),
  )
})
