import type { KnownChain } from '../protocol/catalog'
import { defaultMaxAnswerBytes } from '../protocol/deployment/deployment'
import { type Refusal, refuse } from '../protocol/refusal'
import type {
  AddLiquidityAnswer,
  AddLiquidityRequest,
  PoolsAnswer,
  SwapAnswer,
  SwapRequest,
} from '../protocol/serviceMessages'
import type { BodyCache } from './cache'
import type { ChainList } from './chainList'
import { lazyPart } from './lazyParts'
import type { PolledList } from './polledList'
import type { DecodeResponse, HttpRequest, RequestResult, Transport } from './requester'
import { createLog, type RequestLog } from './requestLog'
import type { ServiceResponse, ServiceResult } from './serviceResult'
import type { Tabs } from './tabs'

/**
 * The client of the service. The two lists are fetched at most every five seconds, however often they are requested;
 * each of the two POST calls is sent once and never retried automatically. Rejects only when the caller's signal
 * aborts.
 */
export type Client = {
  /** Distinguishes deployments in cache keys. */
  readonly base: string
  readonly chains: (signal?: AbortSignal) => Promise<ServiceResult<ChainList>>
  readonly pools: (network: string, signal?: AbortSignal) => Promise<ServiceResult<PoolsAnswer>>
  readonly swap: (request: SwapRequest, signal?: AbortSignal) => Promise<ServiceResult<SwapAnswer>>
  readonly addLiquidity: (
    request: AddLiquidityRequest,
    signal?: AbortSignal,
  ) => Promise<ServiceResult<AddLiquidityAnswer>>
  /** The last usable responses of earlier visits. */
  readonly readCached: {
    readonly chains: () => Promise<ServiceResponse<ChainList> | undefined>
    readonly pools: (network: string) => Promise<ServiceResponse<PoolsAnswer> | undefined>
  }
  readonly log: RequestLog
}

/** The browser's own transport, unless parts of it are replaced. */
export type ClientOptions = Partial<Transport> & {
  readonly base: string
  /** The chains known to the deployment; without them every chain of the service is accepted as listed. */
  readonly chains?: readonly KnownChain[]
  readonly cache?: BodyCache
  /** The longest list of chains or pools in bytes. */
  readonly maxListBytes?: number | undefined
  /** Lets the tabs of a browser share their requests for pools; loaded with the first of these requests. */
  readonly tabs?: () => Promise<Tabs>
}

/** The longest accepted answer to a POST call. */
const maxBytes = 256 * 1024

export function createClient(options: ClientOptions): Client {
  const { base, cache, maxListBytes = defaultMaxAnswerBytes } = options
  const transport: Transport = {
    base,
    fetch: options.fetch ?? ((...args) => fetch(...args)),
    clock: options.clock ?? Date.now,
    isOnline: options.isOnline ?? (() => globalThis.navigator?.onLine !== false),
  }
  const log = createLog()
  const lists = { request, cache, base, maxBytes: maxListBytes }
  let chains: PolledList<ChainList> | undefined

  /** The code that sends requests is not part of the first load: the first list is requested by index.html (`fetchEarly`). */
  const requester = lazyPart(async () => (await import('./requester')).createRequester(transport, log))
  /** The catalog reader with its table of look-alikes is not part of the first load. */
  const chainList = lazyPart(async () => {
    const { createChainList } = await import('./chainList')
    chains = createChainList(lists, options.chains)
    return chains
  })
  /** The pool reader is large. */
  const poolLists = lazyPart(async () => {
    const { createPoolLists } = await import('./poolLists')
    return createPoolLists({ ...lists, tabs: await options.tabs?.(), latestChains: () => chains?.latest() })
  })
  const swapCodec = lazyPart(() => import('../protocol/swap'))
  const liquidityCodec = lazyPart(() => import('../protocol/liquidity'))

  return {
    base,
    chains: async (signal) => (await chainList())?.fetch(signal) ?? notLoaded(),
    pools: async (network, signal) => {
      const lists = await poolLists()
      if (!lists) return notLoaded()
      return lists.of(network)?.fetch(signal) ?? { is: 'refused', refusal: refuse('not found') }
    },
    swap: async (swapRequest, signal) => {
      const codec = await swapCodec()
      return codec
        ? post('/api/swap/native', codec.encodeSwapRequest(swapRequest), codec.decodeSwap, signal)
        : notLoaded()
    },
    addLiquidity: async (addRequest, signal) => {
      const codec = await liquidityCodec()
      if (!codec) return notLoaded()
      const body = codec.encodeAddLiquidityRequest(addRequest)
      return post('/api/amm/interactions/add', body, codec.decodeAddLiquidity, signal)
    },
    readCached: {
      chains: async () => (await chainList())?.readCached(),
      pools: async (network) => (await poolLists())?.of(network)?.readCached(),
    },
    log,
  }

  /** The refusal when a lazily loaded part of the app could not be loaded: nothing was sent. */
  function notLoaded(): { readonly is: 'refused'; readonly refusal: Refusal } {
    return { is: 'refused', refusal: refuse(transport.isOnline() ? 'unreachable' : 'offline') }
  }

  async function request<Value>(
    asked: HttpRequest,
    decode: DecodeResponse<Value>,
    signal: AbortSignal | undefined,
  ): Promise<RequestResult<Value>> {
    const send = await requester()
    return send ? send<Value>(asked, decode, signal) : { result: notLoaded(), body: undefined }
  }

  async function post<Value>(
    path: string,
    body: string,
    decode: DecodeResponse<Value>,
    signal: AbortSignal | undefined,
  ) {
    const { result } = await request({ method: 'POST', path, body, maxBytes }, decode, signal)
    return result
  }
}
