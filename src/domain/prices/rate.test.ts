import { expect, test } from 'vitest'
import { toSignificant } from '../fraction'
import type { Token } from '../token'
import { invertRate, rateOf } from './rate'

const chain = { id: 1, chainId: 1, name: 'One', kind: 'evm', isEnabled: true } as const

function token(symbol: string, decimals: number): Token {
  const address = `0x${symbol}`
  return { id: 1, chain, address, symbol, name: '', decimals, isNative: false, price: '1', imagePath: undefined }
}

const eth = token('ETH', 18)
const usdc = token('USDC', 6)
const meme = token('MEME', 0)

test('a rate is in whole tokens, regardless of their decimals', () => {
  const rate = rateOf({ token: eth, units: 5n * 10n ** 17n }, { token: usdc, units: 1_500_250_000n })
  expect(rate && toSignificant(rate.value, 6)).toBe('3000.5')
  expect(rate && toSignificant(invertRate(rate).value, 6)).toBe('0.000333278')
})

test('inverting twice changes nothing', () => {
  const rate = rateOf({ token: meme, units: 7n }, { token: usdc, units: 3n })
  expect(rate && invertRate(invertRate(rate))).toEqual(rate)
})

test('an amount of zero has no rate', () => {
  expect(rateOf({ token: eth, units: 0n }, { token: usdc, units: 1n })).toBeUndefined()
  expect(rateOf({ token: eth, units: 1n }, { token: usdc, units: 0n })).toBeUndefined()
})
