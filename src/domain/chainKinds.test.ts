import { expect, test } from 'vitest'
import { chainKinds } from './chainKinds'

const evmHash = `0x${'Ab'.repeat(32)}`
const solanaHash = '5'.repeat(88)
const bitcoinId = 'Cd'.repeat(32)

test.each([
  ['evm', evmHash, evmHash.toLowerCase()],
  ['evm', solanaHash, undefined],
  ['evm', bitcoinId, undefined],
  ['solana', solanaHash, solanaHash],
  ['solana', `${solanaHash}0`, undefined],
  ['bitcoin', bitcoinId, bitcoinId.toLowerCase()],
  ['bitcoin', `0x${bitcoinId}`, undefined],
  ['unknown', evmHash, undefined],
] as const)('a transaction hash on a chain of kind %s: %s is read as %s', (kind, text, read) => {
  expect(chainKinds[kind].readTransactionHash(text)).toBe(read)
})

test('an EVM address is the same in any case; on other chain kinds case is significant', () => {
  expect(chainKinds.evm.normalizeAddress('0xAb')).toBe(chainKinds.evm.normalizeAddress('0xaB'))
  expect(chainKinds.solana.normalizeAddress('Ab')).not.toBe(chainKinds.solana.normalizeAddress('aB'))
})

test('only Bitcoin is paid by hand, has no node to read from and has no approvals', () => {
  const byHand = Object.values(chainKinds).filter(({ isPaidByHand }) => isPaidByHand)
  expect(byHand).toEqual([chainKinds.bitcoin])
  expect(byHand.some(({ isReadable, hasApprovals }) => isReadable || hasApprovals)).toBe(false)
})

test('positions are listed only on chain kinds that the app can read', () => {
  const found = Object.values(chainKinds).filter(({ hasLiquidity }) => hasLiquidity)
  expect(found.every(({ isReadable }) => isReadable)).toBe(true)
})

test('on Solana an account keeps the rent of itself and of two token accounts', () => {
  expect(chainKinds.solana.accountDeposits).toBe(4_969_440n)
})
