import { type Exchange, FundingRefused, startExchange } from '../../exchange/exchange'
import type { Deployment } from '../../protocol/deployment/deployment'
import { refusal, refusalError } from '../envelope'
import type { Faucet } from '../gatewayOptions'
import { proxyRpc, type RpcTargets } from '../rpc/rpcProxy'
import { allowedHosts, type Settings } from '../settings'
import type { Site } from '../site/site'
import { createSiteFile } from '../site/siteFile'
import { commonDeployment } from '../upstream/upstream'
import type { RunningProgram } from './process'
import { listen } from './server'
import { createWebSocketProxy } from './webSockets'

export type EmbeddedUpstream = Awaited<ReturnType<typeof startEmbeddedUpstream>>

/** Starts the embedded exchange in this process. The gateway calls it like a hosted service, but without a port. */
export async function startEmbeddedUpstream(
  settings: Settings,
  gatewayUrl: string,
  onProgress: (sentence: string) => void,
  seed: number | undefined,
) {
  const options = exchangeOptions(settings, gatewayUrl, onProgress)
  const exchange = await startExchange(seed === undefined ? options : { ...options, seed })
  return {
    deployment: embeddedDeployment(settings, exchange),
    service: { baseUrl: gatewayUrl, apiKey: exchange.apiKey, fetch: exchange.fetch },
    rpc: rpcTargets(exchange),
    faucet: createFaucet(exchange),
    /** The token images of the exchange, as files of the app's own site. */
    pictures: await pictureFiles(exchange),
    exchange,
  }
}

/** Starts the exchange on a port of its own, to be used like a hosted service. */
export async function startExchangeServer(
  settings: Settings,
  apiKey: string | undefined,
  onProgress: (sentence: string) => void,
): Promise<RunningProgram> {
  const server = await listen(settings)
  const options = { ...exchangeOptions(settings, server.url, onProgress), ...(apiKey ? { apiKey } : {}) }
  const exchange = await startExchange(options).catch(async (error) => {
    await server.close(0)
    throw error
  })
  const targets = rpcTargets(exchange)
  const webSockets = createWebSocketProxy({ targets, hosts: allowedHosts(settings), take: noLimit })
  server.serve((request) => {
    const [, chainId] = /^\/rpc\/(\d+)$/.exec(new URL(request.url).pathname) ?? []
    if (chainId === undefined) return exchange.fetch(request)
    const target = targets.get(Number(chainId))
    return target ? proxyRpc(target, request) : refusal(404, 'This exchange has no such chain.')
  }, webSockets.upgrade)

  return {
    messages: exchangeMessages(server.url, exchange),
    stop: async () => {
      void webSockets.close()
      const cut = await server.close()
      await exchange.stop()
      return cut
    },
  }
}

/** No rate limit: every caller is a developer on this computer, or one gateway for all its visitors. */
const noLimit = () => 0

function embeddedDeployment(settings: Settings, exchange: Exchange): Deployment {
  return {
    ...commonDeployment(settings),
    imageBaseUrl: settings.imageBaseUrl ?? pictureFolder,
    mode: 'embedded',
    slippageUnit: 'basis points',
    chains: exchange.chains.map(({ rpcTarget: _, ...chain }) => ({
      ...chain,
      rpcUrls: [`/rpc/${chain.chainId}`],
      wsUrl: `/rpc/${chain.chainId}`,
    })),
    faucetUrl: '/faucet',
  }
}

/** A path on the app's own origin. */
const pictureFolder = '/pictures'

async function pictureFiles({ pictures }: Exchange): Promise<Site> {
  const files = [...pictures].map(async ([path, svg]) => {
    const served = `${pictureFolder}${path}`
    return [
      served,
      await createSiteFile(served, { bytes: new TextEncoder().encode(svg), brotli: undefined, gzip: undefined }),
    ] as const
  })
  return new Map(await Promise.all(files))
}

function exchangeMessages(url: string, exchange: Exchange): string[] {
  const chains = exchange.chains.map(({ rpcTarget: _, ...chain }) => ({
    ...chain,
    rpcTarget: `${url}/rpc/${chain.chainId}`,
  }))
  return [
    `The exchange is ready on ${url}`,
    `API key: ${exchange.apiKey}`,
    '',
    'To use it as a hosted service, start Tidegate with',
    `TIDEGATE_BASE_URL=${url}`,
    `TIDEGATE_API_KEY=${exchange.apiKey}`,
    `TIDEGATE_CHAINS='${JSON.stringify(chains)}'`,
  ]
}

function exchangeOptions(settings: Settings, url: string, onProgress: (sentence: string) => void) {
  const { historyDays, persistDir } = settings
  return {
    live: settings.hasLiveMarket,
    addDelivery: settings.addDelivery,
    rpcUrl: (chainId: number) => `${settings.publicUrl ?? url}/rpc/${chainId}`,
    onProgress,
    ...(historyDays === undefined ? {} : { historyDays }),
    ...(persistDir === undefined ? {} : { persistDir }),
  }
}

function rpcTargets(exchange: Exchange): RpcTargets {
  return new Map(exchange.chains.map(({ chainId, kind, rpcTarget }) => [chainId, { kind, url: rpcTarget }]))
}

function createFaucet(exchange: Exchange): Faucet {
  return async (kind, address) => {
    if (kind !== 'evm' && kind !== 'solana' && kind !== 'bitcoin')
      throw refusalError(400, `The faucet knows no chains of kind "${kind.slice(0, 20)}".`)
    try {
      return await exchange.fund(kind, address)
    } catch (error) {
      throw error instanceof FundingRefused ? refusalError(error.status, error.message) : error
    }
  }
}
