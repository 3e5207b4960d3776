import { evmChains } from '../../domain/chain'
import type { DeploymentChain } from '../../protocol/deployment/deployment'
import { storedOwnNode, withOwnNode } from '../ownNodes'
import type { Provider } from './connection/provider'
import { createBlockFloor } from './rpc/blockFloor'
import { httpSource } from './rpc/httpSource'
import { EvmNodeError, isUnanswered } from './rpc/nodeRefusal'
import { type RpcCall, type RpcSource, walletSource } from './rpc/rpcSource'
import { type IsEnough, type NodeClock, NoNodeAnswers, realClock, sourcesInTurn, type Ways } from './rpc/sourcesInTurn'

/** The nodes of one chain. */
export type EvmNode = {
  /** Rejects with `EvmNodeError` when a node refuses, with `NoNodeAnswers` when none answers. */
  readonly ask: (method: string, params: readonly unknown[]) => Promise<unknown>
  /** Answers in the order of the calls; a refused call is an `EvmNodeError` in its place. */
  readonly askAll: (calls: readonly RpcCall[]) => Promise<readonly unknown[]>
  /** Each source of a chain that has several, separately: one node may have data that another lacks. */
  readonly each?: () => readonly EvmNode[]
}

export type EvmNodeOptions = {
  readonly fetch?: typeof globalThis.fetch
  /** The connected wallet's own provider: asked when none of the deployment's nodes answers. */
  readonly wallet?: () => Provider | undefined
  /** Milliseconds before a request times out. */
  readonly timeout?: number
  /** Milliseconds before each retry. */
  readonly retryDelays?: readonly number[]
  /** Milliseconds before each look whether a node that is behind has caught up. */
  readonly behindDelays?: readonly number[]
  readonly clock?: NodeClock
}

/**
 * The deployment's nodes of a chain in their order, then the wallet's own. A node is used only after it has confirmed
 * the chain id, and for what is read after a transaction of ours only once it has that block. Calls that no node answers
 * are retried twice; a node that failed comes last for a while, and is asked again for ever.
 */
export function createEvmNode(
  chain: Pick<DeploymentChain, 'chainId' | 'name' | 'rpcUrls'>,
  options: EvmNodeOptions = {},
): EvmNode {
  const { timeout = 10_000, wallet = () => undefined, clock = realClock, retryDelays, behindDelays } = options
  const fetchFrom: typeof fetch = options.fetch ?? ((input, init) => fetch(input, init))
  const throughWallet = walletSource(wallet, chain.chainId, timeout)
  const floor = createBlockFloor(clock.now)
  const own = chain.rpcUrls.map((url) => floor.above(httpSource(url, chain.chainId, fetchFrom, timeout, clock.now)))
  const last = floor.above(throughWallet)
  let alone: readonly EvmNode[] | undefined

  return { ...nodeOver(own, { wallet: last, retryDelays, behindDelays }), each }

  /**
   * The wallet is a second source, if the deployment has nodes of its own. The limits of the nodes are learned only
   * once.
   */
  function each(): readonly EvmNode[] {
    if (own.length === 0) return []
    const once = { retryDelays: [], behindDelays: [] }
    alone ??= [...own.map((source) => nodeOver([source], once)), nodeOver([], { wallet: last, ...once })]
    return alone
  }

  function nodeOver(sources: readonly RpcSource[], ways: Omit<Ways, 'clock'>): EvmNode {
    const askInTurn = sourcesInTurn(sources, { ...ways, clock })
    const lanes = [smallReads, estimates].map((methods) => ({
      methods,
      askBatched: batchCalls((calls) => askUntil(calls, (answers) => !answers.every(isUnanswered))),
    }))

    return { ask, askAll }

    async function ask(method: string, params: readonly unknown[]): Promise<unknown> {
      const call = { method, params }
      const lane = isHeavy(call) ? undefined : lanes.find(({ methods }) => methods.has(method))
      const batched = lane && (await lane.askBatched(call))
      const answer = lane && !isUnanswered(batched) ? batched : (await askAll([call]))[0]
      if (answer instanceof EvmNodeError) throw answer
      return answer
    }

    /** The calls belong together: all answers are of one source. */
    function askAll(calls: readonly RpcCall[]): Promise<readonly unknown[]> {
      return askUntil(calls, (answers) => !answers.some(isUnanswered))
    }

    async function askUntil(calls: readonly RpcCall[], isEnough: IsEnough): Promise<readonly unknown[]> {
      if (calls.length === 0) return []
      const round = await askInTurn(calls, isEnough)
      if ('answers' in round) {
        floor.raise(calls, round.answers)
        return round.answers
      }
      const isElsewhere = sources.length === 0 && (await throughWallet.isElsewhere())
      throw isElsewhere ? new WalletElsewhere(chain.name) : new NoNodeAnswers(chain.name, round.why)
    }
  }
}

type AskAll = (calls: readonly RpcCall[]) => Promise<readonly unknown[]>
/** Cheap reads: those made in the same tick are sent as one JSON-RPC batch. */
const smallReads: ReadonlySet<string> = new Set([
  ...['eth_call', 'eth_getBalance', 'eth_getTransactionCount', 'eth_getCode', 'eth_getStorageAt'],
  ...['eth_blockNumber', 'eth_getBlockByNumber', 'eth_gasPrice', 'eth_chainId'],
])
/** Estimates take a node longer: they travel together as well, so that no read waits for them. */
const estimates: ReadonlySet<string> = new Set(['eth_estimateGas'])

/**
 * A call with state overrides runs whole plans, and a full block is a large answer. They are sent separately, like
 * `eth_simulateV1`: no other call waits for them, or is lost with them.
 */
function isHeavy({ method, params }: RpcCall): boolean {
  return (method === 'eth_call' && params.length > 2) || (method === 'eth_getBlockByNumber' && params[1] === true)
}

const maxBatchSize = 50

type PendingCall = {
  readonly call: RpcCall
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: unknown) => void
}

function batchCalls(askAll: AskAll): (call: RpcCall) => Promise<unknown> {
  let pending: PendingCall[] = []

  return (call) =>
    new Promise((resolve, reject) => {
      pending.push({ call, resolve, reject })
      if (pending.length === 1) queueMicrotask(flush)
    })

  function flush() {
    const all = pending
    pending = []
    for (let start = 0; start < all.length; start += maxBatchSize) send(all.slice(start, start + maxBatchSize))
  }

  function send(batch: readonly PendingCall[]) {
    askAll(batch.map(({ call }) => call)).then(
      (answers) => batch.forEach(({ resolve }, index) => void resolve(answers[index])),
      (error: unknown) => batch.forEach(({ reject }) => void reject(error)),
    )
  }
}

/** One set of nodes per EVM chain of the deployment; `undefined` for a chain it does not know. */
export type EvmNodes = (chainId: number) => EvmNode | undefined

/** `ownNode` is the node that the person chose for a chain; it is asked first, once it has confirmed the chain id. */
export function createEvmNodes(
  chains: readonly DeploymentChain[],
  wallet: () => Provider | undefined,
  ownNode: (chainId: number) => string | undefined = storedOwnNode,
): EvmNodes {
  const known = new Map(evmChains(chains).map((chain) => [chain.chainId, chain]))
  const opened = new Map<string, EvmNode>()
  return (chainId) => {
    const chain = known.get(chainId)
    if (!chain) return undefined
    const own = ownNode(chainId)
    const key = `${chainId} ${own}`
    const node = opened.get(key) ?? createEvmNode(withOwnNode(chain, own), { wallet })
    opened.set(key, node)
    return node
  }
}

/** The chain has no configured node, and the wallet that would serve as one is on another chain. */
export class WalletElsewhere extends Error {
  override readonly name = 'WalletElsewhere'
  readonly chain: string

  constructor(chain: string) {
    super(`Switch your wallet to ${chain}: we read this network through your wallet.`)
    this.chain = chain
  }
}
