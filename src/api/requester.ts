import { errorClass } from '../domain/errorClass'
import type { DecodeResult, RawResponse } from '../protocol/envelope'
import { detach } from '../protocol/json/json'
import { type Refusal, refuse } from '../protocol/refusal'
import { refusalCode } from '../protocol/refusalReader'
import type { CachedBody } from './cache'
import type { LogEntry, RequestLog } from './requestLog'
import type { ServiceResult } from './serviceResult'
import { orAbort } from './waiting'

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

export type HttpRequest = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body: string | undefined
  /** A longer response body is aborted and refused. */
  readonly maxBytes: number
  /** The last body and its ETag: sends `If-None-Match`, so that the service can answer 304. */
  readonly cached?: { readonly etag: string; readonly text: string } | undefined
}

export type Transport = {
  /** The prefix of every path; '' is the app's own origin. */
  readonly base: string
  readonly fetch: typeof fetch
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  readonly isOnline: () => boolean
}

/** The longest time in milliseconds from sending the request to the last byte of the response. */
const timeout = 15_000

/**
 * Sends one request, once, and reads its response within `timeout` and `maxBytes`. Rejects only when the caller's
 * signal aborts: every other failure is a refusal.
 */
async function send(
  { base, fetch, clock, isOnline }: Transport,
  request: HttpRequest,
  signal: AbortSignal | undefined,
) {
  const { method, path, body, cached } = request
  const controller = new AbortController()
  const { signal: either } = controller
  const stop = () => controller.abort(signal?.reason)
  const timer = setTimeout(stop, timeout)
  if (signal?.aborted) stop()
  signal?.addEventListener('abort', stop)
  try {
    const init = { ...fetchDefaults, ...(body === undefined ? getInit(cached?.etag) : postInit(body)), method }
    const response = await orAbort(fetch(base + path, { ...init, signal: either }), either)
    const { text, bytes } = await readBody(response, request, either)
    const etag = response.headers.get('etag') ?? undefined
    return {
      response: { ...headersOf(response), receivedAt: clock(), text },
      ...{ bytes, age: ageOf(response), etag, staleBecause: staleReasonOf(response) },
    }
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    return { response: refusalOf(error, either, isOnline), bytes: 0, age: 0, etag: undefined, staleBecause: undefined }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}

/** No cookies, no referrer, and no browser cache, because the gateway already caches. */
const fetchDefaults: RequestInit = { credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' }

function getInit(etag: string | undefined): RequestInit {
  return { headers: { accept: 'application/json', ...(etag && { 'if-none-match': etag }) } }
}

function postInit(body: string): RequestInit {
  return { headers: { accept: 'application/json', 'content-type': 'application/json' }, body, redirect: 'error' }
}

/** Reads the body in chunks, so that a body without end can be aborted. */
async function readBody(
  response: Response,
  { maxBytes }: HttpRequest,
  signal: AbortSignal,
): Promise<{ text: string; bytes: number }> {
  const reader = response.body?.getReader()
  if (!reader) return { text: '', bytes: 0 }
  const decoder = new TextDecoder()
  const chunks: string[] = []
  let bytes = 0
  try {
    for (;;) {
      const { done, value } = await orAbort(reader.read(), signal)
      if (done) return { text: chunks.join('') + decoder.decode(), bytes }
      bytes += value.byteLength
      if (bytes > maxBytes) throw new BodyTooLarge(maxBytes)
      chunks.push(decoder.decode(value, { stream: true }))
    }
  } catch (error) {
    reader.cancel().catch(() => {})
    throw error
  }
}

function headersOf({ status, headers }: Response) {
  return {
    status,
    contentType: headers.get('content-type') ?? undefined,
    retryAfter: headers.get('retry-after') ?? undefined,
  }
}

/** Milliseconds the response had spent in HTTP caches. */
function ageOf({ headers }: Response): number {
  const seconds = Number(headers.get('age') ?? 0)
  return seconds > 0 && seconds < 1e9 ? seconds * 1_000 : 0
}

/** Parses `tidegate; hit; fwd=stale; fwd-status=504; detail=http_response_timeout` (RFC 9211, RFC 9209). */
function staleReasonOf({ headers }: Response): Refusal | undefined {
  const [, status = '', detail = ''] =
    /; fwd=stale; fwd-status=(\d{3}); detail=(\w+)/.exec(headers.get('cache-status') ?? '') ?? []
  if (status === '') return undefined
  if (detail === 'http_response_timeout') return refuse('timeout')
  if (detail === 'destination_unavailable' || detail === 'http_response_incomplete') return refuse('unreachable')
  if (detail === 'http_response_body_size') return refuse('too large')
  if (detail !== 'refused') return refuse('unexpected', { status: Number(status) })
  return refuse(Number(status) < 300 ? 'declined' : refusalCode(Number(status)), { status: Number(status) })
}

function refusalOf(error: unknown, timeoutSignal: AbortSignal, isOnline: () => boolean): Refusal {
  if (error instanceof BodyTooLarge) return refuse('too large')
  if (timeoutSignal.aborted) return refuse('timeout')
  return refuse(isOnline() ? 'unreachable' : 'offline')
}

const BodyTooLarge = errorClass(
  'BodyTooLarge',
  (maxBytes: number) => `The response body is longer than ${maxBytes} bytes.`,
)
