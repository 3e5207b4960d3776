import pLimit from 'p-limit'
import { type Hex, isHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { hex, memberOf, quantity, quantityOrNone } from '../../../chain/rpc'
import { isSameAddress } from '../../../domain/address'
import { evmChains } from '../../../domain/chain'
import type { Deployment, DeploymentChain } from '../../../protocol/deployment/deployment'
import { DemoRefused, isServedHere } from '../../demo'
import { ProviderError, providerEvents } from '../connection/eip1193'
import type { Announcement, Provider } from '../connection/provider'
import { readChainId } from '../hex'
import { createEvmNode, type EvmNode, type EvmNodeOptions } from '../node'
import { demoBatches, hexOf, signCompleted } from './demoBatches'

/** Storage key of the demo wallet's private key, which holds test tokens only. */
const storageKey = 'tidegate.demo.evm'
export const evmDemoName = 'Demo wallet (EVM)'
/** The same account in a wallet that supports atomic batches. */
const batchDemoName = 'Demo wallet (EVM batches)'

/** Chains with real money: the demo wallet refuses to pretend to be on one of them. */
const realChains: ReadonlySet<number> = new Set([
  1, 10, 25, 56, 100, 130, 137, 146, 250, 324, 480, 1101, 5000, 8453, 42161, 42220, 43114, 57073, 59144, 80094, 81457,
  534352,
])

/** Allowed only in an embedded deployment with local chains that it serves itself. */
export function allowsEvmDemo(deployment: Deployment): boolean {
  const chains = evmChains(deployment.chains)
  return deployment.mode === 'embedded' && chains.length > 0 && chains.every(isLocalChain)
}

function isLocalChain(chain: DeploymentChain): boolean {
  return !realChains.has(chain.chainId) && isServedHere(chain)
}

export type EvmDemoOptions = EvmNodeOptions & {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  /** Supports atomic batches (EIP-5792), as smart accounts do. */
  readonly sendsBatches?: boolean
}

/** The demo wallets, without batches and with them; none where money could be real. */
export function evmDemos(deployment: Deployment, storage: EvmDemoOptions['storage']): readonly Announcement[] {
  if (!allowsEvmDemo(deployment)) return []
  const own = { icon, isDuplicate: false, isDemo: true } as const
  const provider = createEvmDemo(deployment, { storage })
  const batching = createEvmDemo(deployment, { storage, sendsBatches: true })
  return [
    { ...own, id: 'demo.tidegate', name: evmDemoName, provider },
    { ...own, id: 'demo.tidegate.batches', name: batchDemoName, provider: batching, isForTesters: true },
  ]
}

/**
 * An EIP-1193 wallet whose key lives in this browser and that signs every request, on the deployment's own chains only.
 * Throws `DemoRefused` outside an embedded deployment.
 */
export function createEvmDemo(
  deployment: Deployment,
  { storage, sendsBatches = false, ...nodeOptions }: EvmDemoOptions,
): Provider {
  if (!allowsEvmDemo(deployment)) throw new DemoRefused()
  const chains = evmChains(deployment.chains)
  const nodes = new Map(chains.map((chain) => [chain.chainId, createEvmNode(chain, nodeOptions)]))
  const account = privateKeyToAccount(keptKey(storage))
  const batches = sendsBatches ? demoBatches(storage, account) : undefined
  const isConnectedKey = sendsBatches ? `${connectedKey}.batches` : connectedKey
  const { emit, ...events } = providerEvents()
  let current = chains[0]!.chainId
  let isConnected = storage.getItem(isConnectedKey) === 'yes'
  /** Transactions are sent one after another, so that two never take the same nonce. */
  const queue = pLimit(1)

  return { request, ...events }

  async function request({ method, params = [] }: Parameters<Provider['request']>[0]): Promise<unknown> {
    const [first] = params
    switch (method) {
      case 'eth_chainId':
        return hex(current)
      case 'eth_accounts':
        return isConnected ? [account.address] : []
      case 'eth_requestAccounts':
        return connect(true)
      case 'wallet_requestPermissions':
        return [permissionFor(connect(true)[0])]
      case 'wallet_revokePermissions':
        connect(false)
        return null
      case 'wallet_switchEthereumChain':
        return switchTo(readChainId(memberOf(first, 'chainId')))
      case 'eth_sendTransaction':
        return queue(() => send(first))
    }
    if (batches) {
      switch (method) {
        case 'wallet_getCapabilities':
          return batches.capabilities([...nodes.keys()])
        case 'wallet_sendCalls':
          return queue(async () => batches.send(first, current, ownNode(first)))
        case 'wallet_getCallsStatus':
          return batches.status(first, nodes)
      }
    }
    if (!reads.has(method)) throw new ProviderError(`The demo wallet does not support ${method}.`, 4200)
    return currentNode().ask(method, params)
  }

  function connect(isWanted: boolean) {
    isConnected = isWanted
    storage.setItem(isConnectedKey, isWanted ? 'yes' : 'no')
    emit('accountsChanged', isWanted ? [account.address] : [])
    return [account.address] as const
  }

  function switchTo(chainId: number | undefined) {
    if (chainId === undefined || !nodes.has(chainId))
      throw new ProviderError('The demo wallet knows only the chains of this exchange.', 4902)
    if (chainId !== current) {
      current = chainId
      emit('chainChanged', hex(chainId))
    }
    return null
  }

  /** The page may leave nonce and gas out. */
  async function send(transaction: unknown): Promise<unknown> {
    const node = ownNode(transaction)
    const given = (name: string) => memberOf(transaction, name)
    const [gas, nonce] = [quantityOrNone(given('gas')), quantityOrNone(given('nonce'))]
    const signed = await signCompleted(node, account, {
      ...{ chainId: current, to: hexOf(given('to')), data: hexOf(given('data') ?? '0x') },
      value: quantity(given('value') ?? '0x0'),
      ...(gas !== undefined && { gas }),
      ...(nonce !== undefined && { nonce: Number(nonce) }),
    })
    return node.ask('eth_sendRawTransaction', [signed])
  }

  /** The node of the chain that a request is for, if the wallet may sign for it. */
  function ownNode(request: unknown): EvmNode {
    if (!isConnected || !isSameAddress(memberOf(request, 'from'), account.address))
      throw new ProviderError('The demo wallet is not connected with this account.', 4100)
    const chainId = current
    if (readChainId(memberOf(request, 'chainId') ?? chainId) !== chainId)
      throw new ProviderError('The demo wallet is on another chain than the transaction.', 4901)
    return currentNode()
  }

  function currentNode(): EvmNode {
    const node = nodes.get(current)
    if (!node) throw new ProviderError('The demo wallet knows only the chains of this exchange.', 4901)
    return node
  }
}

function permissionFor(address: string) {
  return { parentCapability: 'eth_accounts', caveats: [{ type: 'restrictReturnedAccounts', value: [address] }] }
}

/** The stored key; one that is missing or malformed is replaced by a new one. */
function keptKey(storage: EvmDemoOptions['storage']): Hex {
  const kept = storage.getItem(storageKey)
  if (kept !== null && isHex(kept) && kept.length === 66) return kept
  const fresh = generatePrivateKey()
  storage.setItem(storageKey, fresh)
  return fresh
}

const connectedKey = 'tidegate.demo.evm.connected'

const reads: ReadonlySet<string> = new Set([
  ...['eth_blockNumber', 'eth_gasPrice', 'eth_getBalance', 'eth_getCode', 'eth_getTransactionCount', 'eth_call'],
  ...['eth_getStorageAt', 'eth_estimateGas', 'eth_simulateV1', 'eth_getTransactionByHash', 'eth_getTransactionReceipt'],
  ...['eth_getBlockByNumber', 'eth_getLogs', 'eth_feeHistory', 'eth_maxPriorityFeePerGas'],
])

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0d3b45"/><path d="M5 13c4-5 7-5 11 0s7 5 11 0M5 21c4-5 7-5 11 0s7 5 11 0" fill="none" stroke="#7fe0c3" stroke-width="3" stroke-linecap="round"/></svg>'
const icon = `data:image/svg+xml;base64,${btoa(drawing)}`
