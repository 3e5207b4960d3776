import { useEffect, useState } from 'react'
import { useServices } from './services'

/** The current time, updated every second, or every `every` milliseconds, while it `isWatched`. */
export function useNow(every = 1_000, isWatched = true): number {
  const { clock } = useServices()
  const [now, setNow] = useState(clock)
  useEffect(() => {
    if (!isWatched) return
    const timer = setInterval(() => setNow(clock()), every)
    return () => clearInterval(timer)
  }, [clock, every, isWatched])
  return now
}

/** Milliseconds since `since`, updated every second, and at each render: a new answer may come from the cache, and be old. */
export function useAge(since: number | undefined): number | undefined {
  const { clock } = useServices()
  useNow(1_000, since !== undefined)
  return since === undefined ? undefined : Math.max(0, clock() - since)
}
