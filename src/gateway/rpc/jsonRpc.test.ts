import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseRpc } from './jsonRpc'

const one = (method: string, kind: 'evm' | 'solana' = 'evm') => {
  const screened = parseRpc(kind, JSON.stringify({ jsonrpc: '2.0', id: 7, method, params: [] }))
  return screened.is === 'valid' ? screened.calls[0] : screened
}

test.each([
  ...['eth_chainId', 'eth_call', 'eth_simulateV1', 'eth_sendRawTransaction', 'eth_getTransactionReceipt'],
  ...['eth_getLogs', 'eth_feeHistory', 'eth_estimateGas', 'eth_getBlockByNumber', 'eth_getTransactionCount'],
])('a wallet may call %s', (method) => {
  expect(one(method)).toMatchObject({ is: 'allowed', call: { id: 7, method } })
})

test.each([
  ...['anvil_setBalance', 'anvil_impersonateAccount', 'anvil_dumpState', 'hardhat_setCode', 'evm_mine', 'evm_revert'],
  ...['eth_sendTransaction', 'eth_sign', 'eth_signTransaction', 'eth_signTypedData_v4', 'personal_sign'],
  ...['personal_unlockAccount', 'eth_accounts', 'eth_requestAccounts', 'eth_sendUnsignedTransaction'],
  ...['debug_traceCall', 'txpool_content', 'admin_peers', 'miner_start', 'wallet_getCapabilities', 'ots_getApiLevel'],
  ...['ETH_SENDTRANSACTION', ' eth_call', 'eth_call\u0000', '__proto__', 'constructor', ''],
])('the method %j is refused', (method) => {
  expect(one(method)).toMatchObject({ is: 'refused', answer: { id: 7, error: { code: -32601 } } })
})

test('a faucet method of Solana is refused too', () => {
  expect(one('requestAirdrop', 'solana')).toMatchObject({ is: 'refused' })
  expect(one('sendTransaction', 'solana')).toMatchObject({ is: 'allowed' })
  expect(one('eth_call', 'solana')).toMatchObject({ is: 'refused' })
})

test('the checked call is the forwarded call: a second method member is dropped', () => {
  const screened = parseRpc('evm', '{"id":1,"method":"eth_sendTransaction","method":"eth_chainId","evil":1}')
  expect(screened).toEqual({
    is: 'valid',
    isBatch: false,
    calls: [{ is: 'allowed', call: { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] } }],
  })
})

test('params that cannot be written again are refused, the other calls of the batch are not', () => {
  const nested = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  const screened = parseRpc('evm', `[{"id":1,"method":"eth_call","params":${nested}},{"id":2,"method":"eth_chainId"}]`)
  expect(screened).toMatchObject({
    calls: [
      { is: 'refused', answer: { id: 1, error: { code: -32602 } } },
      { is: 'allowed', call: { id: 2 } },
    ],
  })
})

test('every call of a batch is checked separately, and the size of a batch is limited', () => {
  const call = (method: string) => ({ id: method, method })
  const screened = parseRpc('evm', JSON.stringify([call('eth_chainId'), call('evm_mine'), 5]))
  expect(screened).toMatchObject({ isBatch: true, calls: [{ is: 'allowed' }, { is: 'refused' }, { is: 'refused' }] })
  expect(parseRpc('evm', '[]').is).toBe('malformed')
  expect(parseRpc('evm', JSON.stringify(Array(101).fill(call('eth_chainId')))).is).toBe('malformed')
})

test('any text is parsed or refused', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      const screened = parseRpc('evm', text)
      if (screened.is === 'valid') expect(screened.calls.every(({ is }) => is === 'refused')).toBe(true)
    }),
  )
})
