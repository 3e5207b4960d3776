import type { GatewayContext } from '../gatewayOptions'
import { listedNetworks, networkSegment } from '../networkName'
import { createResponseCache } from './cache'
import {
  type CachedList,
  type CachedListResult,
  type Compress,
  chainsLifetime,
  poolsLifetime,
  toLoadResult,
} from './cachedResponse'
import type { UpstreamClient, UpstreamResponse } from './client'

/** The two GETs of the service, cached. */
export type Lists = {
  readonly chains: (c: GatewayContext) => Promise<CachedListResult>
  /** The chains, where they are cached and nobody needs to wait for them. */
  readonly knownChains: () => CachedList | undefined
  readonly pools: (c: GatewayContext, network: UpstreamNetwork) => Promise<CachedListResult>
  /** The network with this name or slug; `undefined` when the chain list does not have it. */
  readonly network: (c: GatewayContext, segment: string) => Promise<UpstreamNetwork | undefined>
}

/** `isListed` is false while there is no chain list to compare with. */
export type UpstreamNetwork = { readonly name: string; readonly segment: string; readonly isListed: boolean }

export function createLists(callService: UpstreamClient, clock: () => number, compress: Compress | undefined): Lists {
  const chainsCache = createResponseCache<CachedList, UpstreamResponse>(chainsLifetime, clock)
  const poolsCache = createResponseCache<CachedList, UpstreamResponse>(poolsLifetime, clock)
  let listed: { readonly in: CachedList; readonly names: ReadonlyMap<string, string> } | undefined

  const chains = (c: GatewayContext) => chainsCache.get('', () => load(c, 'chains', '/api/blockchain'))

  return {
    chains,
    knownChains: () => chainsCache.peek(''),
    pools: (c, { name, segment }) => poolsCache.get(name, () => load(c, 'pools', `/api/amm/pool/all/${segment}`)),
    async network(c, segment) {
      const asked = networkSegment(segment)
      if (!asked) return undefined
      const result = await chains(c)
      if (result.is === 'cached' && listed?.in !== result.value)
        listed = { in: result.value, names: listedNetworks(result.value.bytes) }
      const name = listed?.names.get(asked.name)
      if (name === undefined) return result.is === 'cached' ? undefined : { ...asked, isListed: false }
      // A listed name that cannot be a path segment is requested by its slug.
      return { ...(networkSegment(encodeURIComponent(name)) ?? asked), isListed: true }
    },
  }

  /** Also finishes when its caller disconnects or got a stale list: others may wait for the same load. */
  function load(c: GatewayContext, route: 'chains' | 'pools', path: string) {
    const loading = callService({ route, path }).then((answer) => toLoadResult(answer, route, compress))
    c.env?.waitUntil?.(loading)
    return loading
  }
}
