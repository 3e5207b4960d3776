import { createHash } from 'node:crypto'
import type { Deployment, DeploymentChain } from '../../protocol/deployment'
import { createGateway } from '../app'
import type { Gateway } from '../gateway'
import type { Site } from '../site/site'

export type Verified = {
  /** What differs, a sentence for each; empty when everything is as it was built here. */
  readonly complaints: readonly string[]
  readonly paths: readonly string[]
  /** What the page may connect to. It comes from the deployment's own settings: for whoever runs it to judge. */
  readonly connections: string
  /**
   * Which contracts the settings vouch for, a sentence for each chain. No build can tell whether they are the right
   * ones, and they decide what people are let sign without a warning.
   */
  readonly vouched: readonly string[]
}

type Fetch = (request: Request) => Promise<Response>

/**
 * Holds every file and page of a deployment, and the headers around it, against what a gateway with this build answers.
 * Bad copies are meant for some people only, so each is asked for as several browsers ask, in several forms, twice.
 */
export async function verifyDeployment(origin: string, site: Site, fetch: Fetch): Promise<Verified> {
  const ask = askOf(origin, fetch)
  const { deployment, isOne } = await readSettings(origin, ask)
  const here = gatewayOf(origin, site, deployment)
  const paths = pathsOf(site)
  const complaints = await inTurns(paths, async (path) => {
    const expected = await here.fetch(new Request(origin + path))
    const wanted = { response: expected, hash: await hashOf(expected) }
    const found: string[] = []
    for (const visitor of [...visitors, ...visitors])
      found.push(...(await differences(path, await ask(path, visitor), wanted)))
    return [...new Set(found)]
  })
  const { headers } = await here.fetch(new Request(origin))
  const [, connections = ''] = /connect-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '') ?? []
  return {
    complaints: [...(isOne ? [] : [manySettings]), ...complaints.flat()],
    paths,
    connections,
    vouched: deployment.chains.map(vouchedOn),
  }
}

const manySettings = '/config.json is not the same for everybody and each time: what is vouched for below is one of it.'

/** The settings are somebody else's text: quoted, so that none of it is taken for a word of this command. */
function vouchedOn({ chainId, name, trusted, positionManager }: DeploymentChain): string {
  const chain = `${quoted(name)} (${quoted(chainId)})`
  const list = Array.isArray(trusted) ? trusted.map(quoted) : []
  const contracts = list.length > 0 ? list.join(', ') : 'no contract'
  const manager = positionManager ? `position manager ${quoted(positionManager)}` : 'no position manager'
  return `On ${chain} it vouches for ${contracts}, and names ${manager}.`
}

function quoted(said: unknown): string {
  const text = String(said)
  return /^[\w .-]{1,64}$/.test(text) ? text : JSON.stringify(text.slice(0, 64)).replace(/[^\x20-\x7e]/g, '?')
}

/** A gateway with this build and the deployment's settings, whose answers are the right ones. */
function gatewayOf(origin: string, site: Site, deployment: Deployment): Gateway {
  const service = { baseUrl: origin, apiKey: undefined, fetch: () => Promise.reject(new Error('Nobody asks it.')) }
  return createGateway({ deployment, site, publicUrl: origin, service, rpc: new Map(), clock: Date.now, log: () => {} })
}

/** Every file under its own name, and the two pages where people find them. */
function pathsOf(site: Site): string[] {
  return ['/', '/swap', '/pools', ...[...site.keys()].filter((path) => !path.endsWith('.html'))]
}

type Wanted = { readonly response: Response; readonly hash: string }

async function differences(path: string, answer: Response, { response, hash }: Wanted): Promise<string[]> {
  const found = await hashOf(answer)
  if (answer.status !== response.status) return [`${path} answers with ${answer.status} instead of ${response.status}.`]
  if (found !== hash) return [`${path} is not what was built here: sha256 ${found} instead of ${hash}.`]
  return [...response.headers]
    .filter(([name, value]) => !free.has(name) && answer.headers.get(name) !== value)
    .map(([name, value]) => `${path} has another ${name}: "${answer.headers.get(name) ?? ''}" instead of "${value}".`)
}

/** What may differ on the way without harm: how a body is packed, and how copies of it are told apart. */
const free = new Set(['content-length', 'content-encoding', 'vary', 'etag'])

async function hashOf(response: Response): Promise<string> {
  return createHash('sha256')
    .update(new Uint8Array(await response.arrayBuffer()))
    .digest('hex')
}

const visitors: readonly Readonly<Record<string, string>>[] = [
  {
    'user-agent':
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
    'accept-encoding': 'br',
  },
  {
    'user-agent':
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'accept-encoding': 'gzip',
  },
  {
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'accept-encoding': 'identity',
  },
]

type Ask = (path: string, visitor: Readonly<Record<string, string>>) => Promise<Response>

function askOf(origin: string, fetch: Fetch): Ask {
  return async (path, headers) => {
    const request = new Request(origin + path, { headers: { accept: '*/*', ...headers }, redirect: 'manual' })
    return fetch(request).catch((error) => {
      throw new Unverifiable(`${origin}${path} does not answer: ${error.cause?.message ?? error.message}.`)
    })
  }
}

/**
 * The settings name what the policy of the page allows, so the right policy cannot be told without them. They are asked
 * for as every file is: settings that only this command is told say nothing of what people are told.
 */
async function readSettings(origin: string, ask: Ask): Promise<{ deployment: Deployment; isOne: boolean }> {
  const told = new Set<string>()
  for (const visitor of [...visitors, ...visitors]) told.add(await (await ask('/config.json', visitor)).text())
  const [first] = told
  const deployment: unknown = await new Response(first).json().catch(() => undefined)
  if (isDeployment(deployment)) return { deployment, isOne: told.size === 1 }
  throw new Unverifiable(`${origin}/config.json has no settings of this app.`)
}

function isDeployment(settings: unknown): settings is Deployment {
  const { chains, apiBase } = Object(settings)
  return Array.isArray(chains) && chains.every(({ rpcUrls }) => Array.isArray(rpcUrls)) && typeof apiBase === 'string'
}

/** Eight at a time: as many as a browser asks for, not a burden. */
async function inTurns<Item, Result>(items: readonly Item[], deed: (item: Item) => Promise<Result>): Promise<Result[]> {
  const left = items.entries()
  const results: Result[] = []
  const work = async () => {
    for (const [index, item] of left) results[index] = await deed(item)
  }
  await Promise.all(Array.from({ length: 8 }, work))
  return results
}

/** A deployment that cannot be looked at. */
export class Unverifiable extends Error {
  override readonly name = 'Unverifiable'
}
