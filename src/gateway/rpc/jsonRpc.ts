import type { DeploymentChain } from '../../protocol/deployment'

/** What a proxy does with one body of JSON-RPC: pass some of it on, answer the rest itself. */
export type Screened =
  | { readonly is: 'fine'; readonly isBatch: boolean; readonly calls: readonly Screening[] }
  | { readonly is: 'malformed'; readonly answer: RpcError }

export type Screening =
  | { readonly is: 'allowed'; readonly call: RpcCall }
  | { readonly is: 'refused'; readonly answer: RpcError }

export type RpcCall = {
  readonly jsonrpc: '2.0'
  readonly id: RpcId
  readonly method: string
  readonly params: unknown
}

export type RpcError = {
  readonly jsonrpc: '2.0'
  readonly id: RpcId
  readonly error: { readonly code: number; readonly message: string }
}

type RpcId = string | number | null

const maxBatch = 100

/**
 * Reads a body and decides on every call in it. What is passed on is written anew from what was read here, so that
 * nothing (a second `method` member, say) means one thing to us and another to the node.
 */
export function screen(kind: DeploymentChain['kind'], text: string): Screened {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return { is: 'malformed', answer: rpcError(null, -32700, 'This is not JSON.') }
  }
  const calls: readonly unknown[] = Array.isArray(body) ? body : [body]
  if (calls.length === 0 || calls.length > maxBatch)
    return { is: 'malformed', answer: rpcError(null, -32600, `A batch has 1 to ${maxBatch} calls.`) }
  return { is: 'fine', isBatch: Array.isArray(body), calls: calls.map((call) => screenCall(kind, call)) }
}

function screenCall(kind: DeploymentChain['kind'], call: unknown): Screening {
  if (typeof call !== 'object' || call === null || !('method' in call) || typeof call.method !== 'string')
    return { is: 'refused', answer: rpcError(null, -32600, 'A call needs a method.') }
  const id = 'id' in call && (typeof call.id === 'string' || typeof call.id === 'number') ? call.id : null
  const { method } = call
  if (!allowedMethods(kind).has(method))
    return { is: 'refused', answer: rpcError(id, -32601, `This gateway does not pass on ${method.slice(0, 60)}.`) }
  return { is: 'allowed', call: { jsonrpc: '2.0', id, method, params: 'params' in call ? call.params : [] } }
}

export function rpcError(id: RpcId, code: number, message: string): RpcError {
  return { jsonrpc: '2.0', id, error: { code, message } }
}

function allowedMethods(kind: DeploymentChain['kind']): ReadonlySet<string> {
  if (kind === 'evm') return evmMethods
  if (kind === 'solana') return solanaMethods
  return none
}

const none: ReadonlySet<string> = new Set()

/**
 * What wallets and apps need to read a chain, to simulate on it and to hand over what a wallet has signed. Everything
 * else is refused, above all what obeys without a signature: cheats, unlocked accounts, and signing by the node.
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
