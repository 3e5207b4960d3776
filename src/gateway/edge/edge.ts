import { createGateway } from '../app'
import type { Bytes } from '../body'
import { callerOf } from '../caller'
import { refusal } from '../envelope'
import type { Gateway, Log } from '../gateway'
import { readNotice } from '../notice'
import { allowedHosts, readSettings, type Settings } from '../settings'
import { BadSetting } from '../settingsError'
import { assetOf, isPublic } from '../site/asset'
import type { Asset } from '../site/site'
import type { Compress } from '../upstream/cachedResponse'
import { hostedBacking } from '../upstream/upstream'

/** What the runtime binds by name: each setting as text, and the folder of the built app as `ASSETS`. */
type Bindings = Readonly<Record<string, unknown>> & { readonly ASSETS: Folder }
type Folder = { readonly fetch: (address: string) => Promise<Response> }
type Context = { readonly waitUntil: (work: Promise<unknown>) => void }

type Edge = { readonly gateway: Gateway; readonly site: Map<string, Asset>; readonly trustedProxies: number }

/** One for all requests of this isolate. Others have their own, with allowances and shelves of their own. */
let edge: Edge | undefined

/** The gateway where an edge runtime listens in its place. */
export default {
  async fetch(request: Request, bindings: Bindings, context: Context): Promise<Response> {
    try {
      const started = edge ?? (await start(bindings))
      edge ??= started
    } catch (error) {
      if (!(error instanceof BadSetting)) throw error
      console.error(error.message)
      return refusal(503, error instanceof Missing ? error.message : unusable)
    }
    await stock(edge.site, new URL(request.url).pathname, bindings.ASSETS)
    // No runtime tells the address of its peer in the same way: without proxies to believe, all callers are one.
    const caller = callerOf('edge', request.headers.get('x-forwarded-for') ?? undefined, edge.trustedProxies)
    const waitUntil = (work: Promise<unknown>) => context.waitUntil(work)
    const answer = Promise.resolve(edge.gateway.fetch(request, { caller, waitUntil }))
    // Whoever asked may go away; what was begun for him is finished, and counted, all the same.
    waitUntil(answer)
    return answer
  },
}

async function start(bindings: Bindings): Promise<Edge> {
  const settings = readSettings(Object.fromEntries(Object.entries(bindings).flatMap(textIn)), [], noFiles)
  if (!settings.hosted) throw new Missing(noService)
  const site = new Map<string, Asset>()
  for (const page of ['/index.html', '/start.html']) await stock(site, page, bindings.ASSETS)
  if (!site.has('/index.html')) throw new Missing(noApp)
  // Here it stands in the setting itself; an empty one was meant to halt, as an empty file is.
  const notice = readNotice(textIn(['TIDEGATE_NOTICE', bindings.TIDEGATE_NOTICE])[0]?.[1])
  const gateway = createGateway({
    ...hostedBacking(settings, settings.hosted),
    site,
    publicUrl: settings.publicUrl,
    notice: () => notice,
    hosts: allowedHosts(settings),
    clock: Date.now,
    log: logOf(settings),
    compress,
    limits: { getBytes: settings.maxAnswerBytes },
  })
  return { gateway, site, trustedProxies: settings.trustedProxies }
}

/** A setting as text. What is bound in another form would be passed over in silence, a halt among them. */
function textIn([name, value]: [string, unknown]): readonly [string, string][] {
  if (typeof value === 'string') return [[name, value]]
  // What the environment does not have may be bound as null.
  const isBound = value !== undefined && value !== null
  if (isBound && /^(TIDEGATE_|PORT$)/.test(name)) throw new BadSetting(`${name} has to be bound as text.`)
  return []
}

/** Fetches a file of the app when somebody asks for it first; from then on this isolate has it. */
async function stock(site: Map<string, Asset>, path: string, folder: Folder): Promise<void> {
  if (site.has(path) || !isPublic(path) || !/^(\/[\w-][\w.-]*)+\.\w+$/.test(path)) return
  const bytes = await read(folder, path)
  if (!bytes) return
  const [brotli, gzip] = await Promise.all([read(folder, `${path}.br`), read(folder, `${path}.gz`)])
  site.set(path, await assetOf(path, { bytes, brotli, gzip }))
}

async function read(folder: Folder, path: string): Promise<Bytes | undefined> {
  const response = await folder.fetch(`http://assets${path}`)
  if (response.ok) return new Uint8Array(await response.arrayBuffer())
  await response.body?.cancel()
  return undefined
}

/** Of the two forms that browsers take, an edge runtime can make one. */
const compress: Compress = async (bytes) => {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'))
  return { brotli: undefined, gzip: new Uint8Array(await new Response(packed).arrayBuffer()) }
}

function logOf({ logsRequests }: Settings): Log {
  return (line) => {
    if (logsRequests || line.event !== 'request') console.error(JSON.stringify(line))
  }
}

function noFiles(): never {
  throw new Error('There are no files here.')
}

const unusable = 'A setting of this deployment cannot be used; its log says which.'

const noService = 'No service is named in TIDEGATE_BASE_URL, and the exchange that stands in for one needs Node.'
const noApp = 'The files of the app cannot be read here. Try again in a moment.'

/** What people may be told of a deployment that cannot begin. */
class Missing extends BadSetting {}
