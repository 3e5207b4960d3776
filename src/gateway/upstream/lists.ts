import type { GatewayContext } from '../gatewayOptions'
import { listedNetworks, networkSegment } from '../networkName'
import { createResponseCache, type LoadResult } from './cache'
import {
  type CachedList,
  type CachedListResult,
  type Compress,
  chainsLifetime,
  poolsLifetime,
  toLoadResult,
} from './cachedResponse'
import type { UpstreamClient, UpstreamResponse } from './client'
import type { Store } from './store'

/** `isListed` is false while there is no chain list to compare with. */
type UpstreamNetwork = { readonly name: string; readonly segment: string; readonly isListed: boolean }

/** The two GETs of the service, cached. */
export function createLists(
  callService: UpstreamClient,
  clock: () => number,
  compress: Compress | undefined,
  store: Pick<Store, 'list'> = alone,
) {
  const isShrunk = (list: CachedList) => list.isShrunk === true
  const chainsCache = createResponseCache<CachedList, UpstreamResponse>(chainsLifetime, clock, isShrunk)
  const poolsCache = createResponseCache<CachedList, UpstreamResponse>(poolsLifetime, clock)
  let listed: { readonly in: CachedList; readonly names: ReadonlyMap<string, string> } | undefined
  /** The number of chains in the latest list. */
  let latestChains = 0

  const chains = (c: GatewayContext): Promise<CachedListResult> =>
    chainsCache.get('', () => load(c, 'chains', '/api/blockchain'))

  return {
    chains,
    /** The chains, where they are cached and no one needs to wait for them. */
    knownChains: () => chainsCache.peek('')?.value,
    /** Milliseconds; `undefined` where no list of chains is kept. */
    chainsAge: () => chainsCache.age(''),
    pools: (c: GatewayContext, { name, segment }: UpstreamNetwork): Promise<CachedListResult> =>
      poolsCache.get(name, () => load(c, 'pools', `/api/amm/pool/all/${segment}`)),
    /** The network with this name or slug; `undefined` when the chain list does not have it. */
    async network(c: GatewayContext, segment: string): Promise<UpstreamNetwork | undefined> {
      const asked = networkSegment(segment)
      if (!asked) return undefined
      const result = await chains(c)
      if (result.is === 'cached' && listed?.in !== result.value)
        listed = { in: result.value, names: namesIn(result.value) }
      const name = listed?.names.get(asked.name)
      if (name === undefined) return result.is === 'cached' ? undefined : { ...asked, isListed: false }
      // A listed name that cannot be a path segment is requested by its slug.
      return { ...(networkSegment(encodeURIComponent(name)) ?? asked), isListed: true }
    },
  }

  /** While a list is doubtful, the networks of the one before are known as well. */
  function namesIn(list: CachedList): ReadonlyMap<string, string> {
    const before = list.isShrunk && listed ? listed.names : []
    return new Map([...before, ...listedNetworks(list.bytes)])
  }

  /** Also finishes when its caller disconnects or got a stale list: others may wait for the same load. */
  function load(c: GatewayContext, route: 'chains' | 'pools', path: string) {
    const loading = store
      .list(path, () => callService({ route, path }))
      .then(async ({ answer, ...ages }) => ({ ...(await toLoadResult(answer, route, compress)), ...ages }))
      .then((result) => (route === 'chains' ? markShrunk(result) : result))
    c.env?.waitUntil?.(loading)
    return loading
  }

  /**
   * A shrunken list of chains is believed when the service repeats it. Pools are requested every five seconds in any
   * case.
   */
  function markShrunk(result: LoadResult<CachedList, UpstreamResponse>): LoadResult<CachedList, UpstreamResponse> {
    if (result.is === 'failed') return result
    const { records = 0 } = result.value
    const isLess = records * 2 < latestChains
    latestChains = records
    return isLess ? { is: 'loaded', value: { ...result.value, isShrunk: true } } : result
  }
}

/** One gateway that shares its lists with no other. */
const alone: Pick<Store, 'list'> = { list: async (_, ask) => ({ answer: await ask() }) }
