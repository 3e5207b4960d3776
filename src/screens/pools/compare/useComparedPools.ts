import { useMemo } from 'react'
import { type PoolRowModel, pairLabel, poolRowOf, readPoolKey } from '../../../components/pools/poolRowModel'
import { usePoolHistory } from '../../../components/pools/recordHistory'
import { type NetworkPools, usePoolLists, useRecordReader } from '../../../components/pools/usePoolLists'
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

/** The columns of a comparison by their keys, and the lists they are read from. */
export function useComparedPools(compared: readonly string[]): {
  readonly sides: readonly ComparedPool[]
  readonly lists: readonly NetworkPools[]
} {
  const keys = compared.join('\n')
  const asked = useMemo(() => keys.split('\n').map((key) => ({ key, ...readPoolKey(key) })), [keys])
  const networks = useMemo(() => [...new Set(asked.map(({ network }) => network))], [asked])
  const lists = usePoolLists(networks)
  const past = usePoolHistory(asked)
  const readRecord = useRecordReader()

  const kept = useMemo(() => {
    const pools = new Map<string, ReadPool>()
    for (const [index, { key, network, at }] of asked.entries()) {
      const record = at === undefined ? undefined : past[index]?.find((moment) => moment.at === at)?.record
      const pool = record === undefined ? undefined : readKept(record, (json) => readRecord(network, json))
      if (pool) pools.set(key, pool)
    }
    return pools
  }, [asked, past, readRecord])

  const sides = asked.map(({ key, network, id, at }, index): ComparedPool => {
    const list = lists.find((list) => list.network === network)
    const live = list?.pools.find((pool) => pool.id === id)
    const pool = at === undefined ? live : kept.get(key)
    const moments = (past[index] ?? []).flatMap(({ at, record }) => (record === undefined ? [] : at))
    return {
      ...{ key, network, id, at },
      row: pool && poolRowOf(pool, network, list?.chain),
      title: pool || live ? pairLabel((pool ?? live)!) : id.slice(0, 12),
      moments: moments.toReversed(),
    }
  })
  return { sides, lists }
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
