import type { MiddlewareHandler } from 'hono'
import { refusalError } from './envelope'
import type { Env, GatewayContext, GatewayOptions } from './gatewayOptions'

/**
 * Rejects requests from pages of other sites, which must not use the API key, except sites that may embed the widget.
 * Programs that send no Origin may.
 */
export function refuseCrossOrigin(c: GatewayContext, { publicUrl, widgetOrigins = [] }: GatewayOptions): void {
  const site = c.req.header('sec-fetch-site')
  const origin = c.req.header('origin')
  if (isOpenToWidgets(c.req.path) && origin !== undefined && widgetOrigins.includes(origin)) return
  const isOwn = origin === undefined || origin === publicUrl || hostOf(origin) === new URL(c.req.url).host
  const isSameSite = site === undefined || site === 'same-origin' || site === 'none'
  if (!isOwn || !isSameSite) throw refusalError(403, 'Only pages of this gateway may send this.')
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}

/**
 * Lets pages of the named origins read what the widget needs, and send what it sends (CORS). No cookie is involved;
 * without named origins nothing changes.
 */
export function allowWidgetOrigins({ widgetOrigins = [] }: GatewayOptions): MiddlewareHandler<Env> {
  if (widgetOrigins.length === 0) return (_, next) => next()
  return async (c, next) => {
    const origin = c.req.header('origin')
    const isNamed = origin !== undefined && widgetOrigins.includes(origin) && isOpenToWidgets(c.req.path)
    if (isNamed && c.req.method === 'OPTIONS') return new Response(null, { status: 204, headers: preflight(origin) })
    await next()
    c.res.headers.append('vary', 'Origin')
    // Images are requested without an origin; any site could show them from its own copy as well.
    if (isNamed || isPicture(c.res)) c.res.headers.set('cross-origin-resource-policy', 'cross-origin')
    if (isNamed) {
      c.res.headers.set('access-control-allow-origin', origin)
      c.res.headers.set('access-control-expose-headers', 'age, cache-status, etag, retry-after')
    }
    return undefined
  }
}

function preflight(origin: string): Record<string, string> {
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': 'accept, content-type, if-none-match',
    'access-control-max-age': '600',
    vary: 'Origin',
  }
}

/**
 * The routes that a swap needs: lists, quotes, nodes, the settings and the notice. No deposits, and no operator's
 * routes.
 */
function isOpenToWidgets(path: string): boolean {
  return /^\/(?:rpc|api\/amm\/pool\/all)\/[^/]+$/.test(path) || openPaths.has(path)
}

const openPaths: ReadonlySet<string> = new Set([
  ...['/api/blockchain', '/api/swap/native', '/config.json', '/notice.json'],
])

function isPicture({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('image/') ?? false
}
