/** Requests per minute in the long run, and how many of them may come at once. */
export type RateLimit = { readonly perMinute: number; readonly burst: number }

/**
 * Takes `count` requests (1 when left out) from the caller's budget; 0 takes none and checks whether one is left.
 * Returns 0, or the seconds after which to try again.
 */
export type Limiter = (caller: string, count?: number) => number

type Bucket = { readonly tokens: number; readonly at: number }

/** A token bucket per caller. Beyond `capacity` callers it forgets the one seen longest ago. */
export function createLimiter(limit: RateLimit, clock: () => number, capacity = 50_000): Limiter {
  const perMillisecond = limit.perMinute / 60_000
  const buckets = new Map<string, Bucket>()

  return (caller, count = 1) => {
    const now = clock()
    const bucket = buckets.get(caller) ?? { tokens: limit.burst, at: now }
    const tokens = Math.min(limit.burst, bucket.tokens + (now - bucket.at) * perMillisecond)
    // A batch larger than the burst passes on a full bucket and leaves it in debt: it could never pass otherwise.
    const missing = Math.min(Math.max(count, 1), limit.burst) - tokens
    const isAllowed = missing <= 0

    buckets.delete(caller)
    buckets.set(caller, { tokens: isAllowed ? tokens - count : tokens, at: now })
    if (buckets.size > capacity) buckets.delete(oldest(buckets))

    return isAllowed ? 0 : Math.ceil(missing / perMillisecond / 1_000)
  }
}

/** A `Map` keeps insertion order, and each use inserts the caller anew. */
function oldest(buckets: Map<string, Bucket>): string {
  for (const caller of buckets.keys()) return caller
  return ''
}
