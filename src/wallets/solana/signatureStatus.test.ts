import { expect, test } from 'vitest'
import type { SolanaStep } from '../../guard/plan'
import { getSignatureStatus } from './signatureStatus'

const hash = '1'.repeat(64)
const step: SolanaStep = {
  kind: 'solana',
  index: 0,
  chainId: 741_003,
  from: 'payer',
  transaction: '',
  purpose: { does: 'swap' },
  said: undefined,
}
const anchor = { kind: 'solana', account: 'payer', messageHash: '', lastValidBlockHeight: 9n } as const

const at = { slot: 5, confirmationStatus: 'confirmed', confirmations: 1 }
const err = { InstructionError: [0, { Custom: 1 }] }
const whole = { slot: 5, blockTime: 1_700_000_000, meta: { err, fee: 5_000, logMessages: [] } }

test.each([
  ['costs the fee that its block shows', whole, { cost: { fee: 5_000n, minedAt: 1_700_000_000_000 } }],
  ['costs the fee, of an unknown time', { ...whole, blockTime: null }, { cost: { fee: 5_000n } }],
  ['of which a node keeps no details has an unknown cost', null, {}],
])('a Solana transaction that failed on chain %s', async (_, transaction, cost) => {
  const rpc = async (method: string) => {
    if (method === 'getSignatureStatuses') return { context: { slot: 9 }, value: [{ ...at, err }] }
    return method === 'getTransaction' ? transaction : undefined
  }
  const status = await getSignatureStatus({ rpc, step, anchor, hash, accounts: [] })
  expect(status).toMatchObject({ is: 'reverted', hash })
  expect('cost' in status ? { cost: status.cost } : {}).toEqual(cost)
})
