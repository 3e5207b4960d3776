/** So many requests a minute, and how many of them may come at once. */
export type Allowance = { readonly perMinute: number; readonly burst: number }

/** Takes one request from a client's allowance. Answers 0, or the seconds after which to come again. */
export type Limiter = (client: string) => number

type Bucket = { tokens: number; at: number }

/** A token bucket per client. Forgets the client seen longest ago when it knows too many. */
export function createLimiter(allowance: Allowance, clock: () => number, capacity = 50_000): Limiter {
  const perMillisecond = allowance.perMinute / 60_000
  const buckets = new Map<string, Bucket>()

  return (client) => {
    const now = clock()
    const known = buckets.get(client) ?? { tokens: allowance.burst, at: now }
    const tokens = Math.min(allowance.burst, known.tokens + (now - known.at) * perMillisecond)
    const allowed = tokens >= 1

    buckets.delete(client)
    buckets.set(client, { tokens: allowed ? tokens - 1 : tokens, at: now })
    if (buckets.size > capacity) buckets.delete(oldest(buckets))

    return allowed ? 0 : Math.ceil((1 - tokens) / perMillisecond / 1_000)
  }
}

function oldest(buckets: Map<string, Bucket>): string {
  for (const client of buckets.keys()) return client
  return ''
}
