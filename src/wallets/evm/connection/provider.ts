import { listOf, memberOf, quantity } from '../../../chain/rpc'
import { errorClass } from '../../../domain/errorClass'
import { readAssertion } from '../../../guard/decode/evm/assertion'
import { withTimeout } from '../../waiting'

/** An EIP-1193 provider: requests and events. */
export type Provider = {
  readonly request: (question: { readonly method: string; readonly params?: readonly unknown[] }) => Promise<unknown>
  readonly on?: (event: string, listener: (news: unknown) => void) => unknown
  readonly removeListener?: (event: string, listener: (news: unknown) => void) => unknown
}

/** The only methods this app requests from a wallet. Message signing and delegations are excluded. */
const allowed: ReadonlySet<string> = new Set([
  ...['eth_requestAccounts', 'eth_accounts', 'eth_chainId'],
  ...['wallet_requestPermissions', 'wallet_revokePermissions'],
  ...['wallet_switchEthereumChain', 'wallet_addEthereumChain'],
  'eth_sendTransaction',
  // Batches of a whole plan (EIP-5792).
  ...['wallet_getCapabilities', 'wallet_sendCalls', 'wallet_getCallsStatus'],
  // Reading the chain through the wallet, when no node of the deployment answers.
  ...['eth_blockNumber', 'eth_gasPrice', 'eth_maxPriorityFeePerGas', 'eth_feeHistory'],
  ...['eth_getBalance', 'eth_getCode', 'eth_getStorageAt', 'eth_getTransactionCount'],
  ...['eth_call', 'eth_estimateGas', 'eth_simulateV1'],
  ...['eth_getTransactionByHash', 'eth_getTransactionReceipt', 'eth_getBlockByNumber', 'eth_getLogs'],
])

/** Restricts a provider to the allowed methods. */
export function withAllowedMethods(provider: Provider): Provider {
  return {
    request: async (question) => {
      if (!isAllowed(question)) throw new MethodNotAllowed(question.method)
      return provider.request(question)
    },
    on: (event, listener) => provider.on?.(event, listener),
    removeListener: (event, listener) => provider.removeListener?.(event, listener),
  }
}

function isAllowed({ method, params }: Parameters<Provider['request']>[0]): boolean {
  if (method === 'wallet_sendCalls') return params?.[0] !== undefined && isBounded(params[0])
  if (method === 'wallet_watchAsset') return isTokenListing(params)
  if (method !== 'wallet_requestPermissions') return allowed.has(method)
  const [permission] = params ?? []
  return typeof permission === 'object' && permission !== null && Object.keys(permission).join() === 'eth_accounts'
}

/** A batch is sent only with both assertion calls, at its start and its end. */
function isBounded(request: unknown): boolean {
  if (memberOf(request, 'atomicRequired') !== true) return false
  const calls = listOf(memberOf(request, 'calls')).map((call) => ({
    to: String(memberOf(call, 'to')),
    data: String(memberOf(call, 'data')),
    value: quantity(memberOf(call, 'value')),
  }))
  return readAssertion(calls) !== undefined
}

/** Listing a bought token (EIP-747): an ERC-20 by its address; nothing is signed. */
function isTokenListing(asked: unknown): boolean {
  const options = memberOf(asked, 'options')
  return memberOf(asked, 'type') === 'ERC20' && /^0x[0-9a-fA-F]{40}$/.test(String(memberOf(options, 'address')))
}

/** For requests without a prompt, which a wallet answers immediately: stops waiting for one that does not respond. */
export async function requestWithTimeout(
  provider: Provider,
  method: 'eth_accounts' | 'eth_chainId' | 'wallet_getCapabilities' | 'wallet_getCallsStatus',
  params?: readonly unknown[],
): Promise<unknown> {
  return withTimeout(timeout, provider.request({ method, ...(params && { params }) }), () => {
    throw new WalletTimeout(method)
  })
}

const timeout = 10_000

/** The wallet does not report its chain. */
export const WalletTimeout = errorClass(
  'TimeoutError',
  (method: string) => `The wallet took too long to answer ${method}.`,
)

/** A bug of ours, stopped before the request reached the wallet. */
export const MethodNotAllowed = errorClass(
  'NotAllowed',
  (method: string) => `This app does not ask wallets for ${method}.`,
)

/** An announced wallet (EIP-6963), with the provider of that announcement, which the page cannot replace later. */
export type Announcement = {
  /** Stable between visits: the wallet's reverse domain name (rdns), numbered if not unique. */
  readonly id: string
  readonly name: string
  /** Only an image embedded in the announcement; nothing is fetched for it. */
  readonly icon: string | undefined
  readonly provider: Provider
  /** Another wallet announced the same name: only the person can distinguish them. */
  readonly isDuplicate: boolean
  /** On another device or in another app. */
  readonly isElsewhere?: true
  /** Of the app itself, with test tokens. */
  readonly isDemo?: true
  readonly isForTesters?: true
}
