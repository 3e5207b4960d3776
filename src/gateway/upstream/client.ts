import { defaultMaxAnswerBytes } from '../../protocol/deployment/deployment'
import { isUsableStatus } from '../../protocol/envelope'
import { isObject, member } from '../../protocol/json/json'
import { type Bytes, readUpTo, saysJson } from '../body'
import { refusalBody } from '../envelope'
import { readLimits } from '../limitSettings'
import type { Metrics } from '../metrics'
import type { Settings } from '../settings'
import { type Breaker, createBreaker } from './breaker'
import { createScrubber, type Scrubber } from './scrub'
import type { ServiceHealth } from './serviceHealth'

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
  /** Who asks, and for what: the pair of a quote or deposit. */
  readonly caller?: string
  readonly subject?: string
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

export type ProxyErrorType = (typeof proxyErrorTypes)[number]

export const proxyErrorTypes = [
  'destination_unavailable',
  'dns_error',
  'connection_refused',
  'connection_timeout',
  'tls_protocol_error',
  'tls_certificate_error',
  'http_response_timeout',
  'http_response_incomplete',
  'http_response_body_size',
  'http_protocol_error',
] as const

export type UpstreamLimits = {
  /** The longest time for a complete response, in milliseconds. */
  readonly getTimeout: number
  readonly postTimeout: number
  /** The largest response in bytes. */
  readonly getBytes: number
  readonly postBytes: number
  /** The maximum number of concurrent POSTs: of all callers, and of one. */
  readonly posts: number
  readonly postsPerCaller: number
}

export function upstreamLimitsOf({
  limits,
  maxAnswerBytes,
}: Pick<Settings, 'limits' | 'maxAnswerBytes'>): UpstreamLimits {
  return {
    getTimeout: limits.listSeconds * 1_000,
    postTimeout: limits.postSeconds * 1_000,
    getBytes: maxAnswerBytes,
    postBytes: 256 * 1024,
    posts: limits.inFlight,
    postsPerCaller: limits.inFlightPerCaller,
  }
}

export const defaultUpstreamLimits = upstreamLimitsOf({
  limits: readLimits(undefined),
  maxAnswerBytes: defaultMaxAnswerBytes,
})

/** Not a standard status: the caller disconnected, so no one reads the answer. */
const clientClosedRequest = 499

export type UpstreamClient = (request: UpstreamRequest) => Promise<UpstreamResponse>

/** Calls the service, within limits. Never throws: a failure becomes a response with the cause as its message. */
export function createUpstreamClient(
  service: Service,
  limits: UpstreamLimits,
  clock: () => number,
  metrics: Metrics,
  health: ServiceHealth,
): UpstreamClient {
  // The lists need no breaker: their caches call the service at most once in 5 seconds per list, also while it fails.
  const breakers = new Map<UpstreamRequest['route'], Breaker>([
    ['swap', createBreaker(clock)],
    ['add', createBreaker(clock)],
  ])
  const scrubber = createScrubber(service.apiKey === undefined ? [] : [service.apiKey])
  /** The callers of the POSTs in flight. */
  const posts: string[] = []
  metrics.gauge('upstream_in_flight', {}, () => posts.length)
  for (const [route, { isOpen }] of breakers) metrics.gauge('breaker_open', { route }, () => Number(isOpen()))

  return async (request) => {
    const { route, caller = '', subject = '' } = request
    const isPost = request.body !== undefined
    const breaker = breakers.get(route)
    const wait = breaker?.waitSeconds() ?? 0
    if (wait > 0) return refused('breaker', 'The service has kept failing. Try again in a moment.', wait)
    if (isPost && posts.length >= limits.posts) return refused('busy', 'Too many requests are in flight.', 1)
    if (isPost && posts.filter((one) => one === caller).length >= limits.postsPerCaller)
      return refused('busy caller', 'Too many of your requests are in flight.', 1)

    if (isPost) posts.push(caller)
    const startedAt = clock()
    try {
      const answer = await fetchOnce({ service, limits, clock, scrubber }, request)
      // A refusal by the service shows that it works. A request that its caller aborted is no evidence about the
      // service.
      if (answer.error === undefined) for (const one of breakers.values()) one.allowProbe()
      if (answer.status !== clientClosedRequest) {
        breaker?.report({ caller, subject }, !answer.isOutage)
        health.report(route, answer)
      }
      metrics.count('upstream_requests', { route, outcome: outcomeOf(answer) })
      metrics.observe('upstream', { route }, clock() - startedAt)
      return answer
    } finally {
      if (isPost) posts.splice(posts.indexOf(caller), 1)
    }

    function refused(reason: string, message: string, seconds: number): UpstreamResponse {
      metrics.count('upstream_refused', { route, reason })
      return failed(503, message, seconds)
    }
  }
}

/** A status of the service, `unusable` for an answer that cannot be passed on, or the reason for a missing one. */
function outcomeOf({ status, error }: UpstreamResponse): string {
  if (error !== 'http_protocol_error') return error ?? String(status)
  return status === 502 ? 'unusable' : String(status)
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
  // Not `AbortSignal.any`: Node 20 never frees its result (nodejs/node#54614), about 2 kB for each quote.
  const forwardAbort = () => deadline.abort(request.signal?.reason)
  request.signal?.addEventListener('abort', forwardAbort, { once: true })
  if (request.signal?.aborted) forwardAbort()
  const { signal } = deadline

  try {
    const answer = readAnswer(context, request, signal, isPost ? limits.postBytes : limits.getBytes)
    return await Promise.race([answer, rejectOnAbort(signal)])
  } catch (error) {
    if (signal.reason instanceof TimedOut)
      return failed(504, `The service did not answer within ${timeout / 1_000} seconds.`)
    if (signal.aborted) return failed(clientClosedRequest, 'The caller has disconnected.')
    return failed(502, 'The service cannot be reached.', undefined, proxyErrorOf(error))
  } finally {
    clearTimeout(timer)
    request.signal?.removeEventListener('abort', forwardAbort)
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
  const read = await readUpTo(maxBytes, response.body)
  if (!read) return failed(502, tooLarge(maxBytes), undefined, 'http_response_body_size')
  const body = scrubber.bytes(read)

  const retryAfter = retryAfterOf(response, clock())
  // Browsers automatically repeat a request that is answered with 408, even a POST.
  const status = response.status === 408 ? 503 : response.status
  if (isEnvelope(response, body) && (request.body === undefined || isJson(body)))
    return { status, body, retryAfter, error: undefined, isOutage: false }
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

/** The answer to a POST is small enough to be parsed here; lists are parsed where they are cached. */
function isJson(body: Bytes): boolean {
  try {
    JSON.parse(new TextDecoder().decode(body))
    return true
  } catch {
    return false
  }
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

/** A list that cannot be read, or whose envelope reports a failure: then the service's own message is kept. */
export function unusableList({ body, retryAfter }: UpstreamResponse): UpstreamResponse {
  const unusable = failed(
    502,
    'The service answered with a list that cannot be used.',
    undefined,
    'http_protocol_error',
  )
  return { ...unusable, retryAfter, ...(saysFailed(body) && { body }) }
}

function saysFailed(body: Bytes): boolean {
  try {
    const answer = JSON.parse(new TextDecoder().decode(body))
    return isObject(answer) && !isUsableStatus(member(answer, 'status'))
  } catch {
    return false
  }
}

/** An answer of our own in place of the service's. */
export function failed(
  status: number,
  message: string,
  retryAfter?: number,
  reason?: ProxyErrorType,
): UpstreamResponse {
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
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const text = error instanceof Error ? `${error.message} ${cause instanceof Error ? cause.message : ''} ${code}` : ''
  return proxyErrors.find(([pattern]) => pattern.test(text))?.[1] ?? 'destination_unavailable'
}

/** Codes of Node and OpenSSL; other runtimes only have words. */
const proxyErrors: readonly (readonly [RegExp, ProxyErrorType])[] = [
  [/ENOTFOUND|EAI_AGAIN/, 'dns_error'],
  [/ECONNREFUSED/, 'connection_refused'],
  [/UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT/, 'connection_timeout'],
  [/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS_CERT/, 'tls_certificate_error'],
  [/EPROTO|ERR_SSL|SSL routines/, 'tls_protocol_error'],
  [/terminated|closed|reset|socket|lost/i, 'http_response_incomplete'],
]

function tooLarge(maxBytes: number): string {
  return `The service's answer is larger than the ${Math.floor(maxBytes / 1024)} kB this gateway passes on.`
}

/** The service took longer than its limit. */
class TimedOut extends Error {
  override readonly name = 'TimedOut'
}
