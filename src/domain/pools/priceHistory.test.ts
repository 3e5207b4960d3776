import { expect, test } from 'vitest'
import type { Token } from '../token'
import { checkPrices, type PriceHistory } from './priceHistory'

const chain = { id: 1, chainId: 1, name: 'Harbor', kind: 'evm', isEnabled: true } as const
const token: Token = {
  ...{ id: 7, chain, address: `0x${'11'.repeat(20)}`, symbol: 'USDC', name: 'USD Coin', decimals: 6 },
  ...{ isNative: false, price: '1', imagePath: undefined },
}

/** The token after each of these reported prices. */
function polls(...prices: readonly (string | undefined)[]): readonly Token[] {
  let history: PriceHistory = new Map()
  return prices.map((price) => {
    const checked = checkPrices([{ ...token, price }], history)
    history = checked.history
    return checked.tokens[0]!
  })
}

const isUnusual = ({ cautions = [] }: Token) => cautions.some(({ is }) => is === 'unusual price')

test('a price that jumps a hundredfold is unusual, and the median of the last three is used', () => {
  const [first, second, jumped, back] = polls('1', '1.01', '120', '1.02')
  expect([first, second].map((shown) => shown!.price)).toEqual(['1', '1.01'])
  expect([first, second].some((shown) => isUnusual(shown!))).toBe(false)
  expect(jumped).toMatchObject({ price: '1.01', reportedPrice: '120' })
  expect(isUnusual(jumped!)).toBe(true)
  expect(back).toMatchObject({ price: '1.02', reportedPrice: '1.02' })
  expect(isUnusual(back!)).toBe(true)
})

test('a fall to a hundredth is unusual too, and with two lists the older price is used', () => {
  const [, fallen] = polls('1', '0.01')
  expect(fallen).toMatchObject({ price: '1', reportedPrice: '0.01' })
})

test('a price that stays at its new level is accepted with the third list, and has no caution from the fourth', () => {
  const shown = polls('1', '1', '200', '200', '200', '200')
  expect(shown.map(({ price }) => price)).toEqual(['1', '1', '1', '200', '200', '200'])
  expect(shown.map(isUnusual)).toEqual([false, false, true, true, false, false])
  expect(shown.at(-1)).toEqual({ ...token, price: '200' })
})

test('a list without unusual prices stays the same object', () => {
  const tokens = [token]
  expect(checkPrices(tokens, new Map([[7, ['1', '1.2']]])).tokens).toBe(tokens)
})

test('a checked list that is polled again stays the same object, and settles like a new one', () => {
  const back = checkPrices([{ ...token, price: '200' }], new Map([[7, ['200', '1']]]))
  expect(back.tokens).toMatchObject([{ price: '200', reportedPrice: '200', cautions: [{ is: 'unusual price' }] }])
  const same = checkPrices(back.tokens, back.history)
  expect(same.tokens).toBe(back.tokens)
  expect(checkPrices(same.tokens, same.history).tokens).toEqual([{ ...token, price: '200' }])
})
