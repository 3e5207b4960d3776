import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { whenIdle } from '../../api/idle'
import { openPoolHistory, type PoolObservation } from '../../api/poolHistoryStore'
import { Listeners } from '../../domain/listeners'
import { knownValue } from '../../domain/pools/pool'
import type { PoolSnapshot } from '../../domain/pools/poolHistory'
import { writeJson } from '../../protocol/json/json'
import type { ReadPool } from '../../protocol/pools/poolReader'
import { useServices } from '../services'
import type { NetworkPools } from './usePoolLists'

const history = openPoolHistory()

/** Notified when history was written, so that what is shown reloads. */
const listeners = new Listeners()
let notes = 0

/** Records pool history once a minute: the full record of open pools, only the figures of others. */
export function useRecordHistory(lists: readonly NetworkPools[], followed?: string): void {
  const { client } = useServices()
  const notedAt = useRef(new Map<string, number>())
  useEffect(() => {
    const note = (inputs: readonly PoolObservation[]) => void history.record(inputs).then(tell)
    for (const { network, pools, freshness } of lists) {
      const { saidAt, from } = freshness
      if (saidAt === undefined || from !== 'service') continue
      const name = (pool: ReadPool) => historyName(client.base, network, pool.id)
      // The pools of a long list are named only when one of them is followed.
      const own = followed === undefined ? [] : pools.filter(({ id }) => id === followed)
      if (own.length > 0) note(own.map((pool) => ({ pool: name(pool), moment: whole(pool, saidAt) })))
      if (!notedAt.current.has(network)) rememberLater(`${client.base}|${network}`, pools, saidAt)
      if (saidAt - (notedAt.current.get(network) ?? 0) < 60_000) continue
      notedAt.current.set(network, saidAt)
      const others = pools.slice(0, maxNoted).filter(({ id }) => id !== followed)
      if (others.length > 0)
        whenIdle(() =>
          note(others.map(({ uncached }) => ({ pool: name(uncached), moment: figuresAt(uncached, saidAt) }))),
        )
    }
  }, [lists, followed, client.base])
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

/** How often history was written; readers reload when it changes. */
export function useHistoryVersion(): number {
  return useSyncExternalStore(
    listeners.add,
    () => notes,
    () => 0,
  )
}

/**
 * This browser's record of some pools, each from the oldest on; `undefined` until it was read. While it is read again
 * after a new record, the earlier result is kept.
 */
export function usePoolHistory(
  network: string,
  pools: readonly string[],
): readonly (readonly PoolSnapshot[])[] | undefined {
  const { client } = useServices()
  const version = useHistoryVersion()
  // A new array with the same pools must not refetch.
  const names = pools.join('\n')
  const wanted = `${network} ${names}`
  const [read, setRead] = useState<{ readonly of: string; readonly moments: readonly (readonly PoolSnapshot[])[] }>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: each version may have a new moment of these pools.
  useEffect(() => {
    let isGone = false
    void Promise.all(names.split('\n').map((id) => readPoolHistory(client.base, network, id))).then((moments) => {
      if (!isGone) setRead({ of: wanted, moments })
    })
    return () => {
      isGone = true
    }
  }, [client.base, network, names, wanted, version])
  return read?.of === wanted ? read.moments : undefined
}

export function readPoolHistory(base: string, network: string, id: string): Promise<readonly PoolSnapshot[]> {
  return history.read(historyName(base, network, id))
}

export async function clearPoolHistory(base: string, network: string, id: string): Promise<void> {
  await history.forget(historyName(base, network, id))
  tell()
}

function tell() {
  notes++
  listeners.notify()
}

function whole(pool: ReadPool, at: number): PoolSnapshot {
  return { ...figuresAt(pool, at), record: writeJson(pool.record) }
}

function figuresAt(pool: ReadPool, at: number): PoolSnapshot {
  const { price, tvl, volume, fees, apr, tick, liquidity } = pool
  const reported = { price, tvl, volume, fees, apr, tick, liquidity }
  const figures = Object.fromEntries(
    Object.entries(reported).flatMap(([name, figure]) => {
      const value = knownValue<string | number | bigint>(figure)
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
