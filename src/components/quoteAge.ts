import { useEffect, useState } from 'react'

/** Milliseconds after which a quote is refreshed, and after which it may no longer be reviewed. */
export const quoteRefreshAfter = 20_000
export const quoteStaleAfter = 30_000

/** Milliseconds since `since` on the given clock, updated once a second while shown. */
export function useAge(since: number | undefined, now: () => number): number | undefined {
  const [, tick] = useState(0)

  useEffect(() => {
    if (since === undefined) return
    const timer = setInterval(() => tick((count) => count + 1), 1_000)
    return () => clearInterval(timer)
  }, [since])

  return since === undefined ? undefined : Math.max(0, now() - since)
}
