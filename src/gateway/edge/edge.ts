import { createGateway } from '../app'
import type { Bytes } from '../body'
import { callerAddress } from '../caller'
import { refusal } from '../envelope'
import type { Gateway, WriteLog } from '../gatewayOptions'
import { parseNoticeFile } from '../notice'
import { createScreening } from '../screening'
import { readSettings, type Settings } from '../settings'
import { SettingsError } from '../settingsError'
import { pageFiles } from '../site/pages'
import { withPublicLinks } from '../site/publicLinks'
import { pageFilesOf, type SiteFile } from '../site/site'
import { createSiteFile, isPublicPath } from '../site/siteFile'
import type { Compress } from '../upstream/cachedResponse'
import { createSteadyClock } from '../upstream/steadyClock'
import { hostedUpstream, optionsOf } from '../upstream/upstream'

/** The bindings of the runtime: each setting as text, and the folder of the built app as `ASSETS`. */
type Bindings = Readonly<Record<string, unknown>> & { readonly ASSETS: Folder }
type Folder = { readonly fetch: (address: string) => Promise<Response> }
type Context = { readonly waitUntil: (work: Promise<unknown>) => void }

type Edge = EdgeSite & { readonly gateway: Gateway; readonly trustedProxies: number }
type EdgeSite = { readonly site: Map<string, SiteFile>; readonly publicUrl: string | undefined }

/** One gateway per isolate. Each isolate has its own rate limits and caches. */
let edge: Edge | undefined

/** The entry point for edge runtimes, which handle the listening themselves. */
export default {
  async fetch(request: Request, bindings: Bindings, context: Context): Promise<Response> {
    try {
      const started = edge ?? (await start(bindings))
      edge ??= started
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error
      console.error(error.message)
      return refusal(503, error instanceof DeploymentIncomplete ? error.message : invalidSetting)
    }
    for (const path of [new URL(request.url).pathname, pageFilesOf(request).translated])
      await loadSiteFile(edge, path, bindings.ASSETS)
    // Runtimes have no common way to get the peer's address: without trusted proxies all callers share one rate limit.
    const caller = callerAddress('edge', request.headers.get('x-forwarded-for') ?? undefined, edge.trustedProxies)
    const waitUntil = (work: Promise<unknown>) => context.waitUntil(work)
    const answer = Promise.resolve(edge.gateway.fetch(request, { caller, waitUntil }))
    // Keeps the isolate alive when the caller disconnects: a deposit that was sent must finish and be counted.
    waitUntil(answer)
    return answer
  },
}

async function start(bindings: Bindings): Promise<Edge> {
  const settings = readSettings(Object.fromEntries(Object.entries(bindings).flatMap(textBinding)), [], readNoFile)
  if (settings.store !== undefined)
    throw new SettingsError('TIDEGATE_STORE needs Node: an isolate keeps no connection.')
  if (settings.screening?.is === 'list')
    throw new SettingsError('TIDEGATE_SCREENING must be a URL here: an edge runtime has no files.')
  if (!settings.hosted) throw new DeploymentIncomplete(noService)
  const site = new Map<string, SiteFile>()
  // The policy of all pages has the hashes of these; those in other languages have the same inline scripts.
  const { publicUrl } = settings
  for (const page of pageFiles) await loadSiteFile({ site, publicUrl }, page, bindings.ASSETS)
  if (!site.has('/index.html')) throw new DeploymentIncomplete(noApp)
  // The setting holds the notice itself, not a file name. An empty one halts, as an empty file does.
  const notice = parseNoticeFile(textBinding(['TIDEGATE_NOTICE', bindings.TIDEGATE_NOTICE])[0]?.[1])
  const clock = createSteadyClock()
  const gateway = createGateway({
    ...hostedUpstream(settings, settings.hosted),
    ...optionsOf(settings),
    site,
    notice: () => notice,
    clock,
    screening: settings.screening && createScreening(settings.screening, readNoFile, clock),
    log: logOf(settings),
    compress,
  })
  return { gateway, site, publicUrl, trustedProxies: settings.trustedProxies }
}

/** A setting as text. Settings bound in another form are refused: ignoring them could ignore a halt. */
function textBinding([name, value]: [string, unknown]): readonly [string, string][] {
  if (typeof value === 'string') return [[name, value]]
  // workerd binds a variable that the environment lacks as null.
  const isBound = value !== undefined && value !== null
  if (isBound && /^(TIDEGATE_|PORT$)/.test(name)) throw new SettingsError(`${name} has to be bound as text.`)
  return []
}

/** Loads a file of the app on its first request, and caches it for the life of the isolate. */
async function loadSiteFile({ site, publicUrl }: EdgeSite, path: string, folder: Folder): Promise<void> {
  if (site.has(path) || !isPublicPath(path) || !/^(\/[\w-][\w.-]*)+\.\w+$/.test(path)) return
  const bytes = await readBytes(folder, path)
  if (!bytes) return
  const [brotli, gzip] = await Promise.all([readBytes(folder, `${path}.br`), readBytes(folder, `${path}.gz`)])
  const file = await createSiteFile(path, { bytes, brotli, gzip })
  site.set(path, await withPublicLinks(path, file, publicUrl, compress))
}

async function readBytes(folder: Folder, path: string): Promise<Bytes | undefined> {
  const response = await folder.fetch(`http://assets${path}`)
  if (response.ok) return new Uint8Array(await response.arrayBuffer())
  await response.body?.cancel()
  return undefined
}

/** Edge runtimes compress with gzip only. */
const compress: Compress = async (bytes) => {
  const compressed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'))
  return { brotli: undefined, gzip: new Uint8Array(await new Response(compressed).arrayBuffer()) }
}

function logOf({ logsRequests }: Settings): WriteLog {
  return (line) => {
    if (logsRequests || line.event !== 'request') console.error(JSON.stringify(line))
  }
}

function readNoFile(): never {
  throw new Error('An edge runtime has no files.')
}

const invalidSetting = 'A setting of this deployment cannot be used; its log says which.'

const noService = 'No service is named in TIDEGATE_BASE_URL, and the exchange that stands in for one needs Node.'
const noApp = 'The files of the app cannot be read here. Try again in a moment.'

/** Something that the deployment needs is missing. The message contains no setting's value, so visitors may read it. */
class DeploymentIncomplete extends SettingsError {}
