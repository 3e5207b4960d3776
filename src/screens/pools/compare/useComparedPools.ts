import { useEffect, useMemo, useState } from 'react'
import { type PoolRowModel, pairLabel, poolRowOf, readPoolKey } from '../../../components/pools/poolRowModel'
import { readPoolHistory, useHistoryVersion } from '../../../components/pools/recordHistory'
import { type NetworkPools, usePoolLists, useRecordReader } from '../../../components/pools/usePoolLists'
import { useServices } from '../../../components/services'
import type { PoolSnapshot } from '../../../domain/pools/poolHistory'
import { isObject, parseJson } from '../../../protocol/json/json'
import type { ReadPool } from '../../../protocol/pools/poolReader'

/** One column of a comparison: a pool as it is now, or as this browser saw it. */
export type ComparedPool = {
  readonly key: string
  readonly network: string
  readonly id: string
  /** `undefined` is now. */
  readonly at: number | undefined
  /** `undefined` if the pool is not listed, or was not seen at that moment. */
  readonly row: PoolRowModel | undefined
  /** The name to show, also for an unlisted pool. */
  readonly title: string
  /** Moments at which this pool's full record was stored, the latest first. */
  readonly moments: readonly number[]
}

type Past = ReadonlyMap<string, readonly PoolSnapshot[]>

/** The columns of a comparison by their keys, and the lists they are read from. */
export function useComparedPools(compared: readonly string[]): {
  readonly sides: readonly ComparedPool[]
  readonly lists: readonly NetworkPools[]
} {
  const keys = compared.join('\n')
  const asked = useMemo(() => keys.split('\n').map((key) => ({ key, ...readPoolKey(key) })), [keys])
  const networks = useMemo(() => [...new Set(asked.map(({ network }) => network))], [asked])
  const lists = usePoolLists(networks)
  const past = usePast(asked)
  const readRecord = useRecordReader()

  const kept = useMemo(() => {
    const pools = new Map<string, ReadPool>()
    for (const { key, network, id, at } of asked) {
      const record =
        at === undefined ? undefined : past.get(pastName(network, id))?.find((moment) => moment.at === at)?.record
      const pool = record === undefined ? undefined : readKept(record, (json) => readRecord(network, json))
      if (pool) pools.set(key, pool)
    }
    return pools
  }, [asked, past, readRecord])

  const sides = asked.map(({ key, network, id, at }): ComparedPool => {
    const list = lists.find((list) => list.network === network)
    const live = list?.pools.find((pool) => pool.id === id)
    const pool = at === undefined ? live : kept.get(key)
    const moments = (past.get(pastName(network, id)) ?? []).flatMap(({ at, record }) =>
      record === undefined ? [] : at,
    )
    return {
      ...{ key, network, id, at },
      row: pool && poolRowOf(pool, network, list?.chain),
      title: pool || live ? pairLabel((pool ?? live)!) : id.slice(0, 12),
      moments: moments.toReversed(),
    }
  })
  return { sides, lists }
}

/** Everything this browser has seen of the pools that are compared. */
function usePast(asked: readonly { readonly network: string; readonly id: string }[]): Past {
  const { client } = useServices()
  const notes = useHistoryVersion()
  const [past, setPast] = useState<Past>(new Map())
  // biome-ignore lint/correctness/useExhaustiveDependencies: every note may be a moment of these pools.
  useEffect(() => {
    let isGone = false
    const read = asked.map(async ({ network, id }) => {
      const moments = await readPoolHistory(client.base, network, id)
      return [pastName(network, id), moments] as const
    })
    void Promise.all(read).then((found) => {
      if (!isGone) setPast(new Map(found))
    })
    return () => {
      isGone = true
    }
  }, [client.base, asked, notes])
  return past
}

function readKept(
  text: string,
  read: (record: Parameters<ReturnType<typeof useRecordReader>>[1]) => ReadPool | undefined,
): ReadPool | undefined {
  try {
    const json = parseJson(text)
    return isObject(json) ? read(json) : undefined
  } catch {
    // The stored record can no longer be read: treated as never seen.
    return undefined
  }
}

function pastName(network: string, id: string): string {
  return `${network}\n${id}`
}
