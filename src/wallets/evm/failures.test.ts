import { expect, test } from 'vitest'
import { BadAnswer } from '../../chain/rpc'
import type { Failure } from '../../orders/failure'
import { evmFailure, explainEvm, isUnknownChain, requestFailure } from './failures'
import { WalletElsewhere } from './node'
import { EvmNodeError } from './rpc/nodeRefusal'
import { NoNodeAnswers } from './rpc/sourcesInTurn'

/** Real errors of wallets and nodes. */
test.each<[Failure['code'], unknown]>([
  ['rejected', { code: 4001, message: 'User rejected the request.' }],
  ['rejected', { code: 'ACTION_REJECTED', message: 'user rejected transaction' }],
  ['rejected', { code: -32000, message: 'User rejected transaction' }],
  ['rejected', { code: -32603, message: 'MetaMask Tx Signature: User denied transaction signature.' }],
  ['rejected', { code: 5000, message: 'User rejected.' }],
  ['rejected', { code: -32000, message: 'Request rejected' }],
  ['rejected', { code: -32000, message: 'Transaction was cancelled' }],
  ['rejected', { code: -1, message: 'Cancelled by user' }],
  ['rejected', 'User denied transaction signature'],
  ['rejected', new Error('outer', { cause: { code: 4001, message: 'no' } })],
  ['rejected', { code: -32603, message: 'Internal JSON-RPC error.', data: { originalError: { code: 4001 } } }],
  ['rejected', { error: { code: 4001 }, message: 'bridge' }],
  ['locked', { code: 4100, message: 'The requested account and/or method has not been authorized by the user.' }],
  ['locked', { code: 4900, message: 'The Provider is disconnected from all chains.' }],
  ['locked', { code: -32603, message: 'Pop up window failed to open' }],
  ['busy', { code: -32002, message: 'Already processing eth_requestAccounts. Please wait.' }],
  ['busy', { code: -32002, message: "Request of type 'wallet_requestPermissions' already pending" }],
  ['wrong chain', { code: 4901, message: 'The Provider is not connected to the requested chain.' }],
  ['wrong chain', { code: -32603, message: 'chainId should be same as current chainId' }],
  ['wrong chain', { code: -32602, message: 'Provided chainId "0x1" must match the active chainId: wrong chain' }],
  ['unsupported', { code: 4200, message: 'Unsupported method' }],
  ['unsupported', { code: -32601, message: 'The method "eth_foo" does not exist / is not available.' }],
  ['unsupported', { code: -32602, message: 'Invalid parameters: must provide an Ethereum address.' }],
  ['insufficient funds', { code: -32000, message: 'insufficient funds for gas * price + value' }],
  ['insufficient funds', { code: -32003, message: 'Insufficient funds for gas * price + value' }],
  ['insufficient funds', { code: -32000, message: 'gas required exceeds allowance (0)' }],
  ['nonce', { code: -32000, message: 'nonce too low: next nonce 8, tx nonce 7' }],
  ['nonce', { code: -32000, message: 'Nonce too high. Expected nonce to be 3 but got 5.' }],
  ['nonce', { code: -32000, message: 'already known' }],
  ['nonce', { code: -32603, message: 'Internal error', data: { message: 'known transaction: 0xab' } }],
  ['underpriced', { code: -32000, message: 'replacement transaction underpriced' }],
  ['underpriced', { code: -32000, message: 'max fee per gas less than block base fee' }],
  ['reverted', { code: 3, message: 'execution reverted: STF', data: '0x08c379a0' }],
  ['reverted', { code: -32603, message: 'execution reverted' }],
  ['timeout', new DOMException('The operation timed out.', 'TimeoutError')],
  ['timeout', { message: 'Request timed out after 30s' }],
  ['unreachable', new TypeError('Failed to fetch')],
  ['unreachable', { code: 429, message: 'Too Many Requests' }],
  ['unreachable', new EvmNodeError(503, 'HTTP 503', undefined)],
  ['unreachable', { code: -32005, message: 'limit exceeded' }],
  ['unreachable', new NoNodeAnswers('Harbor')],
  ['wrong chain', new WalletElsewhere('Harbor')],
  ['unknown', { code: -32603, message: 'Internal JSON-RPC error.' }],
  ['unknown', 'oops'],
  ['unknown', null],
  ['unknown', undefined],
  ['unknown', 42],
  ['unknown', {}],
])('"%s" is what %j means', (code, error) => {
  const failure = explainEvm(error)
  expect(failure.code).toBe(code)
})

test('F-21 a blocked pop-up is explained as one, not as a failure on chain', () => {
  expect(explainEvm({ code: -32603, message: 'Pop up window failed to open' })).toMatchObject({
    code: 'locked',
    facts: { is: 'pop-up blocked' },
  })
})

test("the wallet's message is kept next to ours, with its number", () => {
  expect(explainEvm({ code: -32603, message: 'Internal JSON-RPC error.' }).detail).toBe(
    'Internal JSON-RPC error. (-32603)',
  )
  expect(explainEvm('oops').detail).toBe('oops')
})

test('a failure of our own passes through as it is', () => {
  const failure = evmFailure('locked', { is: 'wallet locked' }, new Error('why'))
  expect(explainEvm(failure)).toEqual({ code: 'locked', facts: { is: 'wallet locked' }, detail: 'why' })
})

test('errors that hold themselves do not hold us', () => {
  const error: { message: string; cause?: unknown } = { message: 'round' }
  error.cause = error
  expect(explainEvm(error).code).toBe('unknown')
})

test.each([
  [{ code: 4902 }, true],
  [{ code: -32603, data: { originalError: { code: 4902 } } }, true],
  [
    { code: -32603, message: 'Unrecognized chain ID "0x5". Try adding the chain using wallet_addEthereumChain first.' },
    true,
  ],
  [{ code: 4001 }, false],
])('whether %j means that the wallet does not know the chain', (error, isSo) => {
  expect(isUnknownChain(error)).toBe(isSo)
})

test('a connection that timed out is reported as unanswered, not as failed', () => {
  const expired = explainEvm(new Error('Request expired. Please try again.'))
  expect(expired).toMatchObject({ code: 'timeout', facts: { is: 'no answer' } })
})

test.each([
  { code: -32603, message: 'Transaction cancelled' },
  { code: 5000, message: 'User rejected.' },
  { code: -32000, message: 'insufficient funds for gas * price + value' },
  { code: -32603, message: 'Pop up window failed to open' },
  { code: -32603, message: 'Ledger device: Locked device (0x5515)' },
  'User denied transaction signature',
])('F-20 after a request for a transaction, %j does not say that nothing was sent', (error) => {
  expect(requestFailure(error).failure.code).toBe('unknown')
})

test.each([
  ['rejected', { code: 4001, message: 'cancelled' }],
  ['rejected', { code: 'ACTION_REJECTED' }],
  ['rejected', { code: -32603, data: { originalError: { code: 4001 } } }],
  ['rejected', { code: 5750 }],
  ['unsupported', { code: 5730 }],
  ['busy', { code: -32002, message: 'already pending' }],
  ['unknown', { code: 5720 }],
])('F-20 a standard code determines the fate of the request: %s for %j', (code, error) => {
  expect(requestFailure(error).failure.code).toBe(code)
})

test.each([
  new EvmNodeError(-32_602, 'invalid argument 1: pending block is not supported', undefined),
  new EvmNodeError(-32_000, 'nonce index is rebuilding', undefined),
  new EvmNodeError(4_200, 'this method is not supported', undefined),
  new BadAnswer({ code: 1 }),
])('a refusal of a node is not attributed to the wallet: %s', (error) => {
  expect(explainEvm(error)).toMatchObject({ code: 'unreachable', facts: { is: 'node', problem: 'refused' } })
})
