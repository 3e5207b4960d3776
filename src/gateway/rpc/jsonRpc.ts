import type { DeploymentChain } from '../../protocol/deployment/deployment'
import { isFlat } from '../../protocol/json/nesting'

/** A parsed JSON-RPC body: each call is forwarded to the node or answered by the gateway. */
export type ParsedRpc =
  | { readonly is: 'valid'; readonly isBatch: boolean; readonly calls: readonly CheckedCall[] }
  | { readonly is: 'malformed'; readonly answer: RpcErrorResponse }

export type CheckedCall =
  | { readonly is: 'allowed'; readonly call: JsonRpcCall }
  | { readonly is: 'refused'; readonly answer: RpcErrorResponse }

export type JsonRpcCall = {
  readonly jsonrpc: '2.0'
  readonly id: RpcId
  readonly method: string
  readonly params: unknown
}

export type RpcErrorResponse = {
  readonly jsonrpc: '2.0'
  readonly id: RpcId
  readonly error: { readonly code: number; readonly message: string }
}

type RpcId = string | number | null

const maxBatch = 100
/** `JSON.parse` reads any depth, `JSON.stringify` throws at a few thousand. A simulation with overrides has ten levels. */
const maxNested = 30

/**
 * Parses a body and checks every call in it. Calls are forwarded as they were parsed here, never as they were sent:
 * duplicate members, such as a second `method`, could mean one thing to us and another to the node.
 */
export function parseRpc(kind: DeploymentChain['kind'], text: string): ParsedRpc {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return { is: 'malformed', answer: rpcErrorResponse(null, -32700, 'This is not JSON.') }
  }
  const calls: readonly unknown[] = Array.isArray(body) ? body : [body]
  if (calls.length === 0 || calls.length > maxBatch)
    return { is: 'malformed', answer: rpcErrorResponse(null, -32600, `A batch has 1 to ${maxBatch} calls.`) }
  return { is: 'valid', isBatch: Array.isArray(body), calls: calls.map((call) => checkCall(kind, call)) }
}

function checkCall(kind: DeploymentChain['kind'], call: unknown): CheckedCall {
  if (typeof call !== 'object' || call === null || !('method' in call) || typeof call.method !== 'string')
    return { is: 'refused', answer: rpcErrorResponse(null, -32600, 'A call needs a method.') }
  const id = 'id' in call && (typeof call.id === 'string' || typeof call.id === 'number') ? call.id : null
  const { method } = call
  if (!allowedMethods[kind].has(method))
    return {
      is: 'refused',
      answer: rpcErrorResponse(id, -32601, `This gateway does not pass on ${method.slice(0, 60)}.`),
    }
  const params = 'params' in call ? call.params : []
  if (!isFlat(params, maxNested))
    return { is: 'refused', answer: rpcErrorResponse(id, -32602, 'These params are nested too deeply.') }
  return { is: 'allowed', call: { jsonrpc: '2.0', id, method, params } }
}

export function rpcErrorResponse(id: RpcId, code: number, message: string): RpcErrorResponse {
  return { jsonrpc: '2.0', id, error: { code, message } }
}

/**
 * The methods that wallets and apps need to read a chain, simulate on it and send signed transactions. All others are
 * refused, above all those that work without a signature: cheat methods, unlocked accounts, signing by the node.
 */
const evmMethods: ReadonlySet<string> = new Set([
  ...['web3_clientVersion', 'net_version', 'eth_chainId', 'eth_syncing', 'eth_blockNumber'],
  ...['eth_gasPrice', 'eth_maxPriorityFeePerGas', 'eth_feeHistory', 'eth_blobBaseFee'],
  ...['eth_getBalance', 'eth_getCode', 'eth_getStorageAt', 'eth_getTransactionCount', 'eth_getProof'],
  ...['eth_call', 'eth_estimateGas', 'eth_createAccessList', 'eth_simulateV1', 'eth_sendRawTransaction'],
  ...['eth_getTransactionByHash', 'eth_getTransactionReceipt', 'eth_getTransactionByBlockHashAndIndex'],
  ...['eth_getTransactionByBlockNumberAndIndex', 'eth_getRawTransactionByHash'],
  ...['eth_getBlockByNumber', 'eth_getBlockByHash', 'eth_getBlockReceipts'],
  ...['eth_getBlockTransactionCountByNumber', 'eth_getBlockTransactionCountByHash'],
  ...['eth_getLogs', 'eth_newFilter', 'eth_newBlockFilter', 'eth_newPendingTransactionFilter'],
  ...['eth_getFilterChanges', 'eth_getFilterLogs', 'eth_uninstallFilter'],
  ...['eth_subscribe', 'eth_unsubscribe'],
])

const solanaMethods: ReadonlySet<string> = new Set([
  ...['getVersion', 'getHealth', 'getGenesisHash', 'getIdentity', 'getSlot', 'getBlockHeight', 'getEpochInfo'],
  ...['getLatestBlockhash', 'isBlockhashValid', 'getFeeForMessage', 'getRecentPrioritizationFees'],
  ...['getMinimumBalanceForRentExemption', 'getBalance', 'getAccountInfo', 'getMultipleAccounts'],
  ...['getProgramAccounts', 'getTokenAccountBalance', 'getTokenAccountsByOwner', 'getTokenSupply'],
  ...['getSignatureStatuses', 'getSignaturesForAddress', 'getTransaction', 'getTransactionCount'],
  ...['getBlock', 'getBlocks', 'getBlockTime', 'getFirstAvailableBlock'],
  ...['simulateTransaction', 'sendTransaction'],
  ...['accountSubscribe', 'accountUnsubscribe', 'logsSubscribe', 'logsUnsubscribe', 'programSubscribe'],
  ...['programUnsubscribe', 'rootSubscribe', 'rootUnsubscribe', 'signatureSubscribe', 'signatureUnsubscribe'],
  ...['slotSubscribe', 'slotUnsubscribe'],
])

/** The methods that the gateway passes on to the nodes of a chain. */
const allowedMethods: Readonly<Record<DeploymentChain['kind'], ReadonlySet<string>>> = {
  evm: evmMethods,
  solana: solanaMethods,
  bitcoin: new Set(),
  unknown: new Set(),
}
