import pLimit from 'p-limit'
import { type ExpectedNetwork, expectedNetwork, isOtherNetwork } from '../protocol/pools/networkCheck'
import { decodePools, samePools } from '../protocol/pools/poolsCodec'
import { refuse } from '../protocol/refusal'
import type { PoolsAnswer } from '../protocol/serviceMessages'
import type { ChainList } from './chainList'
import { createPolledList, type ListDeps, type PolledList } from './polledList'
import type { Requester } from './requester'
import type { Tabs } from './tabs'
import { orAbort } from './waiting'

type PoolListsDeps = ListDeps & {
  readonly tabs: Tabs | undefined
  /** The chain list, once it has been fetched. */
  readonly latestChains: () => ChainList | undefined
}

/** Requests in progress at a time: a screen of all networks does not request all of them in parallel. */
const maxRequests = 2

/** One polled list of pools per network. */
export function createPoolLists({ request, tabs, latestChains, ...deps }: PoolListsDeps) {
  const listDeps = { ...deps, request: queued(request, maxRequests) }
  const lists = new Map<string, PolledList<PoolsAnswer>>()

  return {
    /** `undefined` for a name that cannot be part of a URL path. */
    of(network: string): PolledList<PoolsAnswer> | undefined {
      const name = serviceName(network)
      const segment = pathSegment(name)
      if (segment === undefined) return undefined
      const list = lists.get(segment) ?? listOf(name, `/api/amm/pool/all/${segment}`)
      lists.set(segment, list)
      return list
    },
  }

  function listOf(network: string, path: string): PolledList<PoolsAnswer> {
    const expected = createExpectation(network)
    return createPolledList<PoolsAnswer>(listDeps, {
      path,
      decode: decodePools,
      isSame: samePools,
      sizeOf: ({ records }) => records.length,
      check: ({ records }) => {
        const own = expected()
        return own && isOtherNetwork(records, own) ? refuse('other network') : undefined
      },
      tabs,
    })
  }

  /** The service's own name of a network: polling its slug would be a second list of the same pools. */
  function serviceName(network: string): string {
    const { records = [] } = latestChains() ?? {}
    if (records.some(({ name }) => name === network)) return network
    const bySlug = records.filter(({ routerSlug }) => routerSlug !== '' && routerSlug === network)
    return bySlug.length === 1 ? bySlug[0]!.name : network
  }

  /** The expected network of a list of pools, computed once per chain list. */
  function createExpectation(network: string) {
    let latest: { readonly list: ChainList; readonly expected: ExpectedNetwork | undefined } | undefined
    return () => {
      const list = latestChains()
      if (list && latest?.list !== list)
        latest = { list, expected: expectedNetwork(list.catalog, list.records, network) }
      return latest?.expected
    }
  }
}

/** A name as one segment of a URL path; `undefined` for names such as `..` that cannot be one. */
function pathSegment(name: string): string | undefined {
  if (/^\.{0,2}$/.test(name.trim())) return undefined
  return encodeURIComponent(name.replace(/\p{Surrogate}/gu, '\ufffd'))
}

/**
 * Lets at most `most` requests be in progress; the others wait for their turn, in order. A request that is aborted while it
 * waits is never sent.
 */
export function queued(request: Requester, most: number): Requester {
  const limit = pLimit(most)
  return (get, decode, signal) => {
    const turn = limit(async () => {
      signal?.throwIfAborted()
      const sentAt = performance.now()
      return { ...(await request(get, decode, signal)), sentAt }
    })
    return signal ? orAbort(turn, signal) : turn
  }
}
