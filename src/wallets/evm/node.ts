import type { DeploymentChain } from '../../protocol/deployment/deployment'
import type { Provider } from './connection/provider'
import { createBlockFloor, NodeBehind } from './rpc/blockFloor'
import { httpSource } from './rpc/httpSource'
import { EvmNodeError, HttpRefusal, isAboutCall, RateLimited } from './rpc/nodeRefusal'
import { type RpcCall, type RpcSource, walletSource } from './rpc/rpcSource'

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
  /** Milliseconds before each look whether a node that is behind has caught up. */
  readonly behindDelays?: readonly number[]
  readonly clock?: NodeClock
}

type NodeClock = { readonly now: () => number; readonly wait: (milliseconds: number) => Promise<void> }

const realClock: NodeClock = {
  now: () => Date.now(),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
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
  const { timeout = 10_000, retryDelays = [500, 2_000], wallet = () => undefined, clock = realClock } = options
  const { behindDelays = Array<number>(60).fill(1_000) } = options
  const fetchFrom: typeof fetch = options.fetch ?? ((input, init) => fetch(input, init))
  const throughWallet = walletSource(wallet, chain.chainId, timeout)
  const floor = createBlockFloor(clock.now)
  const sources = chain.rpcUrls.map((url) => httpSource(url, chain.chainId, fetchFrom, timeout, clock.now))
  const askFirst = askInTurn(sources.map(floor.above), floor.above(throughWallet), clock.now)
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
    const [retries, looks] = [[...retryDelays], [...behindDelays]]
    for (;;) {
      const turn = await askFirst(calls, isEnough)
      if ('answers' in turn) {
        floor.raise(calls, turn.answers)
        return turn.answers
      }
      const delay = (turn.isBehind ? looks : retries).shift()
      if (delay === undefined || turn.wait > longestWait) break
      await clock.wait(Math.max(delay, turn.wait))
    }
    const isElsewhere = chain.rpcUrls.length === 0 && (await throughWallet.isElsewhere())
    throw isElsewhere ? new WalletElsewhere(chain.name) : new NoEvmNode(chain.name)
  }
}

type AskAll = (calls: readonly RpcCall[]) => Promise<readonly unknown[]>
/** Whether the next source need not be asked. */
type IsEnough = (answers: readonly unknown[]) => boolean

/** What one round of all sources came to. `wait`: milliseconds until a source takes calls again. */
type Turn = { readonly answers: readonly unknown[] } | { readonly isBehind: boolean; readonly wait: number }

/** The longest `Retry-After` that a question is kept waiting for. */
const longestWait = 15_000
/** Milliseconds that a failed source comes last; doubled with each failure in a row, up to the longest. */
const [firstPause, longestPause] = [1_000, 30_000]

/**
 * Asks the deployment's sources in turn, starting with the one that answered last, then the wallet, then the sources that
 * failed a moment ago. What only one node refuses, another may answer; what all refuse is the first one's answer.
 */
function askInTurn(own: readonly RpcSource[], wallet: RpcSource, now: () => number) {
  const seats = [...own, wallet].map((source) => ({ source, failures: 0, pausedUntil: 0, closedUntil: 0 }))
  let preferred = 0

  return async (calls: readonly RpcCall[], isEnough: IsEnough): Promise<Turn> => {
    let refused: readonly unknown[] | undefined
    let isBehind = false
    for (const seat of inOrder()) {
      if (seat.closedUntil > now()) continue
      const answers = await answersOf(seat, calls)
      if (answers === 'behind') isBehind = true
      if (typeof answers === 'string') continue
      if (!isEnough(answers)) {
        // A wallet that refuses to read says nothing about the chain.
        const counts = seat.source !== wallet || own.length === 0
        if (counts && !answers.some(isHttpRefusal)) refused ??= answers
        continue
      }
      if (seat.source !== wallet) preferred = seats.indexOf(seat)
      return { answers }
    }
    if (refused) return { answers: refused }
    const open = seats.slice(0, own.length).map(({ closedUntil }) => closedUntil - now())
    return { isBehind, wait: Math.max(0, Math.min(...open)) }
  }

  function inOrder() {
    const ownSeats = own.map((_, turn) => seats[(preferred + turn) % own.length]!)
    const isPaused = ({ pausedUntil }: Seat) => pausedUntil > now()
    return [...ownSeats.filter((seat) => !isPaused(seat)), seats.at(-1)!, ...ownSeats.filter(isPaused)]
  }

  type Seat = (typeof seats)[number]

  /** A reason when the source cannot be reached, limits us, is on another chain, or does not have the block yet. */
  async function answersOf(seat: Seat, calls: readonly RpcCall[]): Promise<readonly unknown[] | 'failed' | 'behind'> {
    try {
      if (!(await seat.source.isOnChain())) return 'failed'
      const answers = await seat.source.askAll(calls)
      seat.failures = 0
      return answers
    } catch (error) {
      // The caller asks the next source, and throws when none is left.
      if (error instanceof NodeBehind) return 'behind'
      seat.pausedUntil = now() + Math.min(longestPause, firstPause * 2 ** seat.failures++)
      if (error instanceof RateLimited && error.wait !== undefined) seat.closedUntil = now() + error.wait
      return 'failed'
    }
  }
}

/** Neither an answer nor a refusal that every node of the chain would give. */
function isUnanswered(answer: unknown): boolean {
  return answer instanceof HttpRefusal || (answer instanceof EvmNodeError && !isAboutCall(answer))
}

function isHttpRefusal(answer: unknown): boolean {
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
