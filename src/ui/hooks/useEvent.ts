import { useCallback, useEffect, useRef } from 'react'

/** A stable callback that runs the latest render's function, so that memoised rows are not rendered again. */
export function useEvent<Facts extends readonly unknown[]>(act: (...facts: Facts) => void): (...facts: Facts) => void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  return useCallback((...facts: Facts) => latest.current(...facts), [])
}
