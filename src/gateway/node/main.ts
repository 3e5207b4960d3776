import { readFileSync } from 'node:fs'
import { type Exchange, FundingRefused, startExchange } from '../../exchange/exchange'
import type { Deployment } from '../../protocol/deployment'
import { createGateway } from '../app'
import { refusal } from '../envelope'
import type { Faucet, GatewayOptions, Log } from '../gateway'
import { proxyRpc, type RpcTargets } from '../rpc/rpcProxy'
import { allowedHosts, readSettings, type Settings } from '../settings'
import type { Site } from '../site/site'
import type { Service } from '../upstream/client'
import { type Backing, commonDeployment, hostedBacking } from '../upstream/upstream'
import { compressQuickly, noticeIn, readSite } from './files'
import { type Program, run } from './process'
import { type Door, openDoor } from './server'
import { Unverifiable, verifyDeployment } from './verify'
import { createSockets } from './webSockets'

/** The gateway with whatever stands behind it, until it is stopped. */
export type Tidegate = {
  readonly url: string
  readonly deployment: Deployment
  /** Missing when the service is a hosted one. */
  readonly exchange: Exchange | undefined
  readonly stop: () => Promise<void>
}

export type Surroundings = {
  /** The folder of the built app; left out, only the calls are served. */
  readonly siteFolder?: string | undefined
  readonly onProgress?: (sentence: string) => void
  readonly log?: Log
  /** Stands between the gateway and the service, as tests and mirrors do. */
  readonly between?: (service: Service) => Service
  readonly allowances?: GatewayOptions['allowances']
  /** The gateway's sense of how old things are. Milliseconds since the epoch. */
  readonly clock?: () => number
  /** The same seed gives the exchange the same accounts, addresses and prices. */
  readonly seed?: number
}

/** Words while something long goes on. */
export type Progress = { readonly say: (sentence: string) => void; readonly end: () => void }

/** Something that people reach instead of the gateway, and that reaches the gateway for them. */
export type Front = (gatewayUrl: string, at: Settings) => Promise<{ readonly close: () => Promise<void> }>

export type Run = {
  readonly siteFolder?: string
  readonly progress: Progress
  readonly front?: Front
}

/** `npm start`: says one line when the app can be used, and runs until it is told to stop. */
export function runTidegate({ siteFolder, progress, front }: Run): Promise<void> {
  return run(progress, async () => {
    const settings = readSettings(process.env, process.argv.slice(2), readText)
    const log: Log = (line) => {
      if (settings.logsRequests || line.event !== 'request') console.error(JSON.stringify(line))
    }
    const surroundings = { siteFolder, onProgress: progress.say, log }
    return front ? startBehind(front, settings, surroundings) : started(await startTidegate(settings, surroundings))
  })
}

/** `npm run exchange`: the exchange by itself, and how to use it as a hosted service. */
export function runExchange(progress: Progress): Promise<void> {
  return run(progress, async () => {
    const { TIDEGATE_API_KEY: apiKey, TIDEGATE_BASE_URL: _, ...environment } = process.env
    const settings = readSettings({ PORT: '4174', ...environment }, process.argv.slice(2), readText)
    return startExchangeAlone(settings, apiKey, progress.say)
  })
}

/** `npm run verify -- <url>`: says whether a deployment serves what was built here; answers the exit code. */
export async function runVerify(address: string | undefined, siteFolder: string): Promise<number> {
  if (!address || !URL.canParse(address)) {
    console.error('Say which deployment is meant: npm run verify -- https://swap.example')
    return 1
  }
  const { origin } = new URL(address)
  try {
    const { complaints, paths, connections, vouched } = await verifyDeployment(
      origin,
      await readSite(siteFolder),
      fetch,
    )
    for (const complaint of complaints) console.error(complaint)
    if (complaints.length > 0) return 1
    console.log(`${origin} serves what was built here: ${paths.length} files and pages, and the headers around them.`)
    console.log(`The page may connect to ${connections}.`)
    for (const sentence of vouched) console.log(sentence)
    return 0
  } catch (error) {
    console.error(error instanceof Unverifiable ? error.message : error)
    return 1
  }
}

function started({ url, stop }: { readonly url: string; readonly stop: () => Promise<void> }): Program {
  return { words: [`Tidegate is ready on ${url}`], stop }
}

/** The gateway on a free port, and the front where people come. */
async function startBehind(front: Front, settings: Settings, surroundings: Surroundings): Promise<Program> {
  // Whether the front's port is free is asked before anything is started for it.
  const door = await openDoor(settings)
  await door.close(0)
  const tidegate = await startTidegate({ ...settings, port: 0, publicUrl: door.url }, surroundings)
  const { close } = await front(tidegate.url, settings)
  return started({ url: door.url, stop: () => close().finally(tidegate.stop) })
}

function readText(path: string): string {
  return readFileSync(path, 'utf8')
}

/** Takes the port, starts the exchange if no hosted service is configured, and opens. Leaves nothing behind if it fails. */
export async function startTidegate(settings: Settings, surroundings: Surroundings = {}): Promise<Tidegate> {
  const { siteFolder, onProgress = () => {}, log = () => {}, between = (service) => service } = surroundings
  const site: Site = siteFolder === undefined ? new Map() : await readSite(siteFolder)
  const door = await openDoor(settings)
  const backing = await startBacking(settings, door, onProgress, surroundings.seed).catch(closing(door))
  const hosts = allowedHosts(settings)
  const gateway = createGateway({
    deployment: backing.deployment,
    service: between(backing.service),
    rpc: backing.rpc,
    faucet: backing.exchange && faucetOf(backing.exchange),
    site,
    publicUrl: settings.publicUrl,
    notice: settings.noticeFile === undefined ? undefined : noticeIn(settings.noticeFile),
    hosts,
    clock: surroundings.clock ?? Date.now,
    log,
    compress: settings.hosted && compressQuickly,
    allowances: surroundings.allowances,
    limits: { getBytes: settings.maxAnswerBytes },
  })
  const sockets = createSockets(backing.rpc, hosts)
  door.open((request, env) => gateway.fetch(request, env), sockets.upgrade)

  return {
    url: door.url,
    deployment: backing.deployment,
    exchange: backing.exchange,
    stop: async () => {
      sockets.close()
      await door.close()
      await backing.exchange?.stop()
    },
  }
}

async function startBacking(
  settings: Settings,
  door: Door,
  onProgress: (sentence: string) => void,
  seed: number | undefined,
): Promise<Backing & { readonly exchange?: Exchange }> {
  if (settings.hosted) return hostedBacking(settings, settings.hosted)
  const options = exchangeOptions(settings, door, onProgress)
  const exchange = await startExchange(seed === undefined ? options : { ...options, seed })
  return {
    deployment: embeddedDeployment(settings, exchange),
    service: { baseUrl: door.url, apiKey: exchange.apiKey, fetch: exchange.fetch },
    rpc: rpcTargets(exchange),
    exchange,
  }
}

function embeddedDeployment(settings: Settings, exchange: Exchange): Deployment {
  return {
    ...commonDeployment(settings),
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

async function startExchangeAlone(
  settings: Settings,
  apiKey: string | undefined,
  onProgress: (sentence: string) => void,
): Promise<Program> {
  const door = await openDoor(settings)
  const options = { ...exchangeOptions(settings, door, onProgress), ...(apiKey ? { apiKey } : {}) }
  const exchange = await startExchange(options).catch(closing(door))
  const targets = rpcTargets(exchange)
  const sockets = createSockets(targets, allowedHosts(settings))
  door.open((request) => {
    const [, chainId] = /^\/rpc\/(\d+)$/.exec(new URL(request.url).pathname) ?? []
    if (chainId === undefined) return exchange.fetch(request)
    const target = targets.get(Number(chainId))
    return target ? proxyRpc(target, request) : refusal(404, 'This exchange has no such chain.')
  }, sockets.upgrade)

  return {
    words: wordsOfExchange(door.url, exchange),
    stop: async () => {
      sockets.close()
      await door.close()
      await exchange.stop()
    },
  }
}

function wordsOfExchange(url: string, exchange: Exchange): string[] {
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

function exchangeOptions(settings: Settings, door: Door, onProgress: (sentence: string) => void) {
  const { historyDays, persistDir } = settings
  return {
    live: settings.isLive,
    addDelivery: settings.addDelivery,
    rpcUrl: (chainId: number) => `${settings.publicUrl ?? door.url}/rpc/${chainId}`,
    onProgress,
    ...(historyDays === undefined ? {} : { historyDays }),
    ...(persistDir === undefined ? {} : { persistDir }),
  }
}

function rpcTargets(exchange: Exchange): RpcTargets {
  return new Map(exchange.chains.map(({ chainId, kind, rpcTarget }) => [chainId, { kind, url: rpcTarget }]))
}

function faucetOf(exchange: Exchange): Faucet {
  return async (kind, address) => {
    if (kind !== 'evm' && kind !== 'solana' && kind !== 'bitcoin')
      return { is: 'refused', why: `The faucet knows no chains of kind "${kind.slice(0, 20)}".`, status: 400 }
    try {
      return { is: 'given', report: await exchange.fund(kind, address) }
    } catch (error) {
      if (error instanceof FundingRefused) return { is: 'refused', why: error.message, status: error.status }
      throw error
    }
  }
}

/** Gives the port back when what should have stood behind it did not start. */
function closing(door: Door): (error: unknown) => Promise<never> {
  return async (error) => {
    await door.close(0)
    throw error
  }
}
