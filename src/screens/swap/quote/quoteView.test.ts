import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { harbor, token } from '../../../../test/builders/swap'
import { toPlaces, toSignificant } from '../../../domain/fraction'
import type { SwapAnswer } from '../../../protocol/serviceMessages'
import { balanceShare } from '../amount/useFunds'
import { beforeTolerance, costInCoins, readQuoteView, sellableAmount } from './quoteView'

const eth = token('ETH', harbor, { decimals: 18, isNative: true, price: '3000' })
const usdc = token('USDC', harbor)
const odd = token('ODD', harbor, { price: undefined })

const oneEth = { token: eth, units: 10n ** 18n }
const ofUsdc = { sell: oneEth, buy: usdc, slippageBps: 50, sender: undefined, recipient: undefined }
const silent: SwapAnswer = {
  ...{ path: [], transactions: [], dexToUse: undefined, minAmountOut: undefined, expectedAmountOut: undefined },
  rest: {},
}
const costing = (gasUsd: string): SwapAnswer['transactions'] => [
  {
    ...{ order: 1, type: 'swap', chainType: 'evm', to: undefined, data: '0x', value: undefined },
    ...{ gasAmount: undefined, gasUsd, rpcUrl: undefined, rest: {} },
  },
]
const minimumReceived = { token: usdc, units: 2_970_000_000n }

describe('an offer', () => {
  test('it leads with the reported amount', () => {
    const answer = { ...silent, minAmountOut: '2970', expectedAmountOut: '2985', transactions: costing('1.5') }
    const offer = readQuoteView(ofUsdc, answer, undefined)
    const expected = { token: usdc, units: 2_985_000_000n }
    expect(offer).toMatchObject({ minimumReceived, expected, expectedIs: 'reported' })
    expect(offer.rate && toSignificant(offer.rate.value, 6)).toBe('2985')
    expect(offer.impact).toEqual({ is: 'known', bps: 50, level: 'none' })
    expect(offer.costShareBps).toBe(5)
  })

  test('an expected amount that was only computed from the minimum is marked', () => {
    const offer = readQuoteView({ ...ofUsdc, slippageBps: 100 }, { ...silent, minAmountOut: '2970' }, undefined)
    expect(offer).toMatchObject({ expectedIs: 'derived', expected: { units: 3_000_000_000n } })
  })

  test('without any figure has no rate, no cost and an unknown impact, never a zero', () => {
    const offer = readQuoteView(ofUsdc, silent, undefined)
    expect(offer).toMatchObject({ expected: undefined, expectedIs: 'unknown', rate: undefined, cost: undefined })
    expect(offer.impact).toEqual({ is: 'unknown', unpriced: [] })
    expect(offer.costShareBps).toBeUndefined()
  })

  test('names the token no one prices', () => {
    const offer = readQuoteView({ ...ofUsdc, buy: odd }, { ...silent, minAmountOut: '5' }, undefined)
    expect(offer.impact).toEqual({ is: 'unknown', unpriced: [odd] })
  })

  test('words are not mistaken for a cost', () => {
    const offer = readQuoteView(ofUsdc, { ...silent, transactions: costing('cheap') }, undefined)
    expect(offer.cost).toBeUndefined()
  })
})

describe('an expected amount that contradicts', () => {
  const read = (minAmountOut: string | undefined, expectedAmountOut: string) =>
    readQuoteView(ofUsdc, { ...silent, minAmountOut, expectedAmountOut }, undefined)

  test('its own minimum is used nowhere', () => {
    expect(read('2970', '2500')).toMatchObject({ contradicts: 'minimum', expectedIs: 'derived' })
    expect(read('2970', '2500').expected?.units).toBeGreaterThan(2_970_000_000n)
  })

  test.each([
    ['2970', '6000'],
    ['2970', '3200'],
    [undefined, '3200'],
    ['2970', '1e30'],
    ['2970', 'abc'],
  ])('the price is used nowhere: a minimum of %s, %s expected', (minimum, expected) =>
    expect(read(minimum, expected)).toMatchObject({ contradicts: 'price' }),
  )

  test('an amount that agrees with the minimum is not flagged, however far from the price: the warning is about the whole offer', () => {
    const offer = read('3582', '3600')
    expect(offer).toMatchObject({ expectedIs: 'reported', inForceBps: 50 })
    expect(offer).not.toHaveProperty('contradicts')
    expect(offer.impact).toMatchObject({ bps: -2_000 })
  })

  test('an amount below the price is not flagged: a bad trade is a bad trade', () => {
    expect(read('1990', '2000')).toMatchObject({ expectedIs: 'reported', expected: { units: 2_000_000_000n } })
  })
})

test('the minimum is never above what was computed back from it', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.integer({ min: 0, max: 9_999 }), (units, bps) => {
      const before = beforeTolerance({ token: usdc, units }, bps)
      expect(before && before.units >= units).toBe(true)
      expect(before && (before.units * BigInt(10_000 - bps)) / 10_000n <= units).toBe(true)
    }),
  )
  expect(beforeTolerance({ token: usdc, units: 1n }, 10_000)).toBeUndefined()
})

test('the network is paid in native coins, rounded up', () => {
  const cost = { numerator: 3n, denominator: 2n }
  expect(costInCoins(cost, eth)).toBe(5n * 10n ** 14n)
  expect(costInCoins({ numerator: 1n, denominator: 10n ** 30n }, eth)).toBe(1n)
  expect(costInCoins(cost, odd)).toBeUndefined()
  expect(costInCoins(undefined, eth)).toBeUndefined()
  expect(toPlaces(cost, 2)).toBe('1.5')
})

test('Max on a native coin keeps a quarter more than all steps cost, and never goes below nothing', () => {
  expect(sellableAmount(1_000n, 100n, 6)).toEqual({ units: 875n, reserve: 125n })
  expect(sellableAmount(1_000n, 1n, 6)).toEqual({ units: 998n, reserve: 2n })
  expect(sellableAmount(100n, 100n, 6)).toEqual({ units: 0n, reserve: 125n })
})

test('Max on a coin with many decimals is a figure a person can read, and never rounds up', () => {
  expect(sellableAmount(10n ** 19n, 300_404_242_400_001n, 18).units).toBe(9_999_624_490_000_000_000n)
})

test('a share of a balance never exceeds it', () => {
  expect(balanceShare(3n, 50)).toBe(1n)
  expect(balanceShare(100n, 25)).toBe(25n)
  expect(balanceShare(100n, 75)).toBe(75n)
})
