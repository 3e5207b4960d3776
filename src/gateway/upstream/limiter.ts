/** Requests per minute in the long run, and the allowed burst. */
export type RateLimit = { readonly perMinute: number; readonly burst: number }

/**
 * Takes `count` requests (default 1) from the caller's budget; 0 takes none and checks whether one is left. Returns 0,
 * or the seconds to wait before trying again.
 */
export type Limiter = (caller: string, count?: number) => number

type Bucket = { readonly tokens: number; readonly at: number }

/** A token bucket per caller. Beyond `capacity` callers the least recently seen one is dropped. */
export function createLimiter(limit: RateLimit, clock: () => number, capacity = 50_000): Limiter {
  const perMillisecond = limit.perMinute / 60_000
  const buckets = new Map<string, Bucket>()

  return (caller, count = 1) => {
    const now = clock()
    const bucket = buckets.get(caller) ?? { tokens: limit.burst, at: now }
    const tokens = Math.min(limit.burst, bucket.tokens + (now - bucket.at) * perMillisecond)
    // A batch larger than the burst is allowed when the bucket is full and leaves it in debt; otherwise it could never
    // be sent.
    const missing = Math.min(Math.max(count, 1), limit.burst) - tokens
    const isAllowed = missing <= 0

    buckets.delete(caller)
    buckets.set(caller, { tokens: isAllowed ? tokens - count : tokens, at: now })
    // Each use inserts the caller at the end.
    const [oldest = ''] = buckets.keys()
    if (buckets.size > capacity) buckets.delete(oldest)

    return isAllowed ? 0 : Math.ceil(missing / perMillisecond / 1_000)
  }
}
