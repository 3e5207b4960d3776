import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { encodeRefusal } from '../../protocol/envelope'

/** The service's response to one call: HTTP status and the encoded envelope. */
export type Reply = { readonly status: ContentfulStatusCode; readonly body: string }

/** Refuses with all problems together, one sentence each. */
export function rejectWith(status: ContentfulStatusCode, ...problems: readonly string[]): Reply {
  return { status, body: encodeRefusal(problems) }
}

export function toResponse({ status, body }: Reply, headers: Record<string, string> = {}): Response {
  const own = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
  return new Response(body, { status, headers: { ...own, ...headers } })
}
