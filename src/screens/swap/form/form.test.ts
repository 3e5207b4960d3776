import { expect, test } from 'vitest'
import { delta, harbor, localSolana, token } from '../../../../test/builders/swap'
import { readSwapLink, refOf } from '../../../components/swapLink'
import { chooseToken, formOf, reverseSides, type SwapFormValues, selectedPair, unknownTokens } from './form'

const eth = token('ETH', harbor, { isNative: true })
const weth = token('WETH', harbor)
const usdc = token('USDC', harbor)
const farUsdc = token('USDC', delta)
const sol = token('SOL', localSolana, { isNative: true })
const all = [weth, usdc, eth, farUsdc, sol]

const empty = formOf(readSwapLink(''))
const pair = { sell: eth, buy: usdc }

test('a newcomer finds the coin of the first chain against its dollars', () => {
  expect(selectedPair(empty, all)).toEqual(pair)
  expect(selectedPair(empty, [weth, usdc])).toEqual({ sell: weth, buy: usdc })
  expect(selectedPair(empty, [])).toEqual({ sell: undefined, buy: undefined })
})

test('chains that cannot be traded are not offered by themselves', () => {
  const closed = { ...harbor, isEnabled: false }
  expect(selectedPair(empty, [token('ETH', closed, { isNative: true }), farUsdc, token('X', delta)]).sell).toEqual(
    farUsdc,
  )
})

test('one named token finds a partner on its own chain', () => {
  expect(selectedPair({ ...empty, from: refOf(usdc) }, all)).toEqual({ sell: usdc, buy: eth })
  expect(selectedPair({ ...empty, to: refOf(weth) }, all)).toEqual({ sell: usdc, buy: weth })
})

test('a token a link names and nobody lists is said, not guessed', () => {
  const form = formOf(readSwapLink('?from=741001:0xdead&to=741001:0xUSDC'))
  expect(selectedPair(form, all)).toEqual({ sell: undefined, buy: usdc })
  expect(unknownTokens(form, all)).toEqual([{ chainId: 741001, address: '0xdead' }])
  expect(unknownTokens(empty, all)).toEqual([])
})

test('choosing the same token on both sides flips the sides', () => {
  expect(selectedPair(chooseToken(empty, pair, 'sell', usdc), all)).toEqual({ sell: usdc, buy: eth })
  expect(selectedPair(chooseToken(empty, pair, 'buy', eth), all)).toEqual({ sell: usdc, buy: eth })
})

test('choosing another token keeps the other side and the amount', () => {
  const chosen = chooseToken({ ...empty, amount: '1.5' }, pair, 'buy', farUsdc)
  expect(selectedPair(chosen, all)).toEqual({ sell: eth, buy: farUsdc })
  expect(chosen.amount).toBe('1.5')
})

test('reversing keeps the typed amount on the paying side', () => {
  const turned = reverseSides({ ...empty, amount: '2' }, pair)
  expect(selectedPair(turned, all)).toEqual({ sell: usdc, buy: eth })
  expect(turned.amount).toBe('2')
})

test('a recipient of one kind of chain does not follow to another', () => {
  const form: SwapFormValues = { ...empty, recipient: '0xabc', isRecipientConfirmed: true }
  expect(chooseToken(form, pair, 'buy', farUsdc).recipient).toBe('0xabc')
  expect(chooseToken(form, pair, 'buy', sol)).toMatchObject({ recipient: undefined, isRecipientConfirmed: false })
  expect(reverseSides(form, { sell: sol, buy: usdc }).recipient).toBeUndefined()
  expect(reverseSides(form, pair).recipient).toBe('0xabc')
})

test('a recipient out of a link is not confirmed', () => {
  expect(formOf(readSwapLink('?recipient=0x00000000000000000000000000000000000000aa')).isRecipientConfirmed).toBe(false)
})

test('turned round, an amount keeps no more decimals than the token now paid has', () => {
  expect(reverseSides({ ...empty, amount: '8.999197114287662545' }, pair).amount).toBe('8.999197')
  expect(reverseSides({ ...empty, amount: '1 000,5' }, pair).amount).toBe('1 000,5')
  expect(reverseSides({ ...empty, amount: 'abc' }, pair).amount).toBe('abc')
})
