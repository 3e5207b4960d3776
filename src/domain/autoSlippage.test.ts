import fc from 'fast-check'
import { expect, test } from 'vitest'
import { delta, harbor, token } from '../../test/builders/swap'
import { autoSlippage } from './autoSlippage'
import type { Impact } from './prices/impact'

const usdc = token('USDC', harbor, { price: '1' })
const usdt = token('USDT', harbor, { price: '0.999' })
const far = token('USDC', delta, { price: '1' })
const eth = token('ETH', harbor, { isNative: true, price: '3000' })
const odd = token('ODD', harbor, { price: undefined })
const moving = (bps: number): Impact => ({ is: 'known', bps, level: 'none' })
const bps = (...[sell, buy, impact]: [typeof usdc, typeof usdc, Impact?]) => autoSlippage(sell, buy, impact, false)

test('dollars against dollars need little, everything else the usual half percent', () => {
  expect(bps(usdc, usdt)).toBe(20)
  expect(bps(usdc, far)).toBe(50)
  expect(bps(eth, usdc)).toBe(50)
  expect(autoSlippage(eth, token('WETH', harbor), undefined, true)).toBe(20)
})

test('a thin pool gets a higher tolerance, and an unknown price does not', () => {
  expect(bps(eth, usdc, moving(99))).toBe(50)
  expect(bps(eth, usdc, moving(100))).toBe(100)
  expect(bps(eth, usdc, moving(300))).toBe(100)
  expect(bps(usdc, usdt, moving(999))).toBe(50)
  expect(bps(eth, usdc, moving(1_000))).toBe(50)
  expect(bps(usdc, usdt, moving(100))).toBe(50)
  expect(bps(eth, odd)).toBe(50)
})

test('a look-alike of a dollar is no dollar, and neither is one that lost its peg', () => {
  expect(bps(usdc, { ...usdt, cautions: [{ is: 'look-alike', of: 'USDT' }] })).toBe(50)
  expect(bps(usdc, { ...usdt, price: '0.97' })).toBe(50)
})

test('no trade is ever given more than one percent without being asked', () => {
  fc.assert(
    fc.property(fc.integer({ min: -10_000, max: 10_000 }), fc.constantFrom(usdc, usdt, far, eth, odd), (moved, buy) => {
      expect(bps(eth, buy, moving(moved))).toBeLessThanOrEqual(100)
      expect(bps(usdc, buy, moving(moved))).toBeGreaterThanOrEqual(20)
    }),
  )
})
