import * as v from 'valibot'
import { json, methodNotAllowed, refusal } from './envelope'
import type { Gateway, GatewayOptions } from './gatewayOptions'
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
    const refused = refuseCrossOrigin(c, options) ?? (await takeFromLimit(c))
    if (refused) return refused
    const body = await readForwardedBody(c.req.raw, ['kind', 'address'])
    if (body instanceof Response) return body
    const request = v.safeParse(faucetRequest, body)
    if (!request.success) return refusal(400, 'Say which kind of chain, and an address on it.')
    const result = await faucet(request.output.kind, request.output.address)
    if (result.is === 'refused') return refusal(result.status, result.why)
    return json(201, { message: 'The faucet has given.', data: result.report, status: true })
  })
  app.all('/faucet', () => methodNotAllowed('POST'))
}

const faucetRequest = v.pipe(v.string(), v.parseJson(), v.object({ kind: v.string(), address: v.string() }))
