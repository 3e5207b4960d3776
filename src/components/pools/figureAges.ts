import { type ListFreshness, type ListFreshnessInput, listFreshness } from '../../domain/pools/poolFreshness'
import type { Column } from './columns'
import { isLeftBehind, type PoolRowModel } from './poolRowModel'

export type IsOutdated = (row: PoolRowModel, ages: Column['ages']) => boolean

type AgedList = { readonly network: string; readonly freshness: ListFreshnessInput }

/** Of which networks live or hourly figures are outdated, as a text that stays equal while nothing changes. */
export function agesOfLists(lists: readonly AgedList[], now: number): string {
  return lists
    .map(({ network, freshness }) => {
      const { live, hourly } = listFreshness(freshness, now)
      return `${network} ${isOver(live.is)} ${isOver(hourly.is)}`
    })
    .join('\n')
}

/** Which figures are outdated: all of a class in a network, by `agesOfLists`, or those of one pool that stopped. */
export function outdatedBy(ages: string, now: number): IsOutdated {
  const over = new Set(ages.split('\n'))
  return ({ network, pool }, ages) => {
    if (ages === 'never') return false
    if (over.has(`${network} true true`) || isLeftBehind(pool, now)) return true
    return over.has(ages === 'live' ? `${network} true false` : `${network} false true`)
  }
}

function isOver(state: string): boolean {
  return state === 'stale' || state === 'frozen'
}

/** Of several networks, the one in the worst state: failed, frozen, stale, then the oldest. */
export function worstFreshness(all: readonly ListFreshness[]): ListFreshness | undefined {
  return all.toSorted((a, b) => weight(b) - weight(a) || at(a) - at(b))[0]
}

function weight({ list, live, hourly }: ListFreshness): number {
  if (list.is === 'failed') return 6
  if (list.is === 'listed' && list.refusal !== undefined) return 5
  if (live.is === 'frozen' || hourly.is === 'frozen') return 4
  if (live.is === 'stale' || hourly.is === 'stale') return 3
  return list.is === 'listed' ? 2 : list.is === 'waiting' ? 1 : 0
}

function at({ live }: ListFreshness): number {
  return live.is === 'unknown' ? 0 : live.at
}
