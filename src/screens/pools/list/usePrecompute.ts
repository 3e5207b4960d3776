import { useEffect } from 'react'
import type { PoolRowModel } from '../../../components/pools/poolRowModel'

/** Computes each row's searchable values when the browser is idle, so that the first key press is fast. */
export function usePrecompute(rows: readonly PoolRowModel[]): void {
  useEffect(() => {
    if (typeof requestIdleCallback === 'undefined') return
    let index = 0
    let handle = requestIdleCallback(warm)
    return () => cancelIdleCallback(handle)

    function warm(idle: IdleDeadline) {
      while (index < rows.length && idle.timeRemaining() > 2) {
        // In small batches: reading the remaining time costs as much as a row.
        for (const row of rows.slice(index, index + 16)) row.precompute()
        index += 16
      }
      if (index < rows.length) handle = requestIdleCallback(warm)
    }
  }, [rows])
}
