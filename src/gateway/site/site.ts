import type { Bytes } from '../body'

/** One file of the built app, with its smaller forms. */
export type Asset = Forms & {
  readonly type: string
  readonly etag: string
  /** The name contains a hash of the content: it never changes. */
  readonly isImmutable: boolean
  /** The scripts in the text of a page, by hash, as a content policy names them. */
  readonly inlineScripts?: readonly string[]
}

/**
 * The built app by path (`/assets/index-B1.js`). `/index.html` is the page of every screen; where people arrive,
 * `/start.html` is the same page with the first screen already drawn into it.
 */
export type Site = ReadonlyMap<string, Asset>

/** Answers a GET or HEAD of a file of the app; `undefined` when there is no such file and no such screen. */
export function serveSite(site: Site, request: Request): Response | undefined {
  const path = new URL(request.url).pathname
  const asset = path.endsWith('.html') ? undefined : site.get(path)
  if (asset) return serveAsset(asset, request)
  const drawn = path === '/' || path === '/swap' ? site.get('/start.html') : undefined
  const page = drawn ?? site.get('/index.html')
  return page && isScreen(path, request) ? serveAsset(page, request) : undefined
}

/** Screens have no file ending; what a person opens from the address bar is a screen too. */
function isScreen(path: string, request: Request): boolean {
  if (path.startsWith('/assets/') || path.includes('//') || path.includes('/.')) return false
  const looksLikeFile = /\.[a-z0-9]{1,8}$/i.test(path)
  return !looksLikeFile || (request.headers.get('accept') ?? '').includes('text/html')
}

function serveAsset(asset: Asset, request: Request): Response {
  const headers = new Headers({
    'content-type': asset.type,
    'cache-control': asset.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: asset.etag,
    vary: 'accept-encoding',
  })
  if (matches(request.headers.get('if-none-match'), asset.etag)) return new Response(null, { status: 304, headers })
  const form = smallest(asset, request.headers.get('accept-encoding'))
  headers.set('content-length', String(form.bytes.length))
  return sent(form, headers)
}

/** A response with bytes as they are; unless told so, an edge runtime packs anew what says that it is packed. */
export function sent({ bytes, encoding }: Form, headers: Headers): Response {
  if (encoding) headers.set('content-encoding', encoding)
  const init: ResponseInit & { readonly encodeBody: 'manual' } = { headers, encodeBody: 'manual' }
  return new Response(bytes, init)
}

/** Whether the copy a browser kept is still the one we have. */
export function matches(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  const plain = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((tag) => plain(tag) === plain(etag) || tag.trim() === '*')
}

export type Forms = { readonly bytes: Bytes; readonly brotli: Bytes | undefined; readonly gzip: Bytes | undefined }
type Form = { readonly bytes: Bytes; readonly encoding?: 'br' | 'gzip' }

/** The smallest form a client says it can read. */
export function smallest(forms: Forms, acceptEncoding: string | null): Form {
  const accepts = (name: string) =>
    (acceptEncoding ?? '').split(',').some((entry) => {
      const [encoding = '', quality = ''] = entry.split(';').map((part) => part.trim())
      return encoding === name && !/^q=0(\.0*)?$/.test(quality)
    })
  if (forms.brotli && accepts('br')) return { bytes: forms.brotli, encoding: 'br' }
  if (forms.gzip && accepts('gzip')) return { bytes: forms.gzip, encoding: 'gzip' }
  return { bytes: forms.bytes }
}
