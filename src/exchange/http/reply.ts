import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { type Json, writeJson } from '../../protocol/json/json'

/** The service's response to one call: HTTP status and the encoded envelope. */
export type Reply = { readonly status: ContentfulStatusCode; readonly body: string }

export function answerWith(status: ContentfulStatusCode, message: string, data: Json): Reply {
  return { status, body: writeJson({ message, data, status: true }) }
}

/** Refuses with all problems, one sentence each: together in one `message`, and separately in `errors`. */
export function rejectWith(status: ContentfulStatusCode, ...problems: readonly string[]): Reply {
  return { status, body: writeJson({ message: problems.join(' '), data: null, status: false, errors: problems }) }
}

export function toResponse({ status, body }: Reply, headers: Record<string, string> = {}): Response {
  const own = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
  return new Response(body, { status, headers: { ...own, ...headers } })
}
