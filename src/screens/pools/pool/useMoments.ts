import { useEffect, useState } from 'react'
import { readPoolHistory, useHistoryVersion } from '../../../components/pools/recordHistory'
import { useServices } from '../../../components/services'
import type { PoolSnapshot } from '../../../domain/pools/poolHistory'

/** What this browser has seen of a pool, the oldest first; `undefined` until it was read. */
export function useMoments(network: string, id: string): readonly PoolSnapshot[] | undefined {
  const { client } = useServices()
  const notes = useHistoryVersion()
  const [moments, setMoments] = useState<readonly PoolSnapshot[]>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: every note may be a moment of this pool.
  useEffect(() => {
    let isGone = false
    void readPoolHistory(client.base, network, id).then((moments) => {
      if (!isGone) setMoments(moments)
    })
    return () => {
      isGone = true
    }
  }, [client.base, network, id, notes])
  return moments
}
