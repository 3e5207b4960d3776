import type { DecodeResult, RawResponse } from '../protocol/envelope'
import { detach } from '../protocol/json/json'
import type { Refusal } from '../protocol/refusal'
import type { CachedBody } from './cache'
import type { LogEntry, RequestLog } from './requestLog'
import type { ServiceResult } from './serviceResult'
import { type HttpRequest, send, type Transport } from './transport'

export type DecodeResponse<Value> = (response: RawResponse) => DecodeResult<Value>

/** The decoded result, and the body of a usable response for the cache. */
export type RequestResult<Value> = {
  readonly result: ServiceResult<Value>
  readonly body: CachedBody | undefined
  /** The ETag of that body, for a conditional request. */
  readonly etag?: string | undefined
  /** When it was sent, by `performance.now()`, if it waited for its turn before. */
  readonly sentAt?: number
}

/** Sends one request, decodes the response and logs both. Rejects only when the caller's signal aborts. */
export type Requester = <Value>(
  request: HttpRequest,
  decode: DecodeResponse<Value>,
  signal: AbortSignal | undefined,
) => Promise<RequestResult<Value>>

export function createRequester(transport: Transport, log: RequestLog): Requester {
  return async (request, decode, signal) => {
    const at = transport.clock()
    const started = performance.now()
    let note: Partial<LogEntry> = {}
    try {
      const { response: fetched, bytes, age, etag, staleBecause } = await send(transport, request, signal)
      const response = fromCache(fetched, request) ?? fetched
      if ('code' in response) {
        note = { outcome: response.code, said: response.said }
        return { result: { is: 'refused', refusal: response }, body: undefined }
      }
      const decoded = decode(response)
      const { text, contentType, receivedAt } = response
      // A 304 has no body of its own, so the log shows none.
      const isNotModified = response !== fetched
      const status = isNotModified ? notModified : response.status
      const excerpt = isNotModified ? '' : detach(text.slice(0, excerptLength))
      note = { status, contentType, bytes, age, deviations: decoded.deviations, excerpt }
      if (decoded.is === 'refused') {
        note = { ...note, outcome: decoded.refusal.code, said: decoded.refusal.said }
        return { result: { is: 'refused', refusal: decoded.refusal }, body: undefined }
      }
      note = { ...note, outcome: 'answer' }
      const { value, message, deviations } = decoded
      const reason = staleBecause && { staleBecause }
      const answer = { value, message, deviations, receivedAt, age, from: 'service', ...reason } as const
      return { result: { is: 'answer', answer }, body: { text, receivedAt, age, ...reason }, etag }
    } finally {
      const duration = Math.round(performance.now() - started)
      const { method, path, body: requestBody } = request
      log.add({ ...nothingReceived, at, duration, method, path, requestBody, ...note })
    }
  }
}

/** After 304 Not Modified, the body received before is decoded as if it had just arrived. */
function fromCache(response: RawResponse | Refusal, { cached }: HttpRequest): RawResponse | undefined {
  if ('code' in response || response.status !== notModified || !cached) return undefined
  return { ...response, status: 200, contentType: 'application/json', text: cached.text }
}

const notModified = 304
const excerptLength = 2_000

const nothingReceived = {
  status: undefined,
  contentType: undefined,
  bytes: 0,
  age: 0,
  outcome: 'aborted',
  said: undefined,
  deviations: [],
  excerpt: '',
} as const
