import { useMemo } from 'react'
import type { NetworkPools } from '../../../components/pools/usePoolLists'
import { listFreshness } from '../../../domain/pools/poolFreshness'
import type { Column } from '../../../rows/columns'
import { isLeftBehind, type PoolRowModel } from '../../../rows/poolRowModel'
import { useNow } from '../useNow'

export type IsOutdated = (row: PoolRowModel, ages: Column['ages']) => boolean

/** Which figures are outdated: all live or hourly ones of a network, or those of one pool that stopped. */
export function useOutdatedFigures(lists: readonly NetworkPools[]): IsOutdated {
  const now = useNow(10_000)
  const minute = Math.floor(now / 60_000)
  const states = lists
    .map(({ network, freshness }) => {
      const { live, hourly } = listFreshness(freshness, now)
      return `${network} ${isOver(live.is)} ${isOver(hourly.is)}`
    })
    .join('\n')
  return useMemo(() => {
    const over = new Set(states.split('\n'))
    return ({ network, pool }, ages) => {
      if (ages === 'never') return false
      if (over.has(`${network} true true`) || isLeftBehind(pool, minute * 60_000)) return true
      return over.has(ages === 'live' ? `${network} true false` : `${network} false true`)
    }
  }, [states, minute])
}

function isOver(state: string): boolean {
  return state === 'stale' || state === 'frozen'
}
