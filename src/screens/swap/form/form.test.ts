import { expect, test } from 'vitest'
import { delta, harbor, reef, token } from '../../../../test/builders/swap'
import { readLink, refOf } from '../../../components/swapLink'
import { choose, type Form, formOf, pairOf, reverse, strangers } from './form'

const eth = token('ETH', harbor, { isNative: true })
const weth = token('WETH', harbor)
const usdc = token('USDC', harbor)
const farUsdc = token('USDC', delta)
const sol = token('SOL', reef, { isNative: true })
const all = [weth, usdc, eth, farUsdc, sol]

const empty = formOf(readLink(''))
const pair = { sell: eth, buy: usdc }

test('a newcomer finds the coin of the first chain against its dollars', () => {
  expect(pairOf(empty, all)).toEqual(pair)
  expect(pairOf(empty, [weth, usdc])).toEqual({ sell: weth, buy: usdc })
  expect(pairOf(empty, [])).toEqual({ sell: undefined, buy: undefined })
})

test('chains that cannot be traded are not offered by themselves', () => {
  const closed = { ...harbor, isEnabled: false }
  expect(pairOf(empty, [token('ETH', closed, { isNative: true }), farUsdc, token('X', delta)]).sell).toEqual(farUsdc)
})

test('one named token finds a partner on its own chain', () => {
  expect(pairOf({ ...empty, from: refOf(usdc) }, all)).toEqual({ sell: usdc, buy: eth })
  expect(pairOf({ ...empty, to: refOf(weth) }, all)).toEqual({ sell: usdc, buy: weth })
})

test('a token a link names and nobody lists is said, not guessed', () => {
  const form = formOf(readLink('?from=741001:0xdead&to=741001:0xUSDC'))
  expect(pairOf(form, all)).toEqual({ sell: undefined, buy: usdc })
  expect(strangers(form, all)).toEqual([{ chainId: 741001, address: '0xdead' }])
  expect(strangers(empty, all)).toEqual([])
})

test('choosing the same token on both sides flips the sides', () => {
  expect(pairOf(choose(empty, pair, 'sell', usdc), all)).toEqual({ sell: usdc, buy: eth })
  expect(pairOf(choose(empty, pair, 'buy', eth), all)).toEqual({ sell: usdc, buy: eth })
})

test('choosing another token keeps the other side and the amount', () => {
  const chosen = choose({ ...empty, amount: '1.5' }, pair, 'buy', farUsdc)
  expect(pairOf(chosen, all)).toEqual({ sell: eth, buy: farUsdc })
  expect(chosen.amount).toBe('1.5')
})

test('reversing keeps the typed amount on the paying side', () => {
  const turned = reverse({ ...empty, amount: '2' }, pair)
  expect(pairOf(turned, all)).toEqual({ sell: usdc, buy: eth })
  expect(turned.amount).toBe('2')
})

test('a recipient of one kind of chain does not follow to another', () => {
  const form: Form = { ...empty, recipient: '0xabc', isRecipientConfirmed: true }
  expect(choose(form, pair, 'buy', farUsdc).recipient).toBe('0xabc')
  expect(choose(form, pair, 'buy', sol)).toMatchObject({ recipient: undefined, isRecipientConfirmed: false })
  expect(reverse(form, { sell: sol, buy: usdc }).recipient).toBeUndefined()
  expect(reverse(form, pair).recipient).toBe('0xabc')
})

test('a recipient out of a link is not confirmed', () => {
  expect(formOf(readLink('?recipient=0x00000000000000000000000000000000000000aa')).isRecipientConfirmed).toBe(false)
})

test('turned round, an amount keeps no more decimals than the token now paid has', () => {
  expect(reverse({ ...empty, amount: '8.999197114287662545' }, pair).amount).toBe('8.999197')
  expect(reverse({ ...empty, amount: '1 000,5' }, pair).amount).toBe('1 000,5')
  expect(reverse({ ...empty, amount: 'abc' }, pair).amount).toBe('abc')
})
