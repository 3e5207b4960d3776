import { type Hex, isHex } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { hex, memberOf } from '../../../chain/rpc'
import { evmChains } from '../../../domain/evmChains'
import type { Deployment, DeploymentChain } from '../../../protocol/deployment/deployment'
import { DemoRefused, isServedHere } from '../../demo'
import type { Provider } from '../connection/provider'
import { readChainId } from '../hex'
import { createEvmNode, type EvmNode, type EvmNodeOptions } from '../node'
import { DemoBatches } from './demoBatches'
import { completeTransaction, DemoError } from './demoTransaction'

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

/** Announces the demo wallet by EIP-6963, as any extension does. Throws `DemoRefused` where money could be real. */
export function announceEvmDemo(deployment: Deployment, page: EventTarget, options: EvmDemoOptions): Provider {
  const provider = createEvmDemo(deployment, options)
  const [name, rdns] = options.sendsBatches ? [batchDemoName, 'demo.tidegate.batches'] : [evmDemoName, 'demo.tidegate']
  const info = Object.freeze({ uuid: crypto.randomUUID(), name, icon, rdns })
  const detail = Object.freeze({ info, provider })
  const announce = () => page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  page.addEventListener('eip6963:requestProvider', announce)
  announce()
  return provider
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
  return new DemoWallet(storage, nodes, chains[0]!.chainId, sendsBatches)
}

type Listener = (payload: unknown) => void

class DemoWallet implements Provider {
  readonly #storage: EvmDemoOptions['storage']
  readonly #account: PrivateKeyAccount
  readonly #nodes: ReadonlyMap<number, EvmNode>
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #batches: DemoBatches | undefined
  readonly #connectedKey: string
  #chainId: number
  #isConnected: boolean
  /** Transactions are sent one after another, so that two never take the same nonce. */
  #lastSend: Promise<unknown> = Promise.resolve()

  constructor(
    storage: EvmDemoOptions['storage'],
    nodes: ReadonlyMap<number, EvmNode>,
    chainId: number,
    sendsBatches: boolean,
  ) {
    this.#storage = storage
    this.#account = privateKeyToAccount(keptKey(storage))
    this.#nodes = nodes
    this.#chainId = chainId
    this.#batches = sendsBatches ? new DemoBatches(storage, this.#account) : undefined
    this.#connectedKey = sendsBatches ? `${connectedKey}.batches` : connectedKey
    this.#isConnected = storage.getItem(this.#connectedKey) === 'yes'
  }

  readonly on = (event: string, listener: Listener) => {
    this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(listener))
    return this
  }

  readonly removeListener = (event: string, listener: Listener) => {
    this.#listeners.get(event)?.delete(listener)
    return this
  }

  readonly request: Provider['request'] = async ({ method, params = [] }) => {
    const [first] = params
    switch (method) {
      case 'eth_chainId':
        return hex(this.#chainId)
      case 'eth_accounts':
        return this.#isConnected ? [this.#account.address] : []
      case 'eth_requestAccounts':
        return this.#connect()
      case 'wallet_requestPermissions':
        return this.#connect() && [permissionFor(this.#account.address)]
      case 'wallet_revokePermissions':
        return this.#disconnect()
      case 'wallet_switchEthereumChain':
        return this.#switchTo(readChainId(memberOf(first, 'chainId')))
      case 'eth_sendTransaction':
        return this.#queue(() => this.#send(first))
    }
    if (this.#batches) {
      switch (method) {
        case 'wallet_getCapabilities':
          return this.#batches.capabilities([...this.#nodes.keys()])
        case 'wallet_sendCalls':
          return this.#queue(async () => this.#batches?.send(first, this.#chainId, await this.#ownNode(first)))
        case 'wallet_getCallsStatus':
          return this.#batches.status(first, this.#nodes)
      }
    }
    if (!reads.has(method)) throw new DemoError(4200, `The demo wallet does not support ${method}.`)
    return this.#node().ask(method, params)
  }

  #connect() {
    this.#isConnected = true
    this.#storage.setItem(this.#connectedKey, 'yes')
    this.#emit('accountsChanged', [this.#account.address])
    return [this.#account.address]
  }

  #disconnect() {
    this.#isConnected = false
    this.#storage.setItem(this.#connectedKey, 'no')
    this.#emit('accountsChanged', [])
    return null
  }

  #switchTo(chainId: number | undefined) {
    if (chainId === undefined || !this.#nodes.has(chainId))
      throw new DemoError(4902, 'The demo wallet knows only the chains of this exchange.')
    if (chainId !== this.#chainId) {
      this.#chainId = chainId
      this.#emit('chainChanged', hex(chainId))
    }
    return null
  }

  #queue<T>(send: () => Promise<T>): Promise<T> {
    const next = this.#lastSend.then(send)
    this.#lastSend = next.catch(() => undefined)
    return next
  }

  async #send(transaction: unknown): Promise<unknown> {
    const node = await this.#ownNode(transaction)
    const completed = await completeTransaction(node, transaction, this.#account.address, this.#chainId)
    return node.ask('eth_sendRawTransaction', [await this.#account.signTransaction(completed)])
  }

  /** The node of the chain that a request is for, if the wallet may sign for it. */
  async #ownNode(request: unknown): Promise<EvmNode> {
    const from = memberOf(request, 'from')
    if (!this.#isConnected || String(from).toLowerCase() !== this.#account.address.toLowerCase())
      throw new DemoError(4100, 'The demo wallet is not connected with this account.')
    const chainId = this.#chainId
    if (readChainId(memberOf(request, 'chainId') ?? chainId) !== chainId)
      throw new DemoError(4901, 'The demo wallet is on another chain than the transaction.')
    const node = this.#node()
    // The node must confirm its chain id before anything is signed.
    if (readChainId(await node.ask('eth_chainId', [])) !== chainId) throw new DemoRefused()
    return node
  }

  #node(): EvmNode {
    const node = this.#nodes.get(this.#chainId)
    if (!node) throw new DemoError(4901, 'The demo wallet knows only the chains of this exchange.')
    return node
  }

  #emit(event: string, payload: unknown) {
    for (const listener of this.#listeners.get(event) ?? []) listener(payload)
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
