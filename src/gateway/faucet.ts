import { json, refusal } from './envelope'
import type { Gateway, GatewayOptions } from './gateway'
import type { Metrics } from './metrics'
import { createAllowance, readMembers, refuseForeign, wrongMethod } from './upstream/rateLimit'

/** Coins for the demo wallet, where there is a faucet at all. */
export function serveFaucet(app: Gateway, options: GatewayOptions, metrics: Metrics) {
  const { faucet } = options
  if (!faucet) return
  const spend = createAllowance(options, metrics, 'faucet')
  app.post('/faucet', async (c) => {
    const blocked = refuseForeign(c, options) ?? spend(c)
    if (blocked) return blocked
    const body = await readMembers(c.req.raw, ['kind', 'address'])
    if (body instanceof Response) return body
    const wish: unknown = JSON.parse(body)
    if (!isWish(wish)) return refusal(400, 'Say which kind of chain, and an address on it.')
    const funded = await faucet(wish.kind, wish.address)
    if (funded.is === 'refused') return refusal(funded.status, funded.why)
    return json(201, { message: 'The faucet has given.', data: funded.report, status: true })
  })
  app.all('/faucet', () => wrongMethod('POST'))
}

function isWish(wish: unknown): wish is { kind: string; address: string } {
  if (typeof wish !== 'object' || wish === null || !('kind' in wish) || !('address' in wish)) return false
  return typeof wish.kind === 'string' && typeof wish.address === 'string'
}
