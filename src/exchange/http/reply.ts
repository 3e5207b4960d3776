import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { type Json, writeJson } from '../../protocol/json/json'

/** The service's response to one call. */
export function answerWith(status: ContentfulStatusCode, message: string, data: Json): Response {
  return envelope(status, { message, data, status: true })
}

/** Refuses with all problems, one sentence each: together in one `message`, and separately in `errors`. Thrown. */
export function rejection(status: ContentfulStatusCode, ...problems: readonly string[]): HTTPException {
  const body = { message: problems.join(' '), data: null, status: false, errors: problems }
  return new HTTPException(status, { res: envelope(status, body) })
}

export function envelope(status: number, body: Json): Response {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
  return new Response(writeJson(body), { status, headers })
}
