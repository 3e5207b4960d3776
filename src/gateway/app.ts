import { Hono, type MiddlewareHandler } from 'hono'
import { readTextUpTo } from './body'
import { json, refusal } from './envelope'
import { serveFaucet } from './faucet'
import type { Env, Gateway, GatewayOptions, Visit } from './gateway'
import { securityHeaders } from './headers'
import { createMetrics, type Metrics } from './metrics'
import { quiet } from './notice'
import { serveCalls } from './routes'
import { proxyRpc } from './rpc/rpcProxy'
import { type Site, serveSite } from './site/site'
import { createAllowance, wrongMethod } from './upstream/rateLimit'

const largestReport = 16 * 1024

/** How the service is reached: a request in, a response out, no port. Runs wherever `fetch` is at home. */
export function createGateway(options: GatewayOptions): Gateway {
  const metrics = createMetrics()
  const app: Gateway = new Hono<Env>({ strict: true })

  app.use('*', watch(options, metrics))
  app.use('*', secure(options))
  app.use('*', knownHost(options))
  serveCalls(app, options, metrics)
  serveChains(app, options, metrics)
  serveFaucet(app, options, metrics)
  serveOperations(app, options, metrics)
  app.all('*', (c) => serveFiles(c, options.site))

  app.onError((error) => {
    options.log({ event: 'broken', error: error.name, message: error.message })
    return refusal(500, 'The gateway met something it did not expect.')
  })
  return app
}

/** The nodes of the deployment's chains, on our own origin. */
function serveChains(app: Gateway, options: GatewayOptions, metrics: Metrics) {
  const spend = createAllowance(options, metrics, 'rpc')
  app.post('/rpc/:chainId{[0-9]+}', async (c) => {
    const target = options.rpc.get(Number(c.req.param('chainId')))
    if (!target) return refusal(404, 'This deployment has no such chain.')
    return spend(c) ?? proxyRpc(target, c.req.raw)
  })
  app.all('/rpc/:chainId{[0-9]+}', () => wrongMethod('POST'))
  app.all('/rpc/*', () => refusal(404, 'This deployment has no such chain.'))
}

/** What the app reads first, and what operators watch. */
function serveOperations(app: Gateway, options: GatewayOptions, metrics: Metrics) {
  const spend = createAllowance(options, metrics, 'report')
  app.get('/config.json', () => json(200, options.deployment, 'no-cache'))
  app.get('/notice.json', () => json(200, options.notice?.() ?? quiet))
  app.get('/healthz', () => json(200, { status: 'alive' }))
  app.get(
    '/metrics',
    () => new Response(metrics.render(), { headers: { 'content-type': 'text/plain; version=0.0.4' } }),
  )
  app.post('/csp-report', async (c) => {
    const blocked = spend(c)
    if (blocked) return blocked
    if ((await readTextUpTo(largestReport, c.req.raw)) === undefined) return refusal(413, 'This report is too large.')
    metrics.count('csp_reports', {})
    return new Response(null, { status: 204 })
  })
  for (const path of ['/config.json', '/notice.json', '/healthz', '/readyz', '/metrics'])
    app.all(path, () => wrongMethod('GET'))
  app.all('/csp-report', () => wrongMethod('POST'))
}

function serveFiles(c: Visit, site: Site): Response {
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return wrongMethod('GET')
  return serveSite(site, c.req.raw) ?? refusal(404, 'There is nothing here.')
}

/** Counts and logs every request by its kind, never by its contents. */
function watch({ clock, log }: GatewayOptions, metrics: Metrics): MiddlewareHandler<Env> {
  return async (c, next) => {
    const started = clock()
    await next()
    const kind = kindOf(c.req.path)
    metrics.count('requests', { kind, status: String(c.res.status) })
    log({ event: 'request', kind, method: c.req.method, status: c.res.status, ms: clock() - started })
  }
}

const kinds = [
  ...['api', 'rpc', 'assets', 'faucet', 'config.json', 'notice.json'],
  ...['healthz', 'readyz', 'metrics', 'csp-report'],
]

function kindOf(path: string): string {
  const [, first = ''] = path.split('/')
  return kinds.includes(first) ? first : 'page'
}

/** Puts one of the two sets of security headers on everything that leaves. */
function secure({ deployment, publicUrl, site }: GatewayOptions): MiddlewareHandler<Env> {
  const sets = securityHeaders(deployment, publicUrl, site)
  return async (c, next) => {
    await next()
    const type = c.res.headers.get('content-type') ?? ''
    const runsScripts = /^text\/(html|javascript)/.test(type)
    for (const [name, value] of sets[runsScripts ? 'page' : 'data']) c.res.headers.set(name, value)
  }
}

function knownHost({ hosts }: GatewayOptions): MiddlewareHandler<Env> {
  return async (c, next) => {
    const isKnown = hosts?.includes(new URL(c.req.url).hostname) ?? true
    return isKnown ? next() : refusal(421, 'This gateway has another name.')
  }
}
