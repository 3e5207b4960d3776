import { useMemo } from 'react'
import { readPoolKey } from '../../../components/pools/poolPath'
import { pairLabel } from '../../../components/pools/poolToken'
import { usePoolHistory } from '../../../components/pools/recordHistory'
import { usePoolLists, usePoolReaders } from '../../../components/pools/usePoolLists'
import { isObject, parseJson } from '../../../protocol/json/json'
import type { PoolReader, ReadPool } from '../../../protocol/pools/poolReader'
import { poolRowOf } from '../table/poolRows'

/** One column of a comparison: a pool as it is now, or as this browser saw it. */
export type ComparedPool = ReturnType<typeof useComparedPools>['sides'][number]

/** The columns of a comparison by their keys, and the lists they are read from. */
export function useComparedPools(compared: readonly string[]) {
  const keys = compared.join('\n')
  const asked = useMemo(() => keys.split('\n').map((key) => ({ key, ...readPoolKey(key) })), [keys])
  const lists = usePoolLists([...new Set(asked.map(({ network }) => network))])
  const past = usePoolHistory(asked)
  const readerOf = usePoolReaders()

  const kept = useMemo(() => {
    const pools = new Map<string, ReadPool>()
    for (const [index, { key, network, at }] of asked.entries()) {
      const record = at === undefined ? undefined : past?.[index]?.find((moment) => moment.at === at)?.record
      const pool = record === undefined ? undefined : readKept(record, readerOf(network).reader)
      if (pool) pools.set(key, pool)
    }
    return pools
  }, [asked, past, readerOf])

  const sides = asked.map(({ key, network, id, at }, index) => {
    const list = lists.find((list) => list.network === network)
    const live = list?.pools.find((pool) => pool.id === id)
    const pool = at === undefined ? live : kept.get(key)
    const moments = (past?.[index] ?? []).flatMap(({ at, record }) => (record === undefined ? [] : at))
    return {
      /** `at`: `undefined` is now. */
      ...{ key, network, id, at },
      /** `undefined` if the pool is not listed, or was not seen at that moment. */
      row: pool && poolRowOf(pool, network, list?.chain),
      /** The name to show, also for an unlisted pool. */
      title: pool || live ? pairLabel((pool ?? live)!) : id.slice(0, 12),
      /** Moments at which this pool's full record was stored, the latest first. */
      moments: moments.toReversed(),
    }
  })
  return { sides, lists }
}

function readKept(text: string, { read }: PoolReader): ReadPool | undefined {
  try {
    const json = parseJson(text)
    return isObject(json) ? read({ records: [json], keys: undefined })[0] : undefined
  } catch {
    // The stored record can no longer be read: treated as never seen.
    return undefined
  }
}
