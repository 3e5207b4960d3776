import { useCallback, useEffect, useRef } from 'react'

/** A function that stays the same while what it does follows the latest render: rows need not be drawn again. */
export function useEvent<Facts extends readonly unknown[]>(act: (...facts: Facts) => void): (...facts: Facts) => void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  return useCallback((...facts: Facts) => latest.current(...facts), [])
}
