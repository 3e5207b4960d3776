import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { harbor, localSolana, token } from '../../test/builders/swap'
import { findTokenByRef, refOf } from '../domain/tokenPair'
import { readSwapLink, writeSwapLink } from './swapLink'

const eth = token('ETH', harbor, { isNative: true, address: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE' })
const usdc = token('USDC', harbor, { address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' })
const sol = token('SOL', localSolana, { address: 'So11111111111111111111111111111111111111112' })
const all = [eth, usdc, sol]

test('a link and the form it mirrors are inverses', () => {
  const link = { from: refOf(eth), to: refOf(usdc), amount: '1.5', recipient: '0xabc' }
  expect(writeSwapLink(link)).toBe(`from=741001:native&to=741001:${usdc.address}&amount=1.5&recipient=0xabc`)
  expect(readSwapLink(`?${writeSwapLink(link)}`)).toEqual(link)
})

test('tokens are found by chain and address, in any case of an EVM address', () => {
  expect(findTokenByRef(all, { chainId: 741001, address: usdc.address.toLowerCase() })).toBe(usdc)
  expect(findTokenByRef(all, { chainId: 741001, address: 'native' })).toBe(eth)
  expect(findTokenByRef(all, { chainId: 741003, address: sol.address.toLowerCase() })).toBeUndefined()
  expect(findTokenByRef(all, { chainId: 1, address: usdc.address })).toBeUndefined()
})

describe('A-40: a malformed part of a link is no part of the form', () => {
  const nothing = { amount: '', recipient: undefined }

  test.each([
    '',
    '?from=&to=',
    '?amount=1e5',
    '?amount=-1',
    '?amount=javascript:1',
    `?amount=${'9'.repeat(81)}`,
    '?recipient=<b>',
    `?recipient=${'a'.repeat(121)}`,
    '?slippage=5000&rpc=https://evil.example',
  ])('%s', (search) => {
    expect(readSwapLink(search)).toMatchObject({ from: undefined, to: undefined, ...nothing })
  })

  test.each(['1:<script>', '1e5:0x1', '-1:0x1', '__proto__:x', 'constructor', '0', '1:'])('the token %s', (text) => {
    const { from } = readSwapLink(`?from=${encodeURIComponent(text)}`)
    expect(from && findTokenByRef(all, from)).toBeUndefined()
    expect(from).toBeDefined()
  })

  test('no link makes reading it throw', () => {
    fc.assert(
      fc.property(fc.string(), (search) => {
        expect(() => readSwapLink(search)).not.toThrow()
      }),
    )
  })
})

test('an amount pasted with spaces is kept in the address bar, and nonsense is left out', () => {
  const link = { from: undefined, to: undefined, recipient: undefined }
  expect(writeSwapLink({ ...link, amount: ' 1 000.5 ' })).toBe('amount=1000.5')
  expect(writeSwapLink({ ...link, amount: '١٢' })).toBe('')
})
