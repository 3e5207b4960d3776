import type { ListFreshnessInput } from '../../domain/pools/poolFreshness'
import type { ReadPool } from '../../protocol/pools/poolReader'
import { depositChains } from '../../rows/depositPool'
import type { PoolRowModel } from '../../rows/poolRowModel'
import { reportedTimes } from '../../rows/reportedTimes'
import { type ListedPools, sortedPools, startDepositOf, startNetworks, startPoolsOf } from '../../rows/startRows'
import type { GatewayContext, GatewayOptions } from '../gatewayOptions'
import type { CachedListResult } from '../upstream/cachedResponse'
import type { Lists } from '../upstream/lists'
import type { ReadLists } from './readLists'
import { encodedResponse, negotiateEncoding } from './site'

type StartPage = 'pools' | 'liquidity'

/** With more networks the app itself spreads its requests: nobody waits for lists that are not there yet. */
const mostAsked = 5

/** Of all lists together: reading more would keep every other caller of this process waiting, once in five seconds. */
const maxBytes = 2 * 1024 * 1024

/**
 * Answers `/start.json?page=pools` and `?page=liquidity`: the rows that those pages begin with, from the lists that the app
 * asks for in the same second, and from the same cache. Where a list is missing, old because the service fails, or too
 * long, the answer is empty, and the page waits for the app.
 */
export function createStartPools(
  { clock, compress, deployment }: Pick<GatewayOptions, 'clock' | 'compress' | 'deployment'>,
  lists: Lists,
  read: ReadLists,
) {
  let sorted: { readonly of: readonly unknown[]; readonly rows: readonly PoolRowModel[] } | undefined

  return {
    async answer(c: GatewayContext, page: StartPage): Promise<Response> {
      const listed = await listedPools(c, page)
      const start = listed && (page === 'pools' ? poolsOf(listed) : depositOf(listed))
      return compressed(start ? { ...start, imageBaseUrl: deployment.imageBaseUrl } : {}, c.req.raw)
    },
  }

  async function listedPools(c: GatewayContext, page: StartPage): Promise<readonly ListedPools[] | undefined> {
    const chains = freshOf(await lists.chains(c))
    if (!chains) return undefined
    const catalog = read.catalog(chains.value)
    const networks = startNetworks(page, catalog.chains, depositChains(catalog.tokens))
    const results = await Promise.all(
      networks.map(async ({ network }) => freshOf(await resultOf(c, network, networks.length))),
    )
    if (results.reduce((sum, result) => sum + (result?.value.bytes.length ?? 0), 0) > maxBytes) return undefined
    const listed = networks.flatMap(({ network, chain }, index) => {
      const result = results[index]
      const pools = result && read.pools(chains.value, chain, result.value)
      return pools ? [{ network, chain, pools, freshness: freshnessOf(pools, clock() - result.age) }] : []
    })
    return listed.length === networks.length ? listed : undefined
  }

  async function resultOf(c: GatewayContext, name: string, count: number): Promise<CachedListResult | undefined> {
    const network = await lists.network(c, encodeURIComponent(name))
    if (!network) return undefined
    return count > mostAsked ? lists.knownPools(network) : lists.pools(c, network)
  }

  function poolsOf(listed: readonly ListedPools[]) {
    const of = listed.map(({ pools }) => pools)
    if (!sorted || sorted.of.length !== of.length || of.some((pools, index) => sorted?.of[index] !== pools))
      sorted = { of, rows: sortedPools(listed) }
    return startPoolsOf(listed, sorted.rows, clock())
  }

  function depositOf([first]: readonly ListedPools[]) {
    return first && startDepositOf(first, clock())
  }

  async function compressed(body: object, request: Request): Promise<Response> {
    const bytes = new TextEncoder().encode(JSON.stringify(body))
    const form = { bytes, brotli: undefined, gzip: undefined, ...(await compress?.(bytes)) }
    const headers = new Headers({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      vary: 'accept-encoding',
    })
    return encodedResponse(negotiateEncoding(form, request.headers.get('accept-encoding')), headers)
  }
}

/** A list that is only there because a newer one failed must not look like one of now. */
function freshOf(result: CachedListResult | undefined) {
  return result?.is === 'cached' && result.staleBecause === undefined ? result : undefined
}

function freshnessOf(pools: readonly ReadPool[], saidAt: number): ListFreshnessInput {
  const times = reportedTimes(pools)
  return { saidAt, from: 'service', count: pools.length, refusal: undefined, ...times, unchangedSince: saidAt }
}
