import { setTimeout as sleep } from 'node:timers/promises'
import type { Deployment } from '../../protocol/deployment/deployment'
import { createGateway } from '../app'
import { refusal } from '../envelope'
import type { GatewayOptions, WriteLog } from '../gatewayOptions'
import type { Metrics } from '../metrics'
import { type NoticeFile, noHalt } from '../notice'
import { metricsResponse } from '../operations'
import { createScreening } from '../screening'
import type { Settings } from '../settings'
import { SettingsError } from '../settingsError'
import { publicSite } from '../site/publicLinks'
import type { Site } from '../site/site'
import type { Service } from '../upstream/client'
import { createLimiter } from '../upstream/limiter'
import { createSteadyClock } from '../upstream/steadyClock'
import { hostedUpstream, optionsOf, type Upstream } from '../upstream/upstream'
import type { EmbeddedUpstream } from './embedded'
import { addressesFromFile, compressFast, noticeFromFile, readSite } from './files'
import { createMetrics } from './metrics'
import type { RedisStore, RedisStoreDeps } from './redisStore'
import { type HttpServer, listen } from './server'
import { checkKey, verifyNodeNetworks } from './startChecks'
import { createWebSocketProxy } from './webSockets'

/** A running gateway, with the embedded exchange behind it when no hosted service is configured. */
export type TidegateServer = {
  readonly url: string
  /** The URL of `/metrics`, when it has a port of its own. */
  readonly metricsUrl: string | undefined
  readonly deployment: Deployment
  readonly exchange: EmbeddedUpstream['exchange'] | undefined
  /** Sends balancers elsewhere for the time that the settings name, and goes on answering. */
  readonly drain: () => Promise<void>
  /** Finishes the requests in flight and frees everything. Returns how many requests were cut off. */
  readonly stop: () => Promise<number>
}

export type GatewayDeps = {
  /** The folder of the built app; without it only the API is served. */
  readonly siteFolder?: string | undefined
  readonly onProgress?: (sentence: string) => void
  readonly log?: WriteLog
  /** Wraps the service, for example to record or change its answers in tests. */
  readonly middleware?: (service: Service) => Service
  readonly rateLimits?: GatewayOptions['rateLimits']
  /** Milliseconds since the epoch; used for cache ages and rate limits. */
  readonly clock?: () => number
  /** Seed of the embedded exchange: the same seed gives the same accounts, addresses and prices. */
  readonly seed?: number
}

/**
 * Opens the port, starts the embedded exchange if no hosted service is configured, and serves. Frees everything when it
 * fails.
 */
export async function startTidegate(settings: Settings, deps: GatewayDeps = {}): Promise<TidegateServer> {
  const { siteFolder, onProgress = () => {}, log = () => {}, middleware = (service) => service } = deps
  const built: Site = siteFolder === undefined ? new Map() : await readSite(siteFolder)
  const site = await publicSite(built, settings.publicUrl, compressFast)
  const noticeFile = settings.noticeFile === undefined ? () => noHalt : noticeFromFile(settings.noticeFile)
  if (settings.screening?.is === 'list') addressesFromFile(settings.screening.file)
  if (settings.hosted) await verifyNodeNetworks(settings.chains)
  const server = await listen(settings)
  const metrics = createMetrics()
  const metricsServer = await listenForMetrics(settings, metrics).catch(closing(server))
  const { deployment, service, rpc, exchange, faucet, pictures } = await startUpstream(
    settings,
    server.url,
    onProgress,
    deps.seed,
  ).catch(closing(server, metricsServer))
  const options = optionsOf(settings)
  const { hosts, publicUrl, limits } = options
  const store = await connectToStore(settings, { limits, metrics, log, ownNotice: noticeFile }).catch(
    closing(server, metricsServer),
  )
  const notice = logHalts(() => {
    const own = noticeFile()
    return own.halt ? own : (store?.notice() ?? own)
  }, log)
  const clock = deps.clock ?? createSteadyClock()
  const rateLimits = { ...options.rateLimits, ...deps.rateLimits }
  const rpcLimiter = createLimiter(rateLimits.rpc, clock)
  let isDraining = false
  const { trustedProxies, metricsToken } = settings
  const gateway = createGateway({
    ...options,
    deployment,
    service: middleware(service),
    rpc,
    faucet,
    site: pictures ? new Map([...site, ...pictures]) : site,
    notice,
    clock,
    log,
    compress: settings.hosted && compressFast,
    rateLimits,
    rpcLimiter,
    metrics,
    metricsToken: settings.metricsPort === undefined ? metricsToken : undefined,
    store,
    screening: settings.screening && createScreening(settings.screening, addressesFromFile, clock),
    isDraining: () => isDraining,
  })
  if (settings.hosted)
    await checkKey(gateway, server.url, settings.hosted.baseUrl, log).catch(closing(server, metricsServer, store))
  const { drainSeconds, postSeconds } = settings.limits
  const webSockets = createWebSocketProxy({
    ...{ targets: rpc, hosts, publicUrl, trustedProxies, take: rpcLimiter },
    limits: settings.limits,
    onRefused: () => metrics.count('rate_limited', { kind: 'socket' }),
  })
  server.serve((request, env) => gateway.fetch(request, env), webSockets.upgrade)

  return {
    url: server.url,
    metricsUrl: metricsServer?.url,
    deployment,
    exchange,
    async drain() {
      log({ event: 'draining', seconds: drainSeconds })
      isDraining = true
      server.drain()
      await sleep(drainSeconds * 1_000)
    },
    async stop() {
      // A deposit may take as long as the service may: cut off, its sender would not know whether it was made.
      const closed = server.close(postSeconds * 1_000 + 1_000)
      const [cut] = await Promise.all([closed, webSockets.close(socketGrace), metricsServer?.close()])
      store?.close()
      await exchange?.stop()
      log({ event: 'stopped', cut })
      return cut
    },
  }
}

/** Milliseconds in which calls on WebSockets may still be answered. */
const socketGrace = 2_000

/** The Redis client is loaded only if it is used. */
async function connectToStore({ store }: Settings, deps: RedisStoreDeps): Promise<RedisStore | undefined> {
  if (store === undefined) return undefined
  const { connectStore } = await import('./redisStore')
  return connectStore(store, deps)
}

/** Writes a line when the notice begins or ceases to halt the deployment. */
function logHalts(notice: () => NoticeFile, log: WriteLog): () => NoticeFile {
  let wasHalted = false
  return () => {
    const current = notice()
    if (current.halt !== wasHalted) log({ event: current.halt ? 'halted' : 'resumed', message: current.message })
    wasHalted = current.halt
    return current
  }
}

async function startUpstream(
  settings: Settings,
  gatewayUrl: string,
  onProgress: (sentence: string) => void,
  seed: number | undefined,
): Promise<Upstream & Partial<Pick<EmbeddedUpstream, 'exchange' | 'faucet' | 'pictures'>>> {
  if (settings.hosted) return hostedUpstream(settings, settings.hosted)
  const { startEmbeddedUpstream } = await import('./embedded').catch(explainMissing)
  return startEmbeddedUpstream(settings, gatewayUrl, onProgress, seed)
}

/** An image has only the gateway, without the packages of the local chains. */
function explainMissing(cause: unknown): never {
  if (!(cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND')) throw cause
  throw new SettingsError('No service is configured: set TIDEGATE_BASE_URL. This image has no exchange of its own.', {
    cause,
  })
}

/** Serves `/metrics` on a port of its own, which a firewall can restrict to the monitoring. */
async function listenForMetrics(
  { metricsPort, metricsToken, host }: Settings,
  metrics: Metrics,
): Promise<HttpServer | undefined> {
  if (metricsPort === undefined) return undefined
  const server = await listen({ port: metricsPort, host })
  server.serve((request) => {
    const isMetrics = request.method === 'GET' && new URL(request.url).pathname === '/metrics'
    return isMetrics ? metricsResponse(request, metrics, metricsToken) : refusal(404, 'There is nothing here.')
  })
  return server
}

/** Closes the servers again when the start fails. */
function closing(
  ...servers: readonly ({ readonly close: (timeout?: number) => unknown } | undefined)[]
): (error: unknown) => Promise<never> {
  return async (error) => {
    await Promise.all(servers.map((server) => server?.close(0)))
    throw error
  }
}
