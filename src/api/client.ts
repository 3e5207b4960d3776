import { type Catalog, type KnownChain, readCatalog } from '../protocol/catalog'
import { decodeChains } from '../protocol/chains'
import type { Heard, Reading } from '../protocol/envelope'
import { decodeAddLiquidity, encodeAddLiquidityRequest } from '../protocol/liquidity'
import type {
  AddLiquidityAnswer,
  AddLiquidityRequest,
  ChainRecord,
  PoolsAnswer,
  SwapAnswer,
  SwapRequest,
} from '../protocol/messages'
import { refuse } from '../protocol/refusal'
import { decodeSwap, encodeSwapRequest } from '../protocol/swap'
import type { Shelf } from './cache'
import { listOf } from './polledList'
import type { PoolLists } from './poolLists'
import { createAsk, type Decode } from './requester'
import { createLog, type RequestLog } from './requestLog'
import type { Answer, Outcome } from './serviceResult'
import type { Tabs } from './tabs'
import type { Line } from './transport'

/** The chains as the service lists them, and what they come to. */
export type ChainList = { readonly catalog: Catalog; readonly records: readonly ChainRecord[] }

/**
 * Asks the service. The two lists are asked for at most every five seconds, whoever calls how often; the two deeds
 * are asked for once per call and never again by themselves. Rejects only when the caller's signal aborts.
 */
export type Client = {
  /** Tells deployments apart in caches. */
  readonly base: string
  readonly chains: (signal?: AbortSignal) => Promise<Outcome<ChainList>>
  readonly pools: (network: string, signal?: AbortSignal) => Promise<Outcome<PoolsAnswer>>
  readonly swap: (request: SwapRequest, signal?: AbortSignal) => Promise<Outcome<SwapAnswer>>
  readonly addLiquidity: (request: AddLiquidityRequest, signal?: AbortSignal) => Promise<Outcome<AddLiquidityAnswer>>
  /** The last good answers of earlier visits. */
  readonly recall: {
    readonly chains: () => Promise<Answer<ChainList> | undefined>
    readonly pools: (network: string) => Promise<Answer<PoolsAnswer> | undefined>
  }
  readonly log: RequestLog
}

/** The browser's own line, unless another is handed in. */
export type ClientOptions = Partial<Line> & {
  readonly base: string
  /** What the deployment knows of chains; without it every chain of the service is taken at its word. */
  readonly chains?: readonly KnownChain[]
  readonly shelf?: Shelf
  /** Lets the tabs of a browser ask for pools as one; loaded when pools are first asked for. */
  readonly tabs?: () => Promise<Tabs>
}

/** The longest answer to a deed that is listened to. */
const cap = 256 * 1024

export function createClient(options: ClientOptions): Client {
  const { base, shelf } = options
  const line: Line = {
    base,
    fetch: options.fetch ?? ((...asked) => fetch(...asked)),
    clock: options.clock ?? Date.now,
    isOnline: options.isOnline ?? (() => globalThis.navigator?.onLine !== false),
  }
  const log = createLog()
  const ask = createAsk(line, log)
  let opening: Promise<PoolLists> | undefined
  const chains = listOf<ChainList>(ask, shelf, base, {
    path: '/api/blockchain',
    read: () => ({ decode: (heard) => decodeChainList(heard, options.chains) }),
    isSame: () => false,
    isEmpty: ({ records }) => records.length === 0,
  })

  return {
    base,
    chains: chains.ask,
    pools: askPools,
    swap: (request, signal) => post('/api/swap/native', encodeSwapRequest(request), decodeSwap, signal),
    addLiquidity: (request, signal) =>
      post('/api/amm/interactions/add', encodeAddLiquidityRequest(request), decodeAddLiquidity, signal),
    recall: { chains: chains.recall, pools: recallPools },
    log,
  }

  async function post<Value>(path: string, body: string, decode: Decode<Value>, signal: AbortSignal | undefined) {
    const { outcome } = await ask({ method: 'POST', path, body, cap }, decode, signal)
    return outcome
  }

  async function askPools(network: string, signal?: AbortSignal): Promise<Outcome<PoolsAnswer>> {
    const lists = await poolLists()
    if (!lists) return { is: 'refused', refusal: refuse(line.isOnline() ? 'unreachable' : 'offline') }
    return lists.of(network)?.ask(signal) ?? { is: 'refused', refusal: refuse('not found') }
  }

  async function recallPools(network: string): Promise<Answer<PoolsAnswer> | undefined> {
    return (await poolLists())?.of(network)?.recall()
  }

  /** What reads pools is a good deal and comes when they are first asked for. When it does not come, it is tried again. */
  async function poolLists(): Promise<PoolLists | undefined> {
    opening ??= import('./poolLists').then(async ({ createPoolLists }) =>
      createPoolLists({ ask, shelf, base, tabs: await options.tabs?.() }),
    )
    return opening.catch(() => {
      opening = undefined
      return undefined
    })
  }
}

function decodeChainList(heard: Heard, known: readonly KnownChain[] | undefined): Reading<ChainList> {
  const reading = decodeChains(heard)
  if (reading.is === 'refused') return reading
  const { value: records, message, deviations } = reading
  const catalog = readCatalog(records, known)
  return { is: 'answer', value: { catalog, records }, message, deviations: [...deviations, ...catalog.remarks] }
}
