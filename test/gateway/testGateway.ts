import { createGateway } from '../../src/gateway/app'
import type { GatewayOptions } from '../../src/gateway/gatewayOptions'
import { createMetrics } from '../../src/gateway/node/metrics'
import type { Site } from '../../src/gateway/site/site'
import type { Deployment } from '../../src/protocol/deployment/deployment'
import { metricsToken } from './corpus'

/** An API key that must never appear outside the request to the service. */
export const canary = 'canary-5f1d0c77-do-not-leak'

export const origin = 'http://127.0.0.1:4173'

export const deployment: Deployment = {
  mode: 'hosted',
  name: 'Test',
  apiBase: '',
  slippageUnit: 'basis points',
  imageBaseUrl: undefined,
  chains: [
    {
      chainId: 741001,
      kind: 'evm',
      name: 'Harbor',
      rpcUrls: ['/rpc/741001', 'https://node.example/rpc'],
      wsUrl: 'wss://node.example/ws',
      explorerUrl: undefined,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      wrappedNative: undefined,
      trusted: [],
      positionManager: undefined,
      confirmations: 1,
      genesisHash: undefined,
    },
  ],
  faucetUrl: undefined,
}

export const chainList = envelope([
  { id: 1, name: 'Harbor', routerSlug: 'harbor' },
  { id: 2, name: 'BNB Chain' },
])

export function envelope(data: unknown): string {
  return JSON.stringify({ message: 'ok', data, status: true })
}

export function jsonResponse(body: string, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(body, { status, headers: { 'content-type': 'application/json', ...headers } })
}

const text = (content: string) => new TextEncoder().encode(content)

export const site: Site = new Map([
  ['/index.html', asset('text/html; charset=utf-8', '<!doctype html><div id="root"></div>', false)],
  ['/assets/index-B1c2D3e4.js', asset('text/javascript; charset=utf-8', 'console.log(1)', true)],
  ['/logo.svg', asset('image/svg+xml; charset=utf-8', '<svg xmlns="http://www.w3.org/2000/svg"/>', false)],
])

function asset(type: string, content: string, isImmutable: boolean) {
  const bytes = text(content)
  return { type, bytes, brotli: text(`br:${content}`), gzip: undefined, etag: '"as-built"', isImmutable }
}

type Serve = (request: Request) => Response | Promise<Response>

/** A gateway with an adjustable clock, and a service that records its requests. */
export function buildGateway(serve: Serve = honestService, options: Partial<GatewayOptions> = {}) {
  const state = { now: 1_000_000, lines: [] as string[], upstream: [] as Request[] }
  const app = createGateway({
    deployment,
    site,
    rpc: new Map(),
    service: {
      baseUrl: 'https://service.example/v1',
      apiKey: canary,
      fetch: async (request) => {
        state.upstream.push(request.clone())
        return serve(request)
      },
    },
    clock: () => state.now,
    metricsToken,
    metrics: createMetrics(),
    log: (line) => state.lines.push(JSON.stringify(line)),
    ...options,
  })
  const ask = (path: string, init: RequestInit = {}, caller = '203.0.113.1') =>
    Promise.resolve(app.fetch(new Request(origin + path, init), { caller }))
  const post = (path: string, body: string, headers: Record<string, string> = {}, caller?: string) =>
    ask(path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } }, caller)
  return { state, app, ask, post }
}

/** Answers the four calls with small, valid envelopes. */
export function honestService(request: Request): Response {
  const { pathname } = new URL(request.url)
  if (pathname === '/v1/api/blockchain') return jsonResponse(chainList)
  if (pathname === '/v1/api/swap/native') return jsonResponse(envelope({ path: [], transactions: [] }), 201)
  if (pathname === '/v1/api/amm/interactions/add') return jsonResponse(envelope(null), 201)
  if (pathname.startsWith('/v1/api/amm/pool/all/')) return jsonResponse(envelope([{ pool: '0x1' }]))
  return jsonResponse('{"message":"no such route","status":false,"data":null}', 404)
}
