import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { type Json, writeJson } from '../../protocol/json'

/** What the service says to one call: HTTP status and envelope. */
export type Reply = {
  readonly status: ContentfulStatusCode
  readonly message: string
  readonly data: Json
  /** Everything that stood in the way, a sentence each; empty in an answer. */
  readonly problems: readonly string[]
}

export function replyWith(
  data: Json,
  { status = 200, message = 'OK' }: Partial<Pick<Reply, 'status' | 'message'>> = {},
) {
  return { status, message, data, problems: [] } satisfies Reply
}

/** Refuses with every problem at once: as one text in `message`, and one by one in `errors`. */
export function rejectWith(status: ContentfulStatusCode, ...problems: readonly string[]): Reply {
  return { status, message: problems.join(' '), data: null, problems }
}

export function envelope({ message, data, problems }: Reply): Json {
  if (problems.length === 0) return { message, data, status: true }
  return { message, data, status: false, errors: problems }
}

/** Digits are written as they are, beyond what a double carries. */
export function toResponse(body: Json, status: ContentfulStatusCode, headers: Record<string, string> = {}): Response {
  const own = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
  return new Response(writeJson(body), { status, headers: { ...own, ...headers } })
}
