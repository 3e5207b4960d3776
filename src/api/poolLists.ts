import type { PoolsAnswer } from '../protocol/messages'
import { readPools, samePools } from '../protocol/pools/poolsCodec'
import type { Shelf } from './cache'
import { type List, listOf } from './polledList'
import type { Ask } from './requester'
import type { Tabs } from './tabs'

/** The pools of each network. */
export type PoolLists = {
  /** `undefined` for a name that no path can carry. */
  readonly of: (network: string) => List<PoolsAnswer> | undefined
}

export function createPoolLists(around: {
  readonly ask: Ask
  readonly shelf: Shelf | undefined
  readonly base: string
  readonly tabs: Tabs | undefined
}): PoolLists {
  const { ask, shelf, base, tabs } = around
  const lists = new Map<string, List<PoolsAnswer>>()

  return {
    of(network) {
      const segment = pathSegment(network)
      if (segment === undefined) return undefined
      const list = lists.get(segment) ?? listAt(`/api/amm/pool/all/${segment}`)
      lists.set(segment, list)
      return list
    },
  }

  function listAt(path: string): List<PoolsAnswer> {
    const isEmpty = ({ records }: PoolsAnswer) => records.length === 0
    return listOf<PoolsAnswer>(ask, shelf, base, { path, read: readPools, isSame: samePools, isEmpty, tabs })
  }
}

/** A name as one step of a path; `undefined` for names that no path can carry. */
function pathSegment(name: string): string | undefined {
  if (/^\.{0,2}$/.test(name.trim())) return undefined
  return encodeURIComponent(name.replace(/\p{Surrogate}/gu, '\ufffd'))
}
