import type { DeploymentChain } from '../../protocol/deployment/deployment'
import type { Provider } from './connection/provider'
import { EvmNodeError, HttpRefusal, httpSource, type RpcCall, type RpcSource, walletSource } from './rpcSource'

/** The nodes of one chain. */
export type EvmNode = {
  /** Rejects with `EvmNodeError` when a node refuses, with `NoEvmNode` when none answers. */
  readonly ask: (method: string, params: readonly unknown[]) => Promise<unknown>
  /** Answers in the order of the calls; a refused call is an `EvmNodeError` in its place. */
  readonly askAll: (calls: readonly RpcCall[]) => Promise<readonly unknown[]>
}

export type EvmNodeOptions = {
  readonly fetch?: typeof globalThis.fetch
  /** The connected wallet's own provider: asked when none of the deployment's nodes answers. */
  readonly wallet?: () => Provider | undefined
  /** Milliseconds before a request times out. */
  readonly timeout?: number
  /** Milliseconds before each retry. */
  readonly retryDelays?: readonly number[]
}

/**
 * The deployment's nodes of a chain in their order, then the wallet's own. A node is used only after it has confirmed
 * the chain id. Calls that no node answers are retried twice.
 */
export function createEvmNode(
  chain: Pick<DeploymentChain, 'chainId' | 'name' | 'rpcUrls'>,
  options: EvmNodeOptions = {},
): EvmNode {
  const { timeout = 10_000, retryDelays = [500, 2_000], wallet = () => undefined } = options
  const fetchFrom: typeof fetch = options.fetch ?? ((input, init) => fetch(input, init))
  const throughWallet = walletSource(wallet, chain.chainId, timeout)
  const sources = [...chain.rpcUrls.map((url) => httpSource(url, chain.chainId, fetchFrom, timeout)), throughWallet]
  const askFirst = askInTurn(sources)
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
    for (const delay of [...retryDelays, undefined]) {
      const answers = await askFirst(calls, isEnough)
      if (answers) return answers
      if (delay !== undefined) await new Promise((resolve) => setTimeout(resolve, delay))
    }
    const isElsewhere = chain.rpcUrls.length === 0 && (await throughWallet.isElsewhere())
    throw isElsewhere ? new WalletElsewhere(chain.name) : new NoEvmNode(chain.name)
  }
}

type AskAll = (calls: readonly RpcCall[]) => Promise<readonly unknown[]>
/** Whether the next source need not be asked. */
type IsEnough = (answers: readonly unknown[]) => boolean

/** Asks the sources in turn, starting with the one that answered last. `undefined` when none answers. */
function askInTurn(sources: readonly RpcSource[]) {
  let preferred = 0
  return async (calls: readonly RpcCall[], isEnough: IsEnough): Promise<readonly unknown[] | undefined> => {
    for (let turn = 0; turn < sources.length; turn++) {
      const index = (preferred + turn) % sources.length
      const answers = await answersOf(sources[index]!, calls)
      if (!answers || !isEnough(answers)) continue
      preferred = index
      return answers
    }
    return undefined
  }
}

/** `undefined` when the source cannot be reached, rate-limits us, or is on another chain. */
async function answersOf(source: RpcSource, calls: readonly RpcCall[]): Promise<readonly unknown[] | undefined> {
  try {
    if (!(await source.isOnChain())) return undefined
    const answers = await source.askAll(calls)
    return answers.some(isRateLimited) ? undefined : answers
  } catch {
    // The caller asks the next source, and throws when none is left.
    return undefined
  }
}

/** Rate limits are worded in many ways. All of them mean: ask another node, or retry later. */
function isRateLimited(answer: unknown): boolean {
  if (!(answer instanceof EvmNodeError || answer instanceof HttpRefusal)) return false
  return [429, -32005, -32029, -32097].includes(answer.code) || /rate limit|too many requests/i.test(answer.message)
}

function isUnanswered(answer: unknown): boolean {
  return answer instanceof HttpRefusal
}

/** Cheap reads: those made in the same tick are sent as one JSON-RPC batch. */
const smallReads: ReadonlySet<string> = new Set([
  ...['eth_call', 'eth_getBalance', 'eth_getTransactionCount', 'eth_getCode', 'eth_getStorageAt'],
  ...['eth_blockNumber', 'eth_getBlockByNumber', 'eth_gasPrice', 'eth_chainId'],
])
/** Estimates take a node longer: they travel together as well, so that no read waits for them. */
const estimates: ReadonlySet<string> = new Set(['eth_estimateGas'])

/**
 * A call with state overrides runs whole plans, and a full block is a large answer. They go alone, like `eth_simulateV1`:
 * no other call waits for them, or is lost with them.
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

/** None of a chain's nodes answered. */
export class NoEvmNode extends Error {
  override readonly name = 'NoEvmNode'

  constructor(chain: string) {
    super(`No node of ${chain} answers at the moment.`)
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
