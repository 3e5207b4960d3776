import { expect, test } from 'vitest'
import type { Chain } from '../../domain/chain'
import { payerOf } from './payer'

const bitcoin: Chain = { id: 9, chainId: 8_332, name: 'Bitcoin', kind: 'bitcoin', isEnabled: true }
const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

test('on other chains the connected wallet pays, regardless of an earlier entry', () => {
  expect(payerOf(address, { ...bitcoin, kind: 'evm' }, true)).toEqual({ is: 'wallet' })
  expect(payerOf(address, undefined, true)).toEqual({ is: 'wallet' })
})

test.each([
  ['', true, { is: 'needed' }],
  ['  ', true, { is: 'needed' }],
  ['0x00000000000000000000000000000000000000aa', true, { is: 'invalid' }],
  ['bc1q', true, { is: 'invalid' }],
  [address, false, { is: 'invalid' }],
  [address, undefined, { is: 'checking' }],
  [` ${address} `, true, { is: 'given', address }],
])('a payment in bitcoin names its refund address: "%s", checksum %s', (typed, checksum, payer) => {
  expect(payerOf(typed, bitcoin, checksum)).toEqual(payer)
})
