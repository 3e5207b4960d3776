import { expect, test } from 'vitest'
import { hashNo, stepOf, trader } from '../../../test/orders/plans'
import type { BatchQuery } from './batchStatus'
import { getBatchStatus } from './batchStatus'
import type { EvmNode } from './node'

/** A node that does not know any transaction, and returns this nonce for the account. */
function nodeCounting(nonce: number): EvmNode {
  const answer = (method: string) => (method === 'eth_getTransactionCount' ? `0x${nonce.toString(16)}` : null)
  return {
    ask: async (method) => answer(method),
    askAll: async (calls) => calls.map(({ method }) => answer(method)),
  }
}

function queryWith(nonce: number, request: () => Promise<unknown>): BatchQuery {
  return {
    node: nodeCounting(nonce),
    chain: {
      chainId: 741_001,
      kind: 'evm',
      name: 'Harbor',
      rpcUrls: ['/a'],
      wsUrl: undefined,
      explorerUrl: undefined,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      wrappedNative: undefined,
      trusted: [],
      positionManager: undefined,
      confirmations: 1,
      genesisHash: undefined,
    },
    batch: {
      kind: 'evm batch',
      chainId: 741_001,
      from: trader,
      steps: [stepOf({})],
      assertion: { changes: [], allowances: [] },
    },
    anchor: { kind: 'evm', account: trader, nonce: 7, block: 1n, minedNonce: 7, batch: { id: '0x1', isTaken: true } },
    accounts: [],
    claimed: new Set(),
    provider: { request },
  }
}

const unknownBatch = () => Promise.reject({ code: 5730, message: 'No such bundle' })
const silent = () => Promise.reject(new Error('Locked'))

test.each([
  ['that its wallet knows nothing of either is not on chain any more', 7, unknownBatch, 'not seen'],
  ['is undecided where its wallet cannot be asked', 7, silent, 'undecided'],
  ['is undecided where the account has sent something since', 8, unknownBatch, 'undecided'],
  ['that its wallet still carries out is undecided', 7, async () => ({ status: 100 }), 'undecided'],
])('a batch whose hash no node knows: one %s', async (_, nonce, request, is) => {
  expect(await getBatchStatus(queryWith(nonce, request), hashNo(1))).toEqual({ is })
})
