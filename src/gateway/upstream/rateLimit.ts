import { refusalError } from '../envelope'
import { defaultRateLimits, type GatewayContext, type GatewayOptions, type RateLimits } from '../gatewayOptions'
import type { Metrics } from '../metrics'
import { createLimiter, type Limiter } from './limiter'

/** Takes requests from the caller's budget, or rejects with status 429. */
type TakeFromLimit = (c: GatewayContext, count?: number) => Promise<void>

/** Creates a rate limit. A limiter can be shared, so that other routes to the same upstream use the same budget. */
export function createRateLimit(
  options: GatewayOptions,
  metrics: Metrics,
  name: keyof RateLimits,
  shared?: Limiter,
): TakeFromLimit {
  const limit = options.rateLimits?.[name] ?? defaultRateLimits[name]
  const take = shared ?? createLimiter(limit, options.clock)
  return async (c, count = 1) => {
    const caller = c.env?.caller ?? ''
    const seconds = (await options.store?.take(name, caller, count, limit)) ?? take(caller, count)
    if (seconds === 0) return
    metrics.count('rate_limited', { kind: name })
    throw refusalError(429, `Too many requests. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`, {
      'retry-after': String(seconds),
      'ratelimit-policy': `"${name}";q=${limit.burst};w=${Math.ceil((limit.burst / limit.perMinute) * 60)}`,
    })
  }
}
