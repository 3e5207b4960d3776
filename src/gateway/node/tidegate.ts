import type { Deployment } from '../../protocol/deployment'
import { createGateway } from '../app'
import type { GatewayOptions, WriteLog } from '../gateway'
import { allowedHosts, type Settings } from '../settings'
import type { Site } from '../site/site'
import type { Service } from '../upstream/client'
import { hostedUpstream, type Upstream } from '../upstream/upstream'
import { type EmbeddedUpstream, startEmbeddedUpstream } from './embedded'
import { compressFast, noticeFromFile, readSite } from './files'
import { type HttpServer, listen } from './server'
import { createWebSocketProxy } from './webSockets'

/** A running gateway, with the embedded exchange behind it when no hosted service is configured. */
export type TidegateServer = {
  readonly url: string
  readonly deployment: Deployment
  readonly exchange: EmbeddedUpstream['exchange'] | undefined
  readonly stop: () => Promise<void>
}

export type GatewayDeps = {
  /** The folder of the built app; without it only the API is served. */
  readonly siteFolder?: string | undefined
  readonly onProgress?: (sentence: string) => void
  readonly log?: WriteLog
  /** Wraps the service, for example to record or to change its answers in tests. */
  readonly middleware?: (service: Service) => Service
  readonly rateLimits?: GatewayOptions['rateLimits']
  /** Milliseconds since the epoch; ages in the caches and rate limits follow it. */
  readonly clock?: () => number
  /** The same seed gives the embedded exchange the same accounts, addresses and prices. */
  readonly seed?: number
}

/** Takes the port, starts the embedded exchange if no hosted service is configured, and serves. Cleans up when it fails. */
export async function startTidegate(settings: Settings, deps: GatewayDeps = {}): Promise<TidegateServer> {
  const { siteFolder, onProgress = () => {}, log = () => {}, middleware = (service) => service } = deps
  const site: Site = siteFolder === undefined ? new Map() : await readSite(siteFolder)
  const server = await listen(settings)
  const { deployment, service, rpc, exchange, faucet } = await startUpstream(settings, server, onProgress, deps.seed)
  const hosts = allowedHosts(settings)
  const gateway = createGateway({
    deployment,
    service: middleware(service),
    rpc,
    faucet,
    site,
    publicUrl: settings.publicUrl,
    notice: settings.noticeFile === undefined ? undefined : noticeFromFile(settings.noticeFile),
    hosts,
    clock: deps.clock ?? Date.now,
    log,
    compress: settings.hosted && compressFast,
    rateLimits: deps.rateLimits,
    limits: { getBytes: settings.maxAnswerBytes },
  })
  const webSockets = createWebSocketProxy(rpc, hosts)
  server.serve((request, env) => gateway.fetch(request, env), webSockets.upgrade)

  return {
    url: server.url,
    deployment,
    exchange,
    stop: async () => {
      webSockets.close()
      await server.close()
      await exchange?.stop()
    },
  }
}

/** Frees the port again when the exchange does not start. */
async function startUpstream(
  settings: Settings,
  server: HttpServer,
  onProgress: (sentence: string) => void,
  seed: number | undefined,
): Promise<Upstream & Partial<Pick<EmbeddedUpstream, 'exchange' | 'faucet'>>> {
  if (settings.hosted) return hostedUpstream(settings, settings.hosted)
  try {
    return await startEmbeddedUpstream(settings, server.url, onProgress, seed)
  } catch (error) {
    await server.close(0)
    throw error
  }
}
