/**
 * The system's clock, which never goes back: when the system's time is corrected, it goes on from where it was. Otherwise
 * lists would stay fresh, and callers over their limit, for as long as the clock was wrong.
 */
export function createSteadyClock(systemClock: () => number = Date.now): () => number {
  let ahead = 0
  let latest = Number.NEGATIVE_INFINITY
  return () => {
    const now = systemClock()
    ahead = Math.max(ahead, latest - now)
    latest = now + ahead
    return latest
  }
}
