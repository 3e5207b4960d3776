import type { GatewayContext } from '../gatewayOptions'
import { networkSegment } from '../networkName'
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
  /** The latest list of chains. */
  let latest: CachedList | undefined

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
      const name = (result.is === 'cached' ? result.value : latest)?.networks.get(asked.name)
      if (name === undefined) return result.is === 'cached' ? undefined : { ...asked, isListed: false }
      // A listed name that cannot be a path segment is requested by its slug.
      return { ...(networkSegment(encodeURIComponent(name)) ?? asked), isListed: true }
    },
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
   * A shrunken list of chains is believed when the service repeats it; until then the networks of the one before are known
   * as well. Pools are requested every five seconds in any case.
   */
  function markShrunk(result: LoadResult<CachedList, UpstreamResponse>): LoadResult<CachedList, UpstreamResponse> {
    if (result.is === 'failed') return result
    const before = latest
    latest = result.value
    if (!before || (latest.records ?? 0) * 2 >= (before.records ?? 0)) return result
    latest = { ...latest, networks: new Map([...before.networks, ...latest.networks]), isShrunk: true }
    return { is: 'loaded', value: latest }
  }
}

/** One gateway that shares its lists with no other. */
const alone: Pick<Store, 'list'> = { list: async (_, ask) => ({ answer: await ask() }) }
