import { timingSafeEqual } from 'hono/utils/buffer'
import { version } from '../../package.json'
import { readTextUpTo } from './body'
import { json, refusal } from './envelope'
import type { Gateway, GatewayOptions } from './gatewayOptions'
import type { Metrics } from './metrics'
import { noHalt } from './notice'
import { createRateLimit } from './upstream/rateLimit'

const maxReportBytes = 16 * 1024

/** RFC 9116 asks for an expiry of less than a year. Milliseconds. */
const securityTextLifetime = 180 * 86_400_000

/** The files the app loads first (`/config.json`, `/notice.json`), and the routes for monitoring. */
export function addOperationsRoutes(app: Gateway, options: GatewayOptions, metrics: Metrics) {
  const takeFromLimit = createRateLimit(options, metrics, 'report')
  metrics.gauge('halted', {}, () => Number(options.notice?.().halt ?? false))
  app.get('/config.json', () => json(200, options.deployment, 'no-cache'))
  app.get('/notice.json', () => json(200, options.notice?.() ?? noHalt))
  app.get('/.well-known/security.txt', () => {
    const { securityContact, clock } = options
    if (securityContact === undefined) return refusal(404, 'There is nothing here.')
    const expires = new Date(clock() + securityTextLifetime).toISOString()
    return new Response(`Contact: ${securityContact}\nExpires: ${expires}\n`, {
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'max-age=86400' },
    })
  })
  app.get('/healthz', () => json(200, { status: 'alive', version }))
  app.get('/metrics', (c) => {
    const { metricsToken } = options
    if (metricsToken === undefined || options.metrics === undefined) return refusal(404, 'There is nothing here.')
    return metricsResponse(c.req.raw, metrics, metricsToken)
  })
  app.post('/csp-report', async (c) => {
    await takeFromLimit(c)
    if ((await readTextUpTo(maxReportBytes, c.req.raw)) === undefined) return refusal(413, 'This report is too large.')
    metrics.count('csp_reports', {})
    return new Response(null, { status: 204 })
  })
}

/** The metrics in Prometheus' text format. With a token, only for requests with `Authorization: Bearer`. */
export async function metricsResponse(
  request: Request,
  metrics: Metrics,
  token: string | undefined,
): Promise<Response> {
  const [, sent = ''] = /^bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
  if (token !== undefined && !(await timingSafeEqual(sent, token)))
    return refusal(401, 'Metrics need the token of this deployment.', { 'www-authenticate': 'Bearer' })
  return new Response(await metrics.render(), {
    headers: { 'content-type': 'text/plain; version=0.0.4', 'cache-control': 'no-store' },
  })
}
