import { expect, test } from 'vitest'
import { readAddressUse } from './addressUse'

const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

function answering(answers: Readonly<Record<string, unknown>>) {
  return async (method: string) => answers[method]
}

const fresh = { eth_getCode: '0x', eth_getTransactionCount: '0x0', eth_getBalance: '0x0' }

test('code makes a contract, except the pointer of an account with a key (EIP-7702)', async () => {
  const of = (more: object) => readAddressUse(answering({ ...fresh, ...more }), 'evm', address)
  expect(await of({ eth_getCode: '0x6080' })).toBe('contract')
  expect(await of({ eth_getCode: `0xef0100${'ab'.repeat(20)}`, eth_getTransactionCount: '0x1' })).toBe('used')
})

test('an account is used once it has sent something or holds the coin of the network', async () => {
  const of = (more: object) => readAddressUse(answering({ ...fresh, ...more }), 'evm', address)
  expect(await of({})).toBe('unused')
  expect(await of({ eth_getTransactionCount: '0x1' })).toBe('used')
  expect(await of({ eth_getBalance: '0x1' })).toBe('used')
})

test('on Solana an account of a program counts as a contract', async () => {
  const of = (value: unknown) => readAddressUse(answering({ getAccountInfo: { value } }), 'solana', address)
  expect(await of(null)).toBe('unused')
  expect(await of({ owner: '1'.repeat(32) })).toBe('used')
  expect(await of({ owner: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' })).toBe('contract')
})

test('nothing is known where no node can be asked, and a node that fails is no answer', async () => {
  expect(await readAddressUse(answering({}), 'bitcoin', address)).toBeUndefined()
  await expect(readAddressUse(answering({}), 'evm', address)).rejects.toThrow()
})
