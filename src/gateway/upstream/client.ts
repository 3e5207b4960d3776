import { defaultMaxAnswerBytes } from '../../protocol/deployment/deployment'
import { type Bytes, readUpTo, saysJson } from '../body'
import { refusalBody } from '../envelope'
import type { Metrics } from '../metrics'
import { type Breaker, createBreaker } from './breaker'
import { createScrubber, type Scrubber } from './scrub'

/** The service behind the gateway. Its API key is added to outgoing requests, and to nothing else. */
export type Service = {
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly apiKey: string | undefined
  readonly fetch: (request: Request) => Promise<Response>
}

export type UpstreamRequest = {
  /** The label of the route in metrics. Each of the two POSTs has its own circuit breaker. */
  readonly route: 'chains' | 'swap' | 'add' | 'pools'
  readonly path: string
  /** With a body the request is a POST. */
  readonly body?: string
  /** Aborts the request when its caller has disconnected. */
  readonly signal?: AbortSignal | undefined
}

/** A response, always JSON: the service's own bytes, or our envelope with the reason of the failure. */
export type UpstreamResponse = {
  readonly status: number
  readonly body: Bytes
  readonly retryAfter: string | undefined
  /** Why the service's own body is missing: a proxy error type of RFC 9209. */
  readonly error: ProxyErrorType | undefined
  /** Whether it shows that the service is down: no answer, or a failure of the server without an envelope. */
  readonly isOutage: boolean
}

export type ProxyErrorType =
  | 'destination_unavailable'
  | 'http_response_timeout'
  | 'http_response_incomplete'
  | 'http_response_body_size'
  | 'http_protocol_error'

export type UpstreamLimits = {
  /** The longest time for a complete response, in milliseconds. */
  readonly getTimeout: number
  readonly postTimeout: number
  /** The largest response in bytes. */
  readonly getBytes: number
  readonly postBytes: number
  /** The number of POSTs that may be in flight at once. */
  readonly posts: number
}

export const defaultUpstreamLimits: UpstreamLimits = {
  getTimeout: 8_000,
  postTimeout: 15_000,
  getBytes: defaultMaxAnswerBytes,
  postBytes: 256 * 1024,
  posts: 64,
}

/** Not a standard status: the caller disconnected, so nobody reads the answer. */
const clientClosedRequest = 499

export type UpstreamClient = (request: UpstreamRequest) => Promise<UpstreamResponse>

/** Calls the service, within limits. Never throws: a failure becomes a response whose message says what happened. */
export function createUpstreamClient(
  service: Service,
  limits: UpstreamLimits,
  clock: () => number,
  metrics: Metrics,
): UpstreamClient {
  // The lists need no breaker: their caches call the service at most once in 5 seconds per list, also while it fails.
  const breakers = new Map<UpstreamRequest['route'], Breaker>([
    ['swap', createBreaker(clock)],
    ['add', createBreaker(clock)],
  ])
  const scrubber = createScrubber(service.apiKey === undefined ? [] : [service.apiKey])
  let posts = 0

  return async (request) => {
    const isPost = request.body !== undefined
    const breaker = breakers.get(request.route)
    const wait = breaker?.waitSeconds() ?? 0
    if (wait > 0) return failed(503, 'The service has kept failing; it is left alone for a moment.', wait)
    if (isPost && posts >= limits.posts) return failed(503, 'Too many requests are on their way.', 1)

    if (isPost) posts++
    const startedAt = clock()
    try {
      const answer = await fetchOnce({ service, limits, clock, scrubber }, request)
      // A refusal by the service shows that it works. A request that its caller aborted says nothing about the service.
      if (answer.error === undefined) for (const one of breakers.values()) one.allowProbe()
      if (answer.status !== clientClosedRequest) breaker?.report(!answer.isOutage)
      metrics.count('upstream_requests', { route: request.route, outcome: answer.error ?? String(answer.status) })
      metrics.observe('upstream', { route: request.route }, clock() - startedAt)
      return answer
    } finally {
      if (isPost) posts--
    }
  }
}

type CallContext = {
  readonly service: Service
  readonly limits: UpstreamLimits
  readonly clock: () => number
  readonly scrubber: Scrubber
}

async function fetchOnce(context: CallContext, request: UpstreamRequest): Promise<UpstreamResponse> {
  const { limits } = context
  const isPost = request.body !== undefined
  const timeout = isPost ? limits.postTimeout : limits.getTimeout
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(new TimedOut()), timeout)
  const signal = request.signal ? AbortSignal.any([deadline.signal, request.signal]) : deadline.signal

  try {
    const answer = readAnswer(context, request, signal, isPost ? limits.postBytes : limits.getBytes)
    return await Promise.race([answer, rejectOnAbort(signal)])
  } catch (error) {
    if (deadline.signal.aborted) return failed(504, `The service did not answer within ${timeout / 1_000} seconds.`)
    if (request.signal?.aborted) return failed(clientClosedRequest, 'Nobody waits for this answer any more.')
    return failed(502, 'The service cannot be reached.', undefined, proxyErrorOf(error))
  } finally {
    clearTimeout(timer)
  }
}

async function readAnswer(
  { service, clock, scrubber }: CallContext,
  request: UpstreamRequest,
  signal: AbortSignal,
  maxBytes: number,
): Promise<UpstreamResponse> {
  const response = await service.fetch(serviceRequest(service, request, signal))
  const unexpected = unexpectedStatus(response.status)
  if (unexpected !== undefined) {
    await response.body?.cancel()
    return failed(502, unexpected, undefined, 'http_protocol_error')
  }
  const body = await readUpTo(maxBytes, response.body && scrubber.stream(response.body))
  if (!body) return failed(502, tooLarge(maxBytes), undefined, 'http_response_body_size')

  const retryAfter = retryAfterOf(response, clock())
  // Browsers automatically repeat a request that is answered with 408, even a POST.
  const status = response.status === 408 ? 503 : response.status
  if (isEnvelope(response, body)) return { status, body, retryAfter, error: undefined, isOutage: false }
  const message = `The service answered ${response.status} with something that is not a JSON envelope.`
  const odd = failed(status >= 400 ? status : 502, message, undefined, 'http_protocol_error')
  return { ...odd, retryAfter, isOutage: response.status >= 500 }
}

/** Why a status cannot be an answer of the service; `undefined` when it can. */
function unexpectedStatus(status: number): string | undefined {
  if (status === 304) return 'The service answered 304 (not modified) to a request that had no condition.'
  if (status >= 300 && status < 400) return 'The service sent us elsewhere; redirects are not followed.'
  if (status < 200 || status > 599) return `The service answered with ${status}, which is not a status of HTTP.`
  return undefined
}

/** The request that is sent to the service. No header of the caller's own request is forwarded. */
function serviceRequest(service: Service, { path, body }: UpstreamRequest, signal: AbortSignal): Request {
  const headers = new Headers({ accept: 'application/json' })
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (service.apiKey !== undefined) headers.set('x-api-key', service.apiKey)
  return new Request(service.baseUrl + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers,
    redirect: 'manual',
    signal,
    ...(body === undefined ? {} : { body }),
  })
}

/**
 * Whether a body is a JSON object. Some servers do not declare it as JSON; a body declared as HTML is an error page.
 */
function isEnvelope(response: Response, body: Bytes): boolean {
  const type = response.headers.get('content-type') ?? ''
  if (!saysJson(response) && !/^(text\/plain|application\/octet-stream)?\s*(;|$)/i.test(type)) return false
  // Lists are large, so only the first bytes are read, after a byte-order mark that some servers write.
  const start = new TextDecoder().decode(body.subarray(0, 64)).trimStart()
  return start.startsWith('{') && !/^\{\s*\}\s*$/.test(start)
}

/** The seconds of a `Retry-After` header, which is a number of seconds or a date. */
function retryAfterOf({ headers }: Response, now: number): string | undefined {
  const value = headers.get('retry-after') ?? ''
  if (/^\d{1,6}$/.test(value)) return value
  const until = / GMT$/.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(until)) return undefined
  // Relative to the service's own clock when it sends one: ours may differ.
  const sentAt = Date.parse(headers.get('date') ?? '')
  const seconds = Math.ceil((until - (Number.isNaN(sentAt) ? now : sentAt)) / 1_000)
  return String(Math.min(Math.max(seconds, 0), maxRetryAfter))
}

const maxRetryAfter = 86_400

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

function failed(status: number, message: string, retryAfter?: number, reason?: ProxyErrorType): UpstreamResponse {
  const error = reason ?? (status === 504 ? 'http_response_timeout' : 'destination_unavailable')
  return {
    status,
    body: new TextEncoder().encode(JSON.stringify(refusalBody(message))),
    retryAfter: retryAfter?.toString(),
    error,
    // One odd question may get an odd or a very long answer from a service that works.
    isOutage: error !== 'http_protocol_error' && error !== 'http_response_body_size',
  }
}

function proxyErrorOf(error: unknown): ProxyErrorType {
  const text =
    error instanceof Error ? `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}` : ''
  return /terminated|closed|reset|socket|lost/i.test(text) ? 'http_response_incomplete' : 'destination_unavailable'
}

function tooLarge(maxBytes: number): string {
  return `The service's answer is larger than the ${Math.floor(maxBytes / 1024)} kB this gateway passes on.`
}

/** The service took longer than its limit. */
class TimedOut extends Error {
  override readonly name = 'TimedOut'
}
