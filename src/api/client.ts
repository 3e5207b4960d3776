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
import type { PolledList } from './polledList'
import type { PoolLists } from './poolLists'
import type { DecodeResponse, Requester, RequestResult } from './requester'
import { createLog, type RequestLog } from './requestLog'
import type { ServiceResponse, ServiceResult } from './serviceResult'
import type { Tabs } from './tabs'
import type { HttpRequest, Transport } from './transport'

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
  let loadingRequester: Promise<Requester> | undefined
  let loading: Promise<PoolLists> | undefined
  let loadingChains: Promise<PolledList<ChainList>> | undefined
  let chains: PolledList<ChainList> | undefined

  return {
    base,
    chains: fetchChains,
    pools: fetchPools,
    // The codecs of both calls are loaded with the first call.
    swap: async (swapRequest, signal) => {
      const codec = await import('../protocol/swap').catch(() => undefined)
      if (!codec) return notLoaded()
      return post('/api/swap/native', codec.encodeSwapRequest(swapRequest), codec.decodeSwap, signal)
    },
    addLiquidity: async (addRequest, signal) => {
      const codec = await import('../protocol/liquidity').catch(() => undefined)
      if (!codec) return notLoaded()
      const body = codec.encodeAddLiquidityRequest(addRequest)
      return post('/api/amm/interactions/add', body, codec.decodeAddLiquidity, signal)
    },
    readCached: { chains: async () => (await chainList())?.readCached(), pools: readCachedPools },
    log,
  }

  /** The refusal when a lazily loaded part of the app could not be loaded: nothing was sent. */
  function notLoaded(): { readonly is: 'refused'; readonly refusal: Refusal } {
    return { is: 'refused', refusal: refuse(transport.isOnline() ? 'unreachable' : 'offline') }
  }

  /** The code that sends requests is not part of the first load: the first list is requested by index.html (`fetchEarly`). */
  async function request<Value>(
    asked: HttpRequest,
    decode: DecodeResponse<Value>,
    signal: AbortSignal | undefined,
  ): Promise<RequestResult<Value>> {
    loadingRequester ??= import('./requester').then(({ createRequester }) => createRequester(transport, log))
    const send = await loadingRequester.catch(() => {
      loadingRequester = undefined
      return undefined
    })
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

  async function fetchChains(signal?: AbortSignal): Promise<ServiceResult<ChainList>> {
    const list = await chainList()
    return list ? list.fetch(signal) : notLoaded()
  }

  /** The catalog reader with its table of look-alikes is not part of the first load. */
  async function chainList(): Promise<PolledList<ChainList> | undefined> {
    loadingChains ??= import('./chainList').then(({ createChainList }) => {
      chains = createChainList({ request, cache, base, maxBytes: maxListBytes, known: options.chains })
      return chains
    })
    return loadingChains.catch(() => {
      loadingChains = undefined
      return undefined
    })
  }

  async function fetchPools(network: string, signal?: AbortSignal): Promise<ServiceResult<PoolsAnswer>> {
    const lists = await poolLists()
    if (!lists) return notLoaded()
    return lists.of(network)?.fetch(signal) ?? { is: 'refused', refusal: refuse('not found') }
  }

  async function readCachedPools(network: string): Promise<ServiceResponse<PoolsAnswer> | undefined> {
    return (await poolLists())?.of(network)?.readCached()
  }

  /** The pool reader is large and loaded on first use; after a failure the next call loads it again. */
  async function poolLists(): Promise<PoolLists | undefined> {
    loading ??= import('./poolLists').then(async ({ createPoolLists }) =>
      createPoolLists({
        ...{ request, cache, base, maxBytes: maxListBytes },
        tabs: await options.tabs?.(),
        latestChains: () => chains?.latest(),
      }),
    )
    return loading.catch(() => {
      loading = undefined
      return undefined
    })
  }
}
