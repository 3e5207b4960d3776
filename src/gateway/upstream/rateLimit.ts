import { readTextUpTo, saysJson } from '../body'
import { refusal } from '../envelope'
import { type Allowances, type GatewayOptions, usualAllowances, type Visit } from '../gateway'
import type { Metrics } from '../metrics'
import { canonicalBody } from '../requestBody'
import { createLimiter, type Limiter } from './limiter'

const largestBody = 4 * 1024

/** Another site's page may not spend our key; programs without an origin may. */
export function refuseForeign(c: Visit, { publicUrl }: GatewayOptions): Response | undefined {
  const site = c.req.header('sec-fetch-site')
  const origin = c.req.header('origin')
  const isOwn = origin === undefined || origin === publicUrl || hostOf(origin) === new URL(c.req.url).host
  if (isOwn && (site === undefined || site === 'same-origin' || site === 'none')) return undefined
  return refusal(403, 'Only pages of this gateway may send this.')
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}

/** Takes one request from the caller's allowance, or answers in its place. */
export function createAllowance(
  options: GatewayOptions,
  metrics: Metrics,
  name: keyof Allowances,
): (c: Visit) => Response | undefined {
  const rule = options.allowances?.[name] ?? usualAllowances[name]
  const take: Limiter = createLimiter(rule, options.clock)
  return (c) => {
    const seconds = take(c.env?.caller ?? '')
    if (seconds === 0) return undefined
    metrics.count('rate_limited', { kind: name })
    return refusal(429, `Too many requests. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`, {
      'retry-after': String(seconds),
      'ratelimit-policy': `"${name}";q=${rule.burst};w=${Math.ceil((rule.burst / rule.perMinute) * 60)}`,
    })
  }
}

/** The named members of a JSON body, or the refusal it gets. */
export async function readMembers(request: Request, members: readonly string[]): Promise<string | Response> {
  if (!saysJson(request)) return refusal(415, 'Send application/json.')
  const text = await readTextUpTo(largestBody, request)
  if (text === undefined) return refusal(413, `The body is larger than ${largestBody / 1024} kB.`)
  const canonical = canonicalBody(text, members)
  return canonical.is === 'body' ? canonical.body : refusal(400, canonical.why)
}

/** The path is right, the method is not. */
export function wrongMethod(allowed: 'GET' | 'POST'): Response {
  return refusal(405, `Only ${allowed} works here.`, { allow: allowed === 'GET' ? 'GET, HEAD' : 'POST' })
}
