import { expect, test } from 'vitest'
import { token as buildToken } from '../../../test/builders/swap'
import type { Chain } from '../../domain/chain'
import type { Token } from '../../domain/token'
import { findTokens, indexTokens, type TokenQuery, tokenKey } from './search'

let count = 0

const harbor: Chain = { id: 1, chainId: 741001, name: 'Harbor', kind: 'evm', isEnabled: true }
const delta: Chain = { ...harbor, id: 2, chainId: 741002, name: 'Delta' }

const eth = token('ETH', 'Ether', harbor, { isNative: true, decimals: 18, price: '3000' })
const usdc = token('USDC', 'USD Coin', harbor)
const farUsdc = token('USDC', 'USD Coin', delta)
const weth = token('WETH', 'Wrapped Ether', harbor, { decimals: 18, price: '3000' })
const fake = token('USDС', 'USD Coin', harbor)
const all = [weth, fake, usdc, farUsdc, eth]

const find = (query: Partial<TokenQuery>, tokens = all) =>
  findTokens(indexTokens(tokens), { text: '', chainId: undefined, owned: new Map(), recent: [], ...query })
const tokens = (query: Partial<TokenQuery>) => find(query).map(({ token }) => token)

test('without a search the tokens come as the service lists them', () => {
  expect(tokens({})).toEqual(all)
})

test('what is owned comes first, the most valuable before the rest', () => {
  const owned = new Map([
    [tokenKey(usdc), { token: usdc, units: 5_000_000n }],
    [tokenKey(eth), { token: eth, units: 10n ** 18n }],
    [tokenKey(fake), { token: { ...fake, price: undefined }, units: 1n }],
    [tokenKey(farUsdc), { token: farUsdc, units: 0n }],
  ])
  expect(tokens({ owned })).toEqual([eth, usdc, fake, weth, farUsdc])
})

test('tokens chosen lately come next, the latest first', () => {
  expect(tokens({ recent: [tokenKey(farUsdc), tokenKey(eth)] }).slice(0, 2)).toEqual([farUsdc, eth])
})

test('what may be bought begins with likely tokens, and never with the one that is paid', () => {
  const rare = token('RARE', 'Rare', harbor)
  const listed = [eth, rare, weth, usdc]
  const owned = new Map([[tokenKey(eth), { token: eth, units: 10n ** 18n }]])
  const bought = (query: Partial<TokenQuery>) =>
    find({ isTarget: true, owned, ...query }, listed).map(({ token }) => token)
  expect(bought({ paid: tokenKey(eth) })).toEqual([weth, usdc, rare, eth])
  expect(bought({ paid: tokenKey(eth), recent: [tokenKey(eth), tokenKey(rare)] })).toEqual([rare, weth, usdc, eth])
  expect(bought({ paid: tokenKey(eth), text: 'eth' })).toEqual([eth, weth])
  expect(bought({})).toEqual([eth, weth, usdc, rare])
})

test('a token is found by symbol, by name and by pasted address', () => {
  expect(tokens({ text: 'eth' })).toEqual([eth, weth])
  expect(tokens({ text: 'wrapped' })).toEqual([weth])
  expect(tokens({ text: ` ${usdc.address.toUpperCase().replace('0X', '0x')} ` })).toEqual([usdc])
  expect(tokens({ text: 'nothing like it' })).toEqual([])
})

test('the list can be filtered by network', () => {
  expect(tokens({ chainId: delta.chainId })).toEqual([farUsdc])
})

test('a symbol in foreign letters is not found by the symbol it imitates', () => {
  expect(tokens({ text: 'usdc' })).toEqual([usdc, farUsdc])
})

test('fifty thousand tokens are searched', () => {
  const many = Array.from({ length: 50_000 }, (_, index) => token(`T${index}`, `Token ${index}`, harbor))
  const index = indexTokens(many)
  const query = { text: 't49999', chainId: undefined, owned: new Map(), recent: [] }
  expect(findTokens(index, query)[0]?.token).toBe(many[49_999])
})

function token(symbol: string, name: string, chain: Chain, more: Partial<Token> = {}): Token {
  const address = `0x${(++count).toString(16).padStart(40, '0')}`
  return buildToken(symbol, chain, { id: count, name, address, ...more })
}
