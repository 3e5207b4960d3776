import { Hono } from 'hono'
import type { Json } from '../../protocol/json'
import { type ExchangeContext, listedNetworkNames } from '../context'
import { addLiquidity, type DepositDelivery } from '../liquidity/addLiquidity'
import { prepareSwap } from '../swap/swap'
import { matchesApiKey } from './apiKey'
import { readBody } from './body'
import { listChains } from './chains'
import { envelope, type Reply, rejectWith, replyWith, toResponse } from './reply'

/** The four calls, by the name a tamperer is told. */
export type ServiceCall = 'chains' | 'swap' | 'pools' | 'add'

/** For tests only: what to say instead of the honest answer. A `Response` is sent as it is. */
export type Tamper = (honest: Json, call: ServiceCall, request: Request) => Json | Response | Promise<Json | Response>

export type ServiceOptions = {
  readonly apiKey: string
  readonly delivery: DepositDelivery
  readonly pools: (networkName: string) => Promise<readonly Json[]>
  readonly tamper?: Tamper | undefined
  readonly onFailure: (error: unknown) => void
}

type Service = (request: Request) => Promise<Response>

/** The service's four calls as one function from request to response. */
export function createService(
  context: ExchangeContext,
  { apiKey, delivery, pools, tamper, onFailure }: ServiceOptions,
): Service {
  const app = new Hono()

  async function reply(request: Request, call: ServiceCall, work: () => Promise<Reply>): Promise<Response> {
    const said = matchesApiKey(request.headers.get('x-api-key'), apiKey) ? await work() : rejectWith(401, unknownKey)
    const honest = envelope(said)
    const told = tamper ? await tamper(honest, call, request) : honest
    return told instanceof Response ? told : toResponse(told, said.status)
  }

  app.get('/api/blockchain', ({ req }) => reply(req.raw, 'chains', async () => listChains(context)))

  app.post('/api/swap/native', ({ req }) =>
    reply(req.raw, 'swap', async () => {
      const read = await readBody(req.raw)
      return 'refusal' in read ? read.refusal : prepareSwap(read.body, context)
    }),
  )

  app.get('/api/amm/pool/all/:networkName', ({ req }) =>
    reply(req.raw, 'pools', async () => {
      const name = req.param('networkName')
      if (!listedNetworkNames(context).includes(name)) return rejectWith(404, unknownNetwork(name, context))
      return replyWith(await pools(name))
    }),
  )

  app.post('/api/amm/interactions/add', ({ req }) =>
    reply(req.raw, 'add', async () => {
      const read = await readBody(req.raw)
      return 'refusal' in read ? read.refusal : addLiquidity(read.body, context, delivery)
    }),
  )

  for (const [path, method] of calls) app.all(path, () => wrongMethod(method))
  app.notFound(() => toResponse(envelope(rejectWith(404, 'There is no such call.')), 404))
  app.onError((error) => {
    onFailure(error)
    return toResponse(envelope(rejectWith(500, 'Something broke inside the exchange.')), 500)
  })

  return async (request) => app.fetch(request)
}

const calls = [
  ['/api/blockchain', 'GET'],
  ['/api/swap/native', 'POST'],
  ['/api/amm/pool/all/:networkName', 'GET'],
  ['/api/amm/interactions/add', 'POST'],
] as const

const unknownKey = 'The header x-api-key carries no key that this exchange knows.'

function unknownNetwork(name: string, context: ExchangeContext): string {
  return `There is no network "${name.slice(0, 40)}". The networks are ${listedNetworkNames(context).join(', ')}.`
}

function wrongMethod(method: 'GET' | 'POST'): Response {
  return toResponse(envelope(rejectWith(405, `This call is made with ${method}.`)), 405, { allow: method })
}
