import { json, methodNotAllowed, refusal } from './envelope'
import type { Gateway, GatewayOptions } from './gateway'
import type { Metrics } from './metrics'
import { refuseCrossOrigin } from './origin'
import { readForwardedBody } from './requestBody'
import { createRateLimit } from './upstream/rateLimit'

/** Funds the demo wallet. Only the embedded exchange has a faucet. */
export function addFaucetRoute(app: Gateway, options: GatewayOptions, metrics: Metrics) {
  const { faucet } = options
  if (!faucet) return
  const takeFromLimit = createRateLimit(options, metrics, 'faucet')
  app.post('/faucet', async (c) => {
    const refused = refuseCrossOrigin(c, options) ?? takeFromLimit(c)
    if (refused) return refused
    const body = await readForwardedBody(c.req.raw, ['kind', 'address'])
    if (body instanceof Response) return body
    const request: unknown = JSON.parse(body)
    if (!isFaucetRequest(request)) return refusal(400, 'Say which kind of chain, and an address on it.')
    const result = await faucet(request.kind, request.address)
    if (result.is === 'refused') return refusal(result.status, result.why)
    return json(201, { message: 'The faucet has given.', data: result.report, status: true })
  })
  app.all('/faucet', () => methodNotAllowed('POST'))
}

function isFaucetRequest(request: unknown): request is { kind: string; address: string } {
  if (typeof request !== 'object' || request === null || !('kind' in request) || !('address' in request)) return false
  return typeof request.kind === 'string' && typeof request.address === 'string'
}
