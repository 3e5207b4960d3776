import { useEffect, useState } from 'react'
import type { NetworkPools } from '../../../components/pools/usePoolLists'

/** Milliseconds that the rows wait for the slower networks. */
const longestWait = 2_000

/**
 * Whether the lists can be shown: each has an answer or a failure, or the slow ones have had their time. Rows that are
 * sorted in among others while a person reads would make them jump.
 */
export function useReadyLists(lists: readonly NetworkPools[]): boolean {
  const isSettled = lists.every(({ freshness }) => freshness.saidAt !== undefined || freshness.refusal !== undefined)
  const hasSome = lists.some(({ freshness }) => freshness.saidAt !== undefined)
  const networks = lists.map(({ network }) => network).join('\n')
  const [shown, show] = useState<string>()
  useEffect(() => {
    if (isSettled || !hasSome) return
    const timer = setTimeout(() => show(networks), longestWait)
    return () => clearTimeout(timer)
  }, [isSettled, hasSome, networks])
  return isSettled || (hasSome && shown === networks)
}
