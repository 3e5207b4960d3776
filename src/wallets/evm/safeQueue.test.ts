import { domainSeparator, type Hex, hashTypedData, pad } from 'viem'
import { expect, test } from 'vitest'
import { hashNo, stepOf } from '../../../test/orders/plans'
import { chainWith } from '../../../test/services'
import { isPassedOver } from './safeQueue'

const safe = `0x${'5a'.repeat(20)}` as const
const step = stepOf({ from: safe, to: `0x${'11'.repeat(20)}`, value: 3n })
const domain = { chainId: step.chainId, verifyingContract: safe }
const succeeded = '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e'

/** The hash under which the Safe queues the step with this number. */
function safeTxHash(nonce: bigint): Hex {
  const zero = pad('0x', { size: 20 })
  const refund = { safeTxGas: 0n, baseGas: 0n, gasPrice: 0n, gasToken: zero, refundReceiver: zero }
  const { to, value, data } = step
  return hashTypedData({
    domain,
    types: {
      SafeTx: [
        { name: 'to', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'data', type: 'bytes' },
        { name: 'operation', type: 'uint8' },
        { name: 'safeTxGas', type: 'uint256' },
        { name: 'baseGas', type: 'uint256' },
        { name: 'gasPrice', type: 'uint256' },
        { name: 'gasToken', type: 'address' },
        { name: 'refundReceiver', type: 'address' },
        { name: 'nonce', type: 'uint256' },
      ],
    },
    primaryType: 'SafeTx',
    message: { to: to as Hex, value, data: data as Hex, operation: 0, ...refund, nonce },
  })
}

function executed(...hashes: readonly string[]) {
  const zero = '0'.repeat(64)
  return hashes.map((own, index) => ({
    ...{ address: safe, topics: [succeeded], data: `${own}${zero}` },
    transactionHash: hashNo(100 + index),
  }))
}

type Seen = { readonly next?: number; readonly logs?: readonly unknown[]; readonly head?: number }

/**
 * The search results for the transaction with number 7, at block 20, by one node for its state and one for its logs.
 */
function look({ next = 8, logs = [], head = 20 }: Seen) {
  const separator = domainSeparator({
    domain: { chainId: BigInt(step.chainId), verifyingContract: safe },
  })
  const ask = async (method: string, params: readonly unknown[]) => {
    if (method === 'eth_blockNumber') return '0x14'
    const data = Reflect.get(Object(params[0]), 'data')
    return data === '0xf698da25' ? separator : hashNo(next)
  }
  const askAll = async () => [logs, `0x${head.toString(16)}`]
  return isPassedOver(
    {
      ...{ node: { ask, askAll }, chain: chainWith(step.chainId, 'Harbor', { confirmations: 1 }), step },
      anchor: { kind: 'evm', account: safe, nonce: 1, block: 10n, isContract: true },
      ...{ accounts: [], claimed: new Set() },
    },
    safeTxHash(7n),
  )
}

test('a queued transaction is over once the Safe logged another execution under its number', async () => {
  expect(await look({ logs: executed(hashNo(1)) })).toBe(true)
  expect(await look({ next: 9, logs: executed(hashNo(1), hashNo(2)) })).toBe(true)
})

test.each<[string, Seen]>([
  ['before its turn', { next: 7, logs: executed(hashNo(1)) }],
  ['when it was executed itself', { logs: executed(safeTxHash(7n)) }],
  ['when it was executed, and others after it', { next: 9, logs: executed(safeTxHash(7n), hashNo(2)) }],
  ['when the Safe logs no executions, as version 1.0 does', { logs: [] }],
  ['when the node shows fewer executions than the Safe counts', { next: 9, logs: executed(hashNo(2)) }],
])('it is not over %s', async (_, seen) => {
  expect(await look(seen)).toBe(false)
})

test('a node with fewer blocks than the one that returned the number proves nothing', async () => {
  await expect(look({ logs: executed(hashNo(1)), head: 19 })).rejects.toThrow('does not have block 20')
})
