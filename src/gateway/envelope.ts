import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** A refusal in the service's own envelope, so that the app decodes both in the same way. */
export function refusal(status: number, message: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(refusalBody(message)), { status, headers: { ...jsonHeaders, ...headers } })
}

/** A refusal to throw. It ends the request, also below its handler. */
export function refusalError(
  status: ContentfulStatusCode,
  message: string,
  headers?: Readonly<Record<string, string>>,
) {
  return new HTTPException(status, { message, res: refusal(status, message, headers) })
}

export function refusalBody(message: string) {
  return { message, data: null, status: false }
}

export function refuseMethod([allowed = 'GET']: readonly string[]): Response {
  return refusal(405, `Only ${allowed} works here.`, { allow: allowed === 'GET' ? 'GET, HEAD' : allowed })
}

/** A JSON response without an envelope. */
export function json(status: number, body: unknown, cacheControl = 'no-store'): Response {
  return new Response(JSON.stringify(body), { status, headers: { ...jsonHeaders, 'cache-control': cacheControl } })
}

export const jsonHeaders = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
