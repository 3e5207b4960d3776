import { json, refusal } from './envelope'
import type { Gateway, GatewayOptions, Visit } from './gateway'
import type { Metrics } from './metrics'
import { quiet } from './notice'
import { addMembers, networkNames, networkSegment, swapMembers } from './requestBody'
import { createShelf } from './upstream/cache'
import {
  chainsCaching,
  chainsLife,
  type Kept,
  passOn,
  poolsCaching,
  poolsLife,
  respond,
  shelved,
} from './upstream/cachedResponse'
import { type Answer, createAsk, usualServiceLimits } from './upstream/client'
import { createAllowance, readMembers, refuseForeign, wrongMethod } from './upstream/rateLimit'
import { createOnce } from './upstream/singleFlight'

/** The four calls of the service, and nothing beside them. */
export function serveCalls(app: Gateway, options: GatewayOptions, metrics: Metrics) {
  const { clock, compress } = options
  const ask = createAsk(options.service, { ...usualServiceLimits, ...options.limits }, clock, metrics)
  const chains = createShelf<Kept, Answer>(chainsLife, clock)
  const pools = createShelf<Kept, Answer>(poolsLife, clock)
  const listChains = (c: Visit) => chains.serve('', () => load(c, 'chains', '/api/blockchain'))
  let names: { readonly of: Kept; readonly set: ReadonlySet<string> } | undefined

  app.get('/api/blockchain', async (c) => respond(await listChains(c), c.req.raw, chainsCaching))
  app.all('/api/blockchain', () => wrongMethod('GET'))

  app.get('/api/amm/pool/all/:name', async (c) => {
    const network = networkSegment(rawSegment(c))
    if (!network || !(await isListed(c, network.name))) return refusal(404, 'This deployment has no such network.')
    const path = `/api/amm/pool/all/${network.segment}`
    const served = await pools.serve(network.name, () => load(c, 'pools', path))
    return respond(served, c.req.raw, poolsCaching)
  })
  app.all('/api/amm/pool/all/:name', () => wrongMethod('GET'))

  post('/api/swap/native', 'swap', swapMembers)
  post('/api/amm/interactions/add', 'add', addMembers)
  app.get('/readyz', async (c) => {
    const served = await listChains(c)
    return served.is === 'good' ? json(200, { status: 'ready' }) : json(503, { status: 'the service does not answer' })
  })
  app.all('/api/*', () => refusal(404, 'The gateway passes on the four calls of the service and nothing else.'))

  function post(path: string, route: 'swap' | 'add', members: readonly string[]) {
    const spend = createAllowance(options, metrics, route)
    const once = createOnce<Answer>()
    app.post(path, async (c) => {
      const blocked = refuseForeign(c, options) ?? refuseHalted(options, route) ?? spend(c)
      if (blocked) return blocked
      const body = await readMembers(c.req.raw, members)
      if (body instanceof Response) return body
      // An abandoned quote need not be finished; a deposit that was asked for must be.
      const signal = route === 'swap' ? c.req.raw.signal : undefined
      const answer = () => ask({ route, path, body, signal })
      // A deposit that two tabs ask for in one moment is asked for once.
      return passOn(await (route === 'add' ? once(`${c.env?.caller} ${body}`, answer) : answer()))
    })
    app.all(path, () => wrongMethod('POST'))
  }

  /** Others may wait for what this one asked for, also when it has gone or was answered from the shelf. */
  function load(c: Visit, route: 'chains' | 'pools', path: string) {
    const loaded = ask({ route, path }).then((answer) => shelved(answer, route, compress))
    c.env?.waitUntil?.(loaded)
    return loaded
  }

  /** Without a chain list to compare with, a well-formed name is let through. */
  async function isListed(c: Visit, name: string): Promise<boolean> {
    const served = await listChains(c)
    if (served.is === 'bad') return true
    if (names?.of !== served.value) names = { of: served.value, set: networkNames(served.value.bytes) }
    return names.set.has(name)
  }
}

/**
 * A halted deployment makes nothing that could be signed, whatever app asks. A quote may be asked for again; of a deposit
 * it must be plain that nothing was done.
 */
function refuseHalted({ notice }: GatewayOptions, route: 'swap' | 'add'): Response | undefined {
  const { halt, message } = notice?.() ?? quiet
  return halt
    ? refusal(route === 'add' ? 423 : 503, message || 'This deployment is halted by whoever runs it.')
    : undefined
}

/** The last segment as it came, before anybody decodes it. */
function rawSegment(c: Visit): string {
  return new URL(c.req.url).pathname.slice('/api/amm/pool/all/'.length)
}
