import { parseAccept } from 'hono/utils/accept'
import type { Bytes } from '../body'
import { canonicalPathAt, inLanguage, isLinkable, languageOf, missingPageFile, pageFileAt } from './pages'

/** One file of the built app, with its compressed forms. */
export type SiteFile = EncodedBody & {
  readonly type: string
  readonly etag: string
  /** The file name contains a hash of the content, so the content never changes. */
  readonly isImmutable: boolean
  /** The hashes of a page's inline scripts, for its content policy. */
  readonly inlineScripts?: readonly string[]
  /** The hashes of its inline styles. */
  readonly inlineStyles?: readonly string[]
}

/**
 * The built app by path (`/assets/index-B1.js`). `/index.html` works for every screen; the other pages have a title and a
 * description of their own and are prerendered, `/start.html` with the swap form.
 */
export type Site = ReadonlyMap<string, SiteFile>

/**
 * Serves a GET or HEAD of a file or page of the app. An unknown path that a person opens gets the missing page with
 * status 404. `undefined` when there is no such file. `publicUrl` completes canonical URLs where it is `https://`, as in
 * `withPublicLinks`.
 */
export function serveSite(site: Site, request: Request, publicUrl = ''): Response | undefined {
  const path = new URL(request.url).pathname
  const asset = path.endsWith('.html') ? undefined : site.get(path)
  if (asset) return serveAsset(asset, request)
  if (!isScreen(path, request)) return undefined
  const { file, translated } = pageFilesOf(request)
  const page = site.get(translated) ?? site.get(file) ?? site.get('/index.html')
  if (!page) return undefined
  const response = serveAsset(page, request, file === missingPageFile ? 404 : 200)
  response.headers.set('vary', 'accept-encoding, accept-language')
  const canonical = canonicalPathAt(path)
  const origin = isLinkable(publicUrl) ? publicUrl : ''
  const language = languageOf(request)
  const query = language === 'en' ? '' : `?lang=${language}`
  if (canonical !== undefined) response.headers.set('link', `<${origin}${canonical}${query}>; rel="canonical"`)
  return response
}

/** The HTML files of the requested page: the English one, and that in the language of the request. */
export function pageFilesOf(request: Request): { readonly file: string; readonly translated: string } {
  const file = pageFileAt(new URL(request.url).pathname) ?? missingPageFile
  return { file, translated: inLanguage(file, languageOf(request)) }
}

/** A path is a page when it has no file extension, or when the browser navigates to it (it accepts HTML). */
function isScreen(path: string, request: Request): boolean {
  if (path.startsWith('/assets/') || path.includes('//') || path.includes('/.')) return false
  const looksLikeFile = /\.[a-z0-9]{1,8}$/i.test(path)
  return !looksLikeFile || (request.headers.get('accept') ?? '').includes('text/html')
}

function serveAsset(asset: SiteFile, request: Request, status: 200 | 404 = 200): Response {
  const headers = new Headers({
    'content-type': asset.type,
    'cache-control': asset.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: asset.etag,
    vary: 'accept-encoding',
  })
  if (status === 200 && etagMatches(request.headers.get('if-none-match'), asset.etag))
    return new Response(null, { status: 304, headers })
  const form = negotiateEncoding(asset, request.headers.get('accept-encoding'))
  headers.set('content-length', String(form.bytes.length))
  return encodedResponse(form, headers, status)
}

/** `encodeBody: 'manual'` keeps workerd from compressing bytes again that are already compressed. */
export function encodedResponse({ bytes, encoding }: Variant, headers: Headers, status = 200): Response {
  if (encoding) headers.set('content-encoding', encoding)
  const init: ResponseInit & { readonly encodeBody: 'manual' } = { status, headers, encodeBody: 'manual' }
  return new Response(bytes, init)
}

/** Whether the browser's cached copy is still current. */
export function etagMatches(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  const plain = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((tag) => plain(tag) === plain(etag) || tag.trim() === '*')
}

export type EncodedBody = {
  readonly bytes: Bytes
  readonly brotli: Bytes | undefined
  readonly gzip: Bytes | undefined
}
type Variant = { readonly bytes: Bytes; readonly encoding?: 'br' | 'gzip' }

/** The smallest encoding that `accept-encoding` allows. */
export function negotiateEncoding(body: EncodedBody, acceptEncoding: string | null): Variant {
  const accepted = parseAccept(acceptEncoding ?? '')
  const accepts = (name: string) => accepted.some(({ type, q }) => type === name && q > 0)
  if (body.brotli && accepts('br')) return { bytes: body.brotli, encoding: 'br' }
  if (body.gzip && accepts('gzip')) return { bytes: body.gzip, encoding: 'gzip' }
  return { bytes: body.bytes }
}
