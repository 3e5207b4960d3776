import { useState } from 'react'
import { type PoolRowModel, poolRowsOf } from '../../../components/pools/poolRowModel'
import type { NetworkPools } from '../../../components/pools/usePoolLists'

/** One row per pool, of all lists in their order. The same array as long as no list changed. */
export function usePoolRows(lists: readonly NetworkPools[]): readonly PoolRowModel[] {
  const [kept, keep] = useState<KeptRows>(noRows)
  if (isSame(kept.lists, lists)) return kept.rows
  const parts = lists.map(({ pools, network, chain }, index) =>
    poolRowsOf(pools, network, chain, kept.parts[index] ?? []),
  )
  const next = { lists, parts, rows: parts.flat() }
  keep(next)
  return next.rows
}

type KeptRows = {
  readonly lists: readonly NetworkPools[]
  /** The rows of each list. */
  readonly parts: readonly (readonly PoolRowModel[])[]
  readonly rows: readonly PoolRowModel[]
}

const noRows: KeptRows = { lists: [], parts: [], rows: [] }

function isSame(before: readonly NetworkPools[], lists: readonly NetworkPools[]): boolean {
  return (
    before.length === lists.length &&
    lists.every(({ pools, chain }, index) => before[index]?.pools === pools && before[index].chain === chain)
  )
}
