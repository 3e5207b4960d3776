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

test('an EVM address is the same in any case; everywhere else case is part of the address', () => {
  expect(chainKinds.evm.normalizeAddress('0xAb')).toBe(chainKinds.evm.normalizeAddress('0xaB'))
  expect(chainKinds.solana.normalizeAddress('Ab')).not.toBe(chainKinds.solana.normalizeAddress('aB'))
})

test('what is paid by hand is paid where no node is asked, and leaves no approvals behind', () => {
  const byHand = Object.values(chainKinds).filter(({ isPaidByHand }) => isPaidByHand)
  expect(byHand).toEqual([chainKinds.bitcoin])
  expect(byHand.some(({ isReadable, hasApprovals }) => isReadable || hasApprovals)).toBe(false)
})

test('positions are found only where nodes can be asked', () => {
  const found = Object.values(chainKinds).filter(({ hasLiquidity }) => hasLiquidity)
  expect(found.every(({ isReadable }) => isReadable)).toBe(true)
})

test('an account on Solana keeps the rent of itself and of two token accounts', () => {
  expect(chainKinds.solana.accountDeposits).toBe(4_969_440n)
})
