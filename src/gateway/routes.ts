import { json, refusal, refusalError } from './envelope'
import type { Gateway, GatewayContext, GatewayOptions } from './gatewayOptions'
import type { Metrics } from './metrics'
import { noHalt } from './notice'
import { refuseCrossOrigin } from './origin'
import { addMembers, readForwardedBody, swapMembers } from './requestBody'
import { refuseScreened } from './screening'
import { createStartPair } from './site/startPair'
import { cachedResponse, chainsCacheControl, poolsCacheControl, uncachedResponse } from './upstream/cachedResponse'
import { createUpstreamClient, defaultUpstreamLimits, type UpstreamResponse } from './upstream/client'
import { createLists } from './upstream/lists'
import { createRateLimit } from './upstream/rateLimit'
import { createServiceHealth } from './upstream/serviceHealth'

/** The four routes of the service, and the start data that the gateway derives from its lists. */
export function addServiceRoutes(app: Gateway, options: GatewayOptions, metrics: Metrics) {
  const { clock, compress } = options
  const limits = { ...defaultUpstreamLimits, ...options.limits }
  const health = createServiceHealth(clock, options.log)
  const callService = createUpstreamClient(options.service, limits, clock, metrics, health)
  const lists = createLists(callService, clock, compress, options.store)
  for (const route of ['chains', 'pools', 'swap', 'add'] as const)
    metrics.gauge('upstream_failing', { route }, () => Number(health.isFailing(route)))
  metrics.gauge('list_age_seconds', { list: 'chains' }, () => (lists.chainsAge() ?? Number.NaN) / 1_000)
  const startPair = createStartPair(options)
  const takeFromUnlisted = createRateLimit(options, metrics, 'unlisted')

  app.get('/api/blockchain', async (c) => cachedResponse(await lists.chains(c), c.req.raw, chainsCacheControl))

  app.get('/api/amm/pool/all/:name', async (c) => {
    const network = await lists.network(c, rawSegment(c))
    if (!network) return refusal(404, 'This deployment has no such network.')
    // Without a chain list, each made-up network name would cost a request to the service.
    if (!network.isListed) await takeFromUnlisted(c)
    return cachedResponse(await lists.pools(c, network), c.req.raw, poolsCacheControl)
  })

  addPost('/api/swap/native', 'swap', swapMembers)
  addPost('/api/amm/interactions/add', 'add', addMembers)
  app.get('/start.json', async (c) => startPair.answer(await lists.chains(c), c.req.url))
  app.on('GET', ['/', '/swap'], async (c, next) => {
    await next()
    const known = lists.knownChains()
    const pair = known && startPair.header(known, c.req.url)
    if (pair !== undefined) c.res.headers.set('server-timing', pair)
  })
  app.get('/readyz', async (c) => {
    if (options.isDraining?.()) return json(503, { status: 'draining' })
    const result = await lists.chains(c)
    const failure = health.failure()
    const service = failure && `failing for ${Math.round((clock() - failure.since) / 1_000)} s (${failure.reason})`
    // A balancer keeps a gateway with an old list: its people can still look around.
    if (result.is === 'cached') return json(200, { status: 'ready', ...(service && { service }) })
    const isKeyRefused = result.failure.status === 401 || result.failure.status === 403
    return json(503, { status: isKeyRefused ? 'the service refused the key' : 'the service does not answer' })
  })
  app.all('/api/*', () => refusal(404, 'The gateway passes on the four calls of the service and nothing else.'))

  function addPost(path: string, route: 'swap' | 'add', members: readonly string[]) {
    const takeFromLimit = createRateLimit(options, metrics, route)
    const singleFlight = createSingleFlight<UpstreamResponse>()
    app.post(path, async (c) => {
      refuseCrossOrigin(c, options)
      refuseHalted(options, route)
      await takeFromLimit(c)
      const body = await readForwardedBody(c.req.raw, members)
      await refuseScreened(options.screening, body)
      // A quote is aborted when its caller disconnects. A deposit never is: the service may already have acted on it.
      const signal = route === 'swap' ? c.req.raw.signal : undefined
      const caller = c.env?.caller ?? ''
      const call = () => callService({ route, path, body, signal, caller, subject: pairOf(body) })
      if (route === 'swap') return uncachedResponse(await call())
      // Two tabs that send the same deposit at the same moment share one request to the service.
      const key = `${caller} ${body}`
      return uncachedResponse(await singleFlight(key, () => options.store?.once(key, call) ?? call()))
    })
  }
}

/** The two tokens of a quote or deposit: a pair for which the service fails is no reason to refuse others. */
function pairOf(body: string): string {
  const { tokenAId, tokenBId }: { readonly tokenAId?: unknown; readonly tokenBId?: unknown } = Object(JSON.parse(body))
  return `${tokenAId} ${tokenBId}`
}

/**
 * While halted, nothing that leads to a signature is forwarded. A quote may be retried (503); for a deposit the app
 * must know that the service did nothing (423).
 */
function refuseHalted({ notice }: GatewayOptions, route: 'swap' | 'add'): void {
  const { halt, message } = notice?.() ?? noHalt
  if (halt) throw refusalError(route === 'add' ? 423 : 503, message || 'This deployment is halted by whoever runs it.')
}

/** The last path segment as it was sent, not decoded. */
function rawSegment(c: GatewayContext): string {
  return new URL(c.req.url).pathname.slice('/api/amm/pool/all/'.length)
}

/** Runs one task per key at a time: concurrent callers get the same result. */
export function createSingleFlight<Result>(): (key: string, task: () => Promise<Result>) => Promise<Result> {
  const inFlight = new Map<string, Promise<Result>>()
  return (key, task) => {
    const running = inFlight.get(key)
    if (running) return running
    const started = task().finally(() => inFlight.delete(key))
    inFlight.set(key, started)
    return started
  }
}
