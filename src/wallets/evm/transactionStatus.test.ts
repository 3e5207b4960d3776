import { expect, test } from 'vitest'
import { nodeErrorIn } from './rpc/nodeRefusal'
import { revertReasonOf } from './transactionStatus'

test('the reason of a revert is read from data and messages, and a failed request is no reason', () => {
  const body = '{"method":"eth_call","params":[{"data":"0x12"}]}'
  const wrapped = `RPC Request failed.\n\nURL: http://node\nRequest body: ${body}\n\nDetails: `
  expect(revertReasonOf({ code: 3, message: 'execution reverted: Too little received' })).toBe('Too little received')
  expect(revertReasonOf({ message: `${wrapped}execution reverted: STF\nVersion: 2` })).toBe('STF')
  expect(revertReasonOf({ shortMessage: 'RPC Request failed.', details: 'execution reverted: STF' })).toBe('STF')
  expect(revertReasonOf({ message: 'x', cause: { data: '0xe450d38c' } })).toBe('ERC20InsufficientBalance')
  const long = `RPC Request failed.\n\nRequest body: ${'ab'.repeat(2_000)}\n\nDetails: execution reverted: STF\nVersion: 2`
  expect(revertReasonOf(nodeErrorIn({ code: -32603, message: long }))).toBe('STF')
  for (const message of ['execution reverted', `${wrapped}Too Many Requests`, 'Failed to fetch', 'timeout of 10000 ms'])
    expect(revertReasonOf({ message })).toBeUndefined()
})
