import { readTextUpTo } from './body'
import { json, methodNotAllowed, refusal } from './envelope'
import type { Gateway, GatewayOptions } from './gateway'
import type { Metrics } from './metrics'
import { noHalt } from './notice'
import { createRateLimit } from './upstream/rateLimit'

const maxReportBytes = 16 * 1024

/** What the app reads first (`/config.json`, `/notice.json`) and what operators monitor. */
export function addOperationsRoutes(app: Gateway, options: GatewayOptions, metrics: Metrics) {
  const takeFromLimit = createRateLimit(options, metrics, 'report')
  app.get('/config.json', () => json(200, options.deployment, 'no-cache'))
  app.get('/notice.json', () => json(200, options.notice?.() ?? noHalt))
  app.get('/healthz', () => json(200, { status: 'alive' }))
  app.get(
    '/metrics',
    () => new Response(metrics.render(), { headers: { 'content-type': 'text/plain; version=0.0.4' } }),
  )
  app.post('/csp-report', async (c) => {
    const limited = takeFromLimit(c)
    if (limited) return limited
    if ((await readTextUpTo(maxReportBytes, c.req.raw)) === undefined) return refusal(413, 'This report is too large.')
    metrics.count('csp_reports', {})
    return new Response(null, { status: 204 })
  })
  for (const path of ['/config.json', '/notice.json', '/healthz', '/readyz', '/metrics'])
    app.all(path, () => methodNotAllowed('GET'))
  app.all('/csp-report', () => methodNotAllowed('POST'))
}
