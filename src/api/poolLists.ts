import type { PoolsAnswer } from '../protocol/messages'
import { readPools, samePools } from '../protocol/pools/poolsCodec'
import type { BodyCache } from './cache'
import { createPolledList, type PolledList } from './polledList'
import type { Requester } from './requester'
import type { Tabs } from './tabs'

/** One polled list of pools per network. */
export type PoolLists = {
  /** `undefined` for a name that no URL path can carry. */
  readonly of: (network: string) => PolledList<PoolsAnswer> | undefined
}

export type PoolListsDeps = {
  readonly request: Requester
  readonly cache: BodyCache | undefined
  readonly base: string
  readonly tabs: Tabs | undefined
}

export function createPoolLists({ request, cache, base, tabs }: PoolListsDeps): PoolLists {
  const lists = new Map<string, PolledList<PoolsAnswer>>()

  return {
    of(network) {
      const segment = pathSegment(network)
      if (segment === undefined) return undefined
      const list = lists.get(segment) ?? listAt(`/api/amm/pool/all/${segment}`)
      lists.set(segment, list)
      return list
    },
  }

  function listAt(path: string): PolledList<PoolsAnswer> {
    const isEmpty = ({ records }: PoolsAnswer) => records.length === 0
    return createPolledList<PoolsAnswer>(request, cache, base, {
      path,
      read: readPools,
      isSame: samePools,
      isEmpty,
      tabs,
    })
  }
}

/** A name as one segment of a URL path; `undefined` for names such as `..` that none can carry. */
function pathSegment(name: string): string | undefined {
  if (/^\.{0,2}$/.test(name.trim())) return undefined
  return encodeURIComponent(name.replace(/\p{Surrogate}/gu, '\ufffd'))
}
