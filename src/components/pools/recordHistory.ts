import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { whenIdle } from '../../api/idle'
import { openPoolHistory, type PoolObservation } from '../../api/poolHistoryStore'
import { knownValue } from '../../domain/pools/pool'
import { type PoolSnapshot, tracked } from '../../domain/pools/poolHistory'
import { writeJson } from '../../protocol/json/json'
import type { ReadPool } from '../../protocol/pools/poolReader'
import { useServices } from '../services'
import type { NetworkPools } from './usePoolLists'

const history = openPoolHistory()

/** Records pool history once a minute: the full record of open pools, only the figures of others. */
export function useRecordHistory(lists: readonly NetworkPools[], followed?: string): void {
  const { client } = useServices()
  const queries = useQueryClient()
  const notedAt = useRef(new Map<string, number>())
  useEffect(() => {
    const note = async (inputs: readonly PoolObservation[]) => {
      await history.record(inputs)
      await queries.invalidateQueries({ queryKey: [historyKey] })
    }
    for (const { network, pools, freshness } of lists) {
      const { saidAt, from } = freshness
      if (saidAt === undefined || from !== 'service') continue
      const name = (pool: ReadPool) => historyName(client.base, network, pool.id)
      // The pools of a long list are named only when one of them is followed.
      const own = followed === undefined ? [] : pools.filter(({ id }) => id === followed)
      if (own.length > 0) void note(own.map((pool) => ({ pool: name(pool), moment: whole(pool, saidAt) })))
      if (!notedAt.current.has(network)) rememberLater(`${client.base}|${network}`, pools, saidAt)
      if (saidAt - (notedAt.current.get(network) ?? 0) < 60_000) continue
      notedAt.current.set(network, saidAt)
      const others = pools.slice(0, maxNoted).filter(({ id }) => id !== followed)
      if (others.length > 0)
        whenIdle(
          () =>
            void note(others.map(({ uncached }) => ({ pool: name(uncached), moment: figuresAt(uncached, saidAt) }))),
        )
    }
  }, [lists, followed, client.base, queries])
}

/**
 * Remembers the fields of the first poll, two seconds later, so that the list is drawn first. Never on /swap: loading this
 * code would delay that of the review.
 */
function rememberLater(name: string, pools: readonly ReadPool[], at: number): void {
  if (window.location.pathname === '/swap') return
  setTimeout(
    () =>
      whenIdle(() => {
        // The code cannot be loaded, for example offline: a later visit remembers the fields.
        import('./rememberSchema').then(
          ({ rememberSchema }) => rememberSchema(name, pools, at),
          () => undefined,
        )
      }),
    2_000,
  )
}

/** This browser's record of each pool, the oldest first; `undefined` until it was read. It stays while it is read again. */
export function usePoolHistory(pools: readonly { readonly network: string; readonly id: string }[]) {
  const { client } = useServices()
  const names = pools.map(({ network, id }) => historyName(client.base, network, id))
  const { data } = useQuery({
    queryKey: [historyKey, ...names],
    queryFn: () => Promise.all(names.map((name) => history.read(name))),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}

const historyKey = 'pool history'

export async function clearPoolHistory(
  queries: QueryClient,
  { base, network, id }: { readonly base: string; readonly network: string; readonly id: string },
): Promise<void> {
  await history.forget(historyName(base, network, id))
  await queries.invalidateQueries({ queryKey: [historyKey] })
}

function whole(pool: ReadPool, at: number): PoolSnapshot {
  return { ...figuresAt(pool, at), record: writeJson(pool.record) }
}

function figuresAt(pool: ReadPool, at: number): PoolSnapshot {
  const figures = Object.fromEntries(
    tracked.flatMap((name) => {
      const value = knownValue<string | number | bigint>(pool[name])
      return value === undefined ? [] : [[name, String(value)]]
    }),
  )
  return { at, figures, record: undefined }
}

function historyName(base: string, network: string, id: string): string {
  return `${base}|${network}|${id}`
}

/** In very long lists only the first pools are recorded; opening another pool records it too. */
const maxNoted = 200
