import { useEffect, useState } from 'react'

/** A price is asked for again after so long, and not acted on any more after the longer of the two. */
export const quoteRefreshAfter = 20_000
export const quoteStaleAfter = 30_000

/** Milliseconds since `since`, counted by a clock that nobody can set back; counts on once a second while shown. */
export function useAge(since: number | undefined, now: () => number): number | undefined {
  const [, tick] = useState(0)

  useEffect(() => {
    if (since === undefined) return
    const timer = setInterval(() => tick((count) => count + 1), 1_000)
    return () => clearInterval(timer)
  }, [since])

  return since === undefined ? undefined : Math.max(0, now() - since)
}
