import { Hono, type MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { methodNotAllowed } from 'hono/method-not-allowed'
import * as v from 'valibot'
import { json, refusal, refuseMethod } from './envelope'
import type { Env, Gateway, GatewayContext, GatewayOptions } from './gatewayOptions'
import { securityHeaders } from './headers'
import { type Metrics, noMetrics } from './metrics'
import { addOperationsRoutes } from './operations'
import { allowWidgetOrigins, refuseCrossOrigin } from './origin'
import { readForwardedBody } from './requestBody'
import { addServiceRoutes } from './routes'
import { proxyRpc } from './rpc/rpcProxy'
import { addSafeAppRoute, shareSafeAppIcon } from './site/safeApp'
import { serveSite } from './site/site'
import { createRateLimit } from './upstream/rateLimit'

/** The gateway as a function from Request to Response. It needs no port and runs on any platform with `fetch`. */
export function createGateway(options: GatewayOptions): Gateway {
  const { metrics = noMetrics } = options
  const app: Gateway = new Hono<Env>({ strict: true })

  app.use('*', countRequests(options, metrics))
  app.use('*', allowWidgetOrigins(options))
  app.use('*', shareSafeAppIcon(options))
  app.use('*', addSecurityHeaders(options))
  app.use('*', refuseUnknownHost(options))
  app.use('*', methodNotAllowed({ app, onMethodNotAllowed: (_, methods) => refuseMethod(methods) }))
  addServiceRoutes(app, options, metrics)
  addRpcRoutes(app, options, metrics)
  addFaucetRoute(app, options, metrics)
  addOperationsRoutes(app, options, metrics)
  addSafeAppRoute(app, options)
  app.all('*', (c) => serveFiles(c, app, options))

  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse()
    // A client that disconnects while sending its body is not an error of ours, and no response reaches it.
    if (c.req.raw.signal.aborted || isDisconnect(error)) return refusal(400, 'The request was not sent to its end.')
    options.log({ event: 'broken', error: error.name, message: error.message })
    return refusal(500, 'The gateway met something it did not expect.')
  })
  return app
}

/** Node's error for a request whose connection was closed before its end. */
function isDisconnect(error: Error): boolean {
  return error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET'
}

/** Proxies for the RPC nodes of the deployment's chains, on the gateway's own origin. */
function addRpcRoutes(app: Gateway, options: GatewayOptions, metrics: Metrics) {
  const takeFromLimit = createRateLimit(options, metrics, 'rpc', options.rpcLimiter)
  app.post('/rpc/:chainId{[0-9]+}', async (c) => {
    const target = options.rpc.get(Number(c.req.param('chainId')))
    if (!target) return refusal(404, 'This deployment has no such chain.')
    return proxyRpc(target, c.req.raw, (count) => takeFromLimit(c, count))
  })
  app.all('/rpc/*', () => refusal(404, 'This deployment has no such chain.'))
}

/** Funds the demo wallet. Only the embedded exchange has a faucet. */
function addFaucetRoute(app: Gateway, options: GatewayOptions, metrics: Metrics) {
  const { faucet } = options
  if (!faucet) return
  const takeFromLimit = createRateLimit(options, metrics, 'faucet')
  app.post('/faucet', async (c) => {
    refuseCrossOrigin(c, options)
    await takeFromLimit(c)
    const request = v.safeParse(faucetRequest, await readForwardedBody(c.req.raw, ['kind', 'address']))
    if (!request.success) return refusal(400, 'Say which kind of chain, and an address on it.')
    const { kind, address } = request.output
    return json(201, { message: 'The faucet has given.', data: await faucet(kind, address), status: true })
  })
}

const faucetRequest = v.pipe(v.string(), v.parseJson(), v.object({ kind: v.string(), address: v.string() }))

function serveFiles(c: GatewayContext, { routes }: Gateway, { site, publicUrl }: GatewayOptions): Response {
  const takesPost = () => routes.some(({ method, path }) => method === 'POST' && path === c.req.path)
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return refuseMethod([takesPost() ? 'POST' : 'GET'])
  return serveSite(site, c.req.raw, publicUrl) ?? refusal(404, 'There is nothing here.')
}

/** Counts and logs a request by its first path segment, never its contents. */
function countRequests({ clock, log }: GatewayOptions, metrics: Metrics): MiddlewareHandler<Env> {
  return async (c, next) => {
    const startedAt = clock()
    await next()
    const [kind, status, ms] = [kindOf(c.req.path), c.res.status, clock() - startedAt]
    metrics.count('requests', { kind, status: String(status) })
    metrics.observe('request', { kind }, ms)
    log({ event: 'request', kind, method: c.req.method, status, ms })
  }
}

/** Every response gets one of two sets of security headers: one for pages and scripts, one for everything else. */
function addSecurityHeaders({ deployment, publicUrl, site }: GatewayOptions): MiddlewareHandler<Env> {
  const sets = securityHeaders(deployment, publicUrl, site)
  return async (c, next) => {
    await next()
    const type = c.res.headers.get('content-type') ?? ''
    const runsScripts = /^text\/(html|javascript)/.test(type)
    for (const [name, value] of sets[runsScripts ? 'page' : 'data']) c.res.headers.set(name, value)
  }
}

const notOurName =
  'This gateway does not answer to this name. Its operator sets TIDEGATE_PUBLIC_URL, or lets the proxy pass on Host.'

function refuseUnknownHost({ hosts }: GatewayOptions): MiddlewareHandler<Env> {
  return async (c, next) => {
    const isKnown = hosts?.includes(new URL(c.req.url).hostname) ?? true
    return isKnown ? next() : refusal(421, notOurName)
  }
}

const kinds = [
  ...['api', 'rpc', 'assets', 'faucet', 'config.json', 'notice.json', 'start.json'],
  ...['healthz', 'readyz', 'metrics', 'csp-report'],
]

function kindOf(path: string): string {
  const [, first = ''] = path.split('/')
  return kinds.includes(first) ? first : 'page'
}
