import { randomBytes } from 'node:crypto'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import { timingSafeEqual } from 'hono/utils/buffer'
import { isObject, type Json, type JsonObject, parseJson, tryParseJson } from '../protocol/json/json'
import type { ExchangeContext } from './context'
import { listChains } from './http/chains'
import { answerWith, envelope, rejection } from './http/reply'
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
  const calls: readonly (readonly [
    'GET' | 'POST',
    string,
    ServiceCall,
    (c: Context) => Response | Promise<Response>,
  ])[] = [
    ['GET', '/api/blockchain', 'chains', () => listChains(context)],
    ['POST', '/api/swap/native', 'swap', async (c) => prepareSwap(resolveSwap(await readBody(c), context), context)],
    ['GET', '/api/amm/pool/all/:networkName', 'pools', (c) => listPools(c.req.param('networkName') ?? '')],
    ['POST', '/api/amm/interactions/add', 'add', async (c) => addLiquidity(await readBody(c), context, addDelivery)],
  ]
  const app = new Hono()
  for (const [method, path, call, answer] of calls) {
    app.on(method, path, tampering(call, tamper), requireKey, limitBody, answer)
    app.all(path, () => {
      const response = rejection(405, `This call is made with ${method}.`).getResponse()
      response.headers.set('allow', method)
      return response
    })
  }
  // Images are public: browsers request them without an API key.
  app.get('/tokens/:file', ({ req }) => pictureAt(req.path))
  app.notFound(() => noSuchCall().getResponse())
  app.onError((error) => {
    if (error instanceof HTTPException) return error.getResponse()
    options.onProgress?.(`A call failed: ${error}`)
    return rejection(500, 'Something broke inside the exchange.').getResponse()
  })

  return { apiKey, fetch: async (request: Request): Promise<Response> => app.fetch(request) }

  /** Compares in constant time, so that the duration does not reveal how much of a guess was right. */
  async function requireKey({ req }: Context, next: () => Promise<void>) {
    if (await timingSafeEqual(req.header('x-api-key') ?? '', apiKey)) return next()
    throw rejection(401, 'The header x-api-key carries no key that this exchange knows.')
  }

  async function listPools(name: string): Promise<Response> {
    const records = await feeds.get(name)?.()
    if (records)
      return answerWith(200, 'OK', addDelivery === 'treasury' ? records.map(withoutPositionManager) : records)
    const networks = [...feeds.keys()].join(', ')
    throw rejection(404, `There is no network "${name.slice(0, 40)}". The networks are ${networks}.`)
  }
}

/** With a position manager in the record, a deposit would happen twice: by the treasury and by the person's wallet. */
function withoutPositionManager({ positionManager: _, ...record }: JsonObject): JsonObject {
  return record
}

function noSuchCall() {
  return rejection(404, 'There is no such call.')
}

function tampering(call: ServiceCall, tamper: Tamper | undefined): MiddlewareHandler {
  return async (c, next) => {
    await next()
    if (!tamper) return
    const changed = await tamper(parseJson(await c.res.text()), call, c.req.raw)
    const { status } = c.res
    // Without a response to merge its headers with, a changed one is sent as it is.
    c.res = undefined
    c.res = changed instanceof Response ? changed : envelope(status, changed)
  }
}

/** Many times the size of any documented request. */
const maxBodyBytes = 65_536

const limitBody = bodyLimit({
  maxSize: maxBodyBytes,
  onError: () => {
    throw rejection(413, `The body is larger than ${maxBodyBytes} bytes.`)
  },
})

async function readBody({ req }: Context): Promise<JsonObject> {
  if (!/^application\/json\s*(;|$)/i.test(req.header('content-type') ?? ''))
    throw rejection(415, 'Send the request as JSON, with the header Content-Type: application/json.')
  const body = tryParseJson(await req.text())
  if (isObject(body)) return body
  throw rejection(400, 'The body is not a JSON object.')
}

function pictureAt(path: string): Response {
  const picture = pictures.get(path)
  if (picture === undefined) throw noSuchCall()
  const headers = {
    'content-type': 'image/svg+xml',
    'cache-control': 'public, max-age=86400',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'",
  }
  return new Response(picture, { headers })
}

/** The transactions of a swap, on one chain or across two. */
async function prepareSwap({ sold, bought, ...rest }: ResolvedSwap, context: ExchangeContext): Promise<Response> {
  if (sold.kind === 'solana' && bought.kind === 'solana')
    return prepareMarketMakerSwap({ sold, bought, ...rest }, context)
  if (sold.kind === 'evm' && bought.kind === 'evm' && sold.evm === bought.evm)
    return preparePoolSwap({ sold, bought, ...rest }, context)
  return prepareCrossChainSwap({ sold, bought, ...rest }, context)
}
