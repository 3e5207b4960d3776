import { refusal } from '../envelope'
import { defaultRateLimits, type GatewayContext, type GatewayOptions, type RateLimits } from '../gateway'
import type { Metrics } from '../metrics'
import { createLimiter } from './limiter'

/** Takes one request from the caller's budget, or returns the 429 to answer with. */
export function createRateLimit(
  options: GatewayOptions,
  metrics: Metrics,
  name: keyof RateLimits,
): (c: GatewayContext) => Response | undefined {
  const limit = options.rateLimits?.[name] ?? defaultRateLimits[name]
  const take = createLimiter(limit, options.clock)
  return (c) => {
    const seconds = take(c.env?.caller ?? '')
    if (seconds === 0) return undefined
    metrics.count('rate_limited', { kind: name })
    return refusal(429, `Too many requests. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`, {
      'retry-after': String(seconds),
      'ratelimit-policy': `"${name}";q=${limit.burst};w=${Math.ceil((limit.burst / limit.perMinute) * 60)}`,
    })
  }
}
