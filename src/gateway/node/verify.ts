import { createHash } from 'node:crypto'
import pLimit from 'p-limit'
import { languageTags } from '../../domain/text/languageTags'
import { type Deployment, type DeploymentChain, readDeployment } from '../../protocol/deployment/deployment'
import { createGateway } from '../app'
import type { Gateway } from '../gatewayOptions'
import { inLanguage, missingPageFile, pageExamples } from '../site/pages'
import { publicSite } from '../site/publicLinks'
import type { Site } from '../site/site'
import type { Compress } from '../upstream/cachedResponse'

type Fetch = (request: Request) => Promise<Response>

/**
 * Compares every file and page of a deployment, with its headers, with the responses of a gateway with this build. An
 * attacker may serve a changed copy to some visitors only, so each path is requested as several browsers do, in several
 * encodings, twice.
 */
export async function verifyDeployment(origin: string, site: Site, fetch: Fetch) {
  const get = createGet(origin, fetch)
  const { deployment, isConsistent } = await fetchDeployment(origin, get)
  const local = localGateway(origin, await publicSite(site, origin, uncompressed), deployment)
  const paths = pathsOf(site)
  const differences = await pLimit(maxParallel).map(paths, async (path) => {
    const response = await local.fetch(new Request(origin + path))
    const expected = { response, hash: await hashOf(response) }
    const found: string[] = []
    for (const visitor of [...visitors, ...visitors])
      found.push(...(await compare(path, await get(path, visitor), expected)))
    return [...new Set(found)]
  })
  const { headers } = await local.fetch(new Request(origin))
  const [, connections = ''] = /connect-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '') ?? []
  return {
    /** One sentence for each difference from this build; empty if there is no difference. */
    differences: [...(isConsistent ? [] : [inconsistentSettings]), ...differences.flat()],
    paths,
    /** Origins that the page may connect to. They come from the deployment's settings, so only its operator can judge them. */
    connections,
    /**
     * The contracts that the settings trust, one sentence for each chain. They decide what people sign without a warning,
     * and this command cannot know whether they are correct.
     */
    trusted: deployment.chains.map(trustedOn),
  }
}

const inconsistentSettings =
  '/config.json is not the same for everybody and each time: what is vouched for below is one of it.'

/**
 * The deployment's settings are untrusted text: they are quoted, so that they cannot be mistaken for output of this
 * command.
 */
function trustedOn({ chainId, name, kind, trusted, escrows, positionManager }: DeploymentChain): string {
  const chain = `${quoted(name)} (${quoted(chainId)})`
  const contracts = listed(trusted) ?? 'no contract'
  const manager = positionManager ? `position manager ${quoted(positionManager)}` : 'no position manager'
  const deposits = escrows ? (listed(escrows) ?? 'nobody') : 'any of them'
  const paid = kind === 'solana' ? `, lets deposits for other chains go to ${deposits}` : ''
  return `On ${chain} it vouches for ${contracts}${paid}, and names ${manager}.`
}

function listed(addresses: unknown): string | undefined {
  return Array.isArray(addresses) && addresses.length > 0 ? addresses.map(quoted).join(', ') : undefined
}

function quoted(value: unknown): string {
  const text = String(value)
  return /^[\w .-]{1,64}$/.test(text) ? text : JSON.stringify(text.slice(0, 64)).replace(/[^\x20-\x7e]/g, '?')
}

/** Verification compares what is in a body, not how it was compressed. */
const uncompressed: Compress = async () => ({ brotli: undefined, gzip: undefined })

/** A local gateway with this build and the deployment's settings; its responses are the expected ones. */
function localGateway(origin: string, site: Site, deployment: Deployment): Gateway {
  const service = { baseUrl: origin, apiKey: undefined, fetch: () => Promise.reject(new Error('Not used.')) }
  return createGateway({ deployment, site, publicUrl: origin, service, rpc: new Map(), clock: Date.now, log: () => {} })
}

/** The path of every file, and an example path of every page in every language. */
function pathsOf(site: Site): string[] {
  const languages = languageTags.filter((tag) => site.has(inLanguage(missingPageFile, tag)) && tag !== 'en')
  const translated = languages.flatMap((tag) => pageExamples.map((path) => `${path}?lang=${tag}`))
  return [...pageExamples, ...translated, ...[...site.keys()].filter((path) => !path.endsWith('.html'))]
}

type Expected = { readonly response: Response; readonly hash: string }

async function compare(path: string, answer: Response, { response, hash }: Expected): Promise<string[]> {
  const found = await hashOf(answer)
  if (answer.status !== response.status) return [`${path} answers with ${answer.status} instead of ${response.status}.`]
  if (found !== hash) return [`${path} is not what was built here: sha256 ${found} instead of ${hash}.`]
  return [...response.headers]
    .filter(([name, value]) => !ignoredHeaders.has(name) && answer.headers.get(name) !== value)
    .map(([name, value]) => `${path} has another ${name}: "${answer.headers.get(name) ?? ''}" instead of "${value}".`)
}

/** Proxies in between may compress a body and change its ETag without changing what the browser runs. */
const ignoredHeaders = new Set(['content-length', 'content-encoding', 'vary', 'etag'])

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

type Get = (path: string, visitor: Readonly<Record<string, string>>) => Promise<Response>

function createGet(origin: string, fetch: Fetch): Get {
  return async (path, headers) => {
    const request = new Request(origin + path, {
      headers: { accept: '*/*', 'accept-language': 'en', ...headers },
      redirect: 'manual',
    })
    return fetch(request).catch((error) => {
      throw new VerifyError(`${origin}${path} does not answer: ${error.cause?.message ?? error.message}.`)
    })
  }
}

/**
 * Fetches `/config.json`, from which the page's content policy follows. It is requested as browsers do, because a
 * deployment could send other settings to this command than to people.
 */
async function fetchDeployment(origin: string, get: Get): Promise<{ deployment: Deployment; isConsistent: boolean }> {
  const texts = new Set<string>()
  for (const visitor of [...visitors, ...visitors]) texts.add(await (await get('/config.json', visitor)).text())
  const [first = ''] = texts
  try {
    return { deployment: readDeployment(JSON.parse(first)), isConsistent: texts.size === 1 }
  } catch (cause) {
    throw new VerifyError(`${origin}/config.json has no settings of this app.`, { cause })
  }
}

/** About as many requests at a time as one browser makes. */
const maxParallel = 8

/** The deployment does not answer, or has no settings of this app. */
export class VerifyError extends Error {
  override readonly name = 'VerifyError'
}
