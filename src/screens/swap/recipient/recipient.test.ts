import { expect, test } from 'vitest'
import { eth, localSolana, me, other, token, usdc } from '../../../../test/builders/swap'
import { type RecipientQuestion, recipientOf } from './recipient'

const sol = token('SOL', localSolana, { isNative: true })
const btc = token('BTC', { ...localSolana, name: 'Bitcoin', kind: 'bitcoin' }, { isNative: true })
const question: RecipientQuestion = {
  typed: other,
  isConfirmed: true,
  buy: eth,
  own: me,
  tokens: [eth, usdc, sol],
  hasValidChecksum: true,
}
const given = (change: Partial<RecipientQuestion>) => recipientOf({ ...question, ...change })

test('no one typed a recipient: it is the own account, where there is one', () => {
  expect(given({ typed: undefined })).toEqual({ is: 'own', address: me })
  expect(given({ typed: undefined, own: undefined })).toEqual({ is: 'not connected' })
  expect(given({ typed: undefined, own: undefined, buy: btc })).toEqual({ is: 'needed' })
  expect(given({ typed: '  ' })).toEqual({ is: 'needed' })
})

test('a typed recipient of the right kind is taken, spaces around it left out', () => {
  expect(given({ typed: ` ${other} ` })).toEqual({ is: 'given', address: other })
})

test('an address of another kind of chain is refused', () => {
  expect(given({ buy: sol })).toEqual({ is: 'invalid' })
  expect(given({ typed: 'So11111111111111111111111111111111111111112' })).toEqual({ is: 'invalid' })
  expect(given({ typed: '0x1234' })).toEqual({ is: 'invalid' })
})

test('the zero address and the contract of a token are refused', () => {
  expect(given({ typed: `0x${'0'.repeat(40)}` })).toEqual({ is: 'refused', why: 'zero address' })
  expect(given({ buy: sol, typed: '1'.repeat(32) })).toEqual({ is: 'refused', why: 'zero address' })
  expect(given({ typed: usdc.address.toLowerCase() })).toEqual({ is: 'refused', why: 'token contract' })
})

test('a broken checksum is refused, also out of a link', () => {
  expect(given({ hasValidChecksum: false })).toEqual({ is: 'invalid' })
  expect(given({ hasValidChecksum: false, isConfirmed: false })).toEqual({ is: 'invalid' })
})

test('a checksum still being worked out holds the form', () => {
  expect(given({ hasValidChecksum: undefined })).toEqual({ is: 'checking' })
})

test('A-40: a recipient out of a link takes no part before it is confirmed', () => {
  expect(given({ isConfirmed: false })).toEqual({ is: 'unconfirmed', address: other })
})

test('one’s own account on another kind of chain is no stranger', () => {
  const mine = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
  expect(given({ typed: undefined, buy: sol, own: mine })).toEqual({ is: 'own', address: mine })
  expect(given({ typed: mine, buy: sol, own: mine })).toEqual({ is: 'own', address: mine })
})

test('one’s own connected account needs no confirmation, regardless of its source', () => {
  const own = '0xAbCd000000000000000000000000000000000001'
  const asked = { typed: own.toLowerCase(), isConfirmed: false, buy: usdc, own, tokens: [usdc], hasValidChecksum: true }
  expect(recipientOf(asked)).toEqual({ is: 'own', address: own })
  expect(recipientOf({ ...asked, typed: ` ${own} ` })).toEqual({ is: 'own', address: own })
})

test('while wallets reconnect, an address of a link is not called a stranger’s', () => {
  const link = '0xAbCd000000000000000000000000000000000001'
  const asked = { typed: link, isConfirmed: false, buy: usdc, own: undefined, tokens: [], hasValidChecksum: true }
  expect(recipientOf({ ...asked, isRestoring: true })).toEqual({ is: 'checking' })
  expect(recipientOf(asked)).toEqual({ is: 'unconfirmed', address: link })
})
