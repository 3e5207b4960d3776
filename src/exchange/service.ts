import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import { type Json, type JsonObject, parseJson, writeJson } from '../protocol/json/json'
import type { ExchangeContext } from './context'
import { readBody } from './http/body'
import { listChains } from './http/chains'
import { answerWith, type Reply, rejectWith, toResponse } from './http/reply'
import { addLiquidity, type DepositDelivery } from './liquidity/addLiquidity'
import type { SimulatedMarket } from './market/market'
import { pictures } from './pictures/pictures'
import { createPoolFeed } from './pools/feed'
import { prepareCrossChainSwap } from './swap/crossChainSwap'
import { prepareMarketMakerSwap } from './swap/marketMakerSwap'
import { preparePoolSwap } from './swap/poolSwap'
import { type ResolvedSwap, resolveSwap } from './swap/swapRequest'

type ServiceCall = 'chains' | 'swap' | 'add' | 'pools'

/** For tests only: replaces the body of a response; a `Response` is sent unchanged. */
export type Tamper = (honest: Json, call: ServiceCall, request: Request) => Json | Response | Promise<Json | Response>

export type ServiceOptions = {
  readonly apiKey?: string
  /** The public URL of a chain's RPC, sent as `rpcUrl` of a transaction; by default the gateway's path for it. */
  readonly rpcUrl?: (chainId: number) => string
  /** How an accepted deposit is carried out; by default the person signs it. */
  readonly addDelivery?: DepositDelivery
  /** For tests only: changes answers, to show that the app detects it. */
  readonly tamper?: Tamper
  readonly onProgress?: (sentence: string) => void
}

type ServiceDeps = Pick<ExchangeContext, 'evmExchanges' | 'solana'> & { readonly market: SimulatedMarket }

/** The service's four calls as one function from request to response, and the API key they require. */
export function createService({ evmExchanges, solana, market }: ServiceDeps, options: ServiceOptions) {
  const { apiKey = randomBytes(24).toString('base64url'), addDelivery = 'null', tamper } = options
  /** The pools of each network by its name; Solana has none. */
  const feeds = new Map<string, () => Promise<readonly JsonObject[]>>([
    ...evmExchanges.map((evm) => [evm.chain.listing.name, createPoolFeed(evm, market.prices)] as const),
    ...(solana ? [[solana.listing.name, async () => []] as const] : []),
  ])
  const context: ExchangeContext = {
    evmExchanges,
    solana,
    prices: market.prices,
    rpcUrl: options.rpcUrl ?? ((chainId) => `/rpc/${chainId}`),
    startedAt: new Date(),
  }
  const app = new Hono()

  async function respond(request: Request, call: ServiceCall, work: () => Promise<Reply>): Promise<Response> {
    const isAllowed = matchesApiKey(request.headers.get('x-api-key'), apiKey)
    const reply = isAllowed ? await work() : rejectWith(401, unknownKey)
    if (!tamper) return toResponse(reply)
    const changed = await tamper(parseJson(reply.body), call, request)
    return changed instanceof Response ? changed : toResponse({ status: reply.status, body: writeJson(changed) })
  }

  app.get('/api/blockchain', ({ req }) => respond(req.raw, 'chains', async () => listChains(context)))

  app.post('/api/swap/native', ({ req }) =>
    respond(req.raw, 'swap', async () => {
      const read = await readBody(req.raw)
      return 'refusal' in read ? read.refusal : respondToSwap(read.body, context)
    }),
  )

  app.get('/api/amm/pool/all/:networkName', ({ req }) =>
    respond(req.raw, 'pools', async () => {
      const name = req.param('networkName')
      const records = await feeds.get(name)?.()
      if (!records) return rejectWith(404, unknownNetwork(name, feeds.keys()))
      return answerWith(200, 'OK', addDelivery === 'treasury' ? records.map(withoutPositionManager) : records)
    }),
  )

  app.post('/api/amm/interactions/add', ({ req }) =>
    respond(req.raw, 'add', async () => {
      const read = await readBody(req.raw)
      return 'refusal' in read ? read.refusal : addLiquidity(read.body, context, addDelivery)
    }),
  )

  // Images are public: browsers request them without an API key.
  app.get('/tokens/:file', ({ req }) => pictureResponse(req.path) ?? notFound())

  for (const [path, method] of routes) app.all(path, () => wrongMethod(method))
  app.notFound(notFound)
  app.onError((error) => {
    options.onProgress?.(`A call failed: ${error}`)
    return toResponse(rejectWith(500, 'Something broke inside the exchange.'))
  })

  return { apiKey, fetch: async (request: Request): Promise<Response> => app.fetch(request) }
}

/** With a position manager in the record, a deposit would happen twice: by the treasury and by the person's wallet. */
function withoutPositionManager({ positionManager: _, ...record }: JsonObject): JsonObject {
  return record
}

function notFound(): Response {
  return toResponse(rejectWith(404, 'There is no such call.'))
}

function pictureResponse(path: string): Response | undefined {
  const picture = pictures.get(path)
  if (picture === undefined) return undefined
  const headers = {
    'content-type': 'image/svg+xml',
    'cache-control': 'public, max-age=86400',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'",
  }
  return new Response(picture, { headers })
}

const routes = [
  ['/api/blockchain', 'GET'],
  ['/api/swap/native', 'POST'],
  ['/api/amm/pool/all/:networkName', 'GET'],
  ['/api/amm/interactions/add', 'POST'],
] as const

const unknownKey = 'The header x-api-key carries no key that this exchange knows.'

function unknownNetwork(name: string, names: Iterable<string>): string {
  return `There is no network "${name.slice(0, 40)}". The networks are ${[...names].join(', ')}.`
}

function wrongMethod(method: 'GET' | 'POST'): Response {
  return toResponse(rejectWith(405, `This call is made with ${method}.`), { allow: method })
}

/** Compares in constant time, so that the duration does not reveal how much of a guess was right. */
function matchesApiKey(given: string | null, key: string): boolean {
  return given !== null && timingSafeEqual(digest(given), digest(key))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** `POST /api/swap/native`: the transactions of a swap, on one chain or across two. */
async function respondToSwap(body: JsonObject, context: ExchangeContext): Promise<Reply> {
  const resolved = resolveSwap(body, context)
  return 'refusal' in resolved ? resolved.refusal : prepare(resolved.swap, context)
}

async function prepare({ sold, bought, ...rest }: ResolvedSwap, context: ExchangeContext): Promise<Reply> {
  if (sold.kind === 'solana' && bought.kind === 'solana')
    return prepareMarketMakerSwap({ sold, bought, ...rest }, context)
  if (sold.kind === 'evm' && bought.kind === 'evm' && sold.evm === bought.evm)
    return preparePoolSwap({ sold, bought, ...rest }, context)
  return prepareCrossChainSwap({ sold, bought, ...rest }, context)
}
