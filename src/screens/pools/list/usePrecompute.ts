import { useEffect } from 'react'
import type { PoolRowModel } from '../../../components/pools/poolRowModel'

/** Finds out in idle moments what a search will ask of every row, so that the first key press does not wait for it. */
export function usePrecompute(rows: readonly PoolRowModel[]): void {
  useEffect(() => {
    if (typeof requestIdleCallback === 'undefined') return
    let place = 0
    let handle = requestIdleCallback(warm)
    return () => cancelIdleCallback(handle)

    function warm(idle: IdleDeadline) {
      while (place < rows.length && idle.timeRemaining() > 2) {
        // A few at a time: asking for the time costs as much as a row.
        for (const row of rows.slice(place, place + 16)) row.precompute()
        place += 16
      }
      if (place < rows.length) handle = requestIdleCallback(warm)
    }
  }, [rows])
}
