import { useMemo } from 'react'
import { agesOfLists, type IsOutdated, outdatedBy } from '../../../components/pools/figureAges'
import type { NetworkPools } from '../../../components/pools/usePoolLists'
import { useNow } from '../useNow'

/** Which figures are outdated: all live or hourly ones of a network, or those of one pool that stopped. */
export function useOutdatedFigures(lists: readonly NetworkPools[]): IsOutdated {
  const now = useNow(10_000)
  const minute = Math.floor(now / 60_000)
  const ages = agesOfLists(lists, now)
  return useMemo(() => outdatedBy(ages, minute * 60_000), [ages, minute])
}
