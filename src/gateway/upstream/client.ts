import { type Bytes, readUpTo, saysJson } from '../body'
import { refusalBody } from '../envelope'
import type { Metrics } from '../metrics'
import { createBreaker } from './breaker'

/** The service behind the gateway. The key is added here, last, and goes nowhere else. */
export type Service = {
  /** Ends without a slash. */
  readonly baseUrl: string
  readonly apiKey: string | undefined
  readonly fetch: (request: Request) => Promise<Response>
}

export type Call = {
  /** The route's name in metrics and for the breaker. */
  readonly route: 'chains' | 'swap' | 'add' | 'pools'
  readonly path: string
  /** A body makes it a POST. */
  readonly body?: string
  /** Ends the call when the person has gone away. */
  readonly signal?: AbortSignal | undefined
}

/** What came back, always JSON: the service's own bytes, or an envelope that says what went wrong on the way. */
export type Answer = {
  readonly status: number
  readonly body: Bytes
  readonly retryAfter: string | undefined
  /** Why the service's own words are missing, in the terms of RFC 9209. */
  readonly fault: Fault | undefined
}

export type Fault =
  | 'destination_unavailable'
  | 'http_response_timeout'
  | 'http_response_incomplete'
  | 'http_response_body_size'
  | 'http_protocol_error'

export type ServiceLimits = {
  /** Milliseconds until an answer must be complete. */
  readonly getTimeout: number
  readonly postTimeout: number
  /** Bytes. */
  readonly getBytes: number
  readonly postBytes: number
  /** POSTs on their way at once. */
  readonly posts: number
}

export const usualServiceLimits: ServiceLimits = {
  getTimeout: 8_000,
  postTimeout: 15_000,
  getBytes: 5 * 1024 * 1024,
  postBytes: 256 * 1024,
  posts: 64,
}

/** Nobody waits for the answer any more; no standard has a number for it. */
const abandoned = 499

export type Ask = (call: Call) => Promise<Answer>

/** Asks the service, within limits. Never throws: what goes wrong becomes an answer with a sentence. */
export function createAsk(service: Service, limits: ServiceLimits, clock: () => number, metrics: Metrics): Ask {
  const breakers = {
    chains: createBreaker(clock),
    swap: createBreaker(clock),
    add: createBreaker(clock),
    pools: createBreaker(clock),
  }
  let posts = 0

  return async (call) => {
    const breaker = breakers[call.route]
    const wait = breaker.waitSeconds()
    if (wait > 0) return failed(503, 'The service has kept failing; it is left alone for a moment.', wait)
    if (call.body !== undefined && posts >= limits.posts) return failed(503, 'Too many requests are on their way.', 1)

    if (call.body !== undefined) posts++
    const started = clock()
    try {
      const answer = await once(service, call, limits)
      // A call that was given up says nothing about the service.
      if (answer.status !== abandoned) breaker.report(answer.status < 500)
      metrics.count('upstream_requests', { route: call.route, outcome: answer.fault ?? String(answer.status) })
      metrics.observe('upstream', { route: call.route }, clock() - started)
      return answer
    } finally {
      if (call.body !== undefined) posts--
    }
  }
}

async function once(service: Service, call: Call, limits: ServiceLimits): Promise<Answer> {
  const isPost = call.body !== undefined
  const timeout = isPost ? limits.postTimeout : limits.getTimeout
  const clock = new AbortController()
  const timer = setTimeout(() => clock.abort(new TimedOut()), timeout)
  const signal = call.signal ? AbortSignal.any([clock.signal, call.signal]) : clock.signal

  try {
    const work = exchangeBytes(service, call, signal, isPost ? limits.postBytes : limits.getBytes)
    return await Promise.race([work, aborted(signal)])
  } catch (error) {
    if (clock.signal.aborted) return failed(504, `The service did not answer within ${timeout / 1_000} seconds.`)
    if (call.signal?.aborted) return failed(abandoned, 'Nobody waits for this answer any more.')
    return failed(502, 'The service cannot be reached.', undefined, faultOf(error))
  } finally {
    clearTimeout(timer)
  }
}

async function exchangeBytes(service: Service, call: Call, signal: AbortSignal, cap: number): Promise<Answer> {
  const response = await service.fetch(requestFor(service, call, signal))
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel()
    return failed(502, 'The service sent us elsewhere; redirects are not followed.', undefined, 'http_protocol_error')
  }
  const body = await readUpTo(cap, response.body)
  if (!body) return failed(502, tooLarge(cap), undefined, 'http_response_body_size')

  const retryAfter = retryAfterOf(response)
  // Browsers repeat by themselves what is answered with 408, even a POST.
  const said = response.status === 408 ? 503 : response.status
  if (looksLikeEnvelope(response, body)) return { status: said, body, retryAfter, fault: undefined }
  const status = said >= 400 ? said : 502
  return { ...failed(status, notJson(response.status), undefined, 'http_protocol_error'), retryAfter }
}

/** Nothing of the person's own request goes further than what is written here. */
function requestFor(service: Service, call: Call, signal: AbortSignal): Request {
  const headers = new Headers({ accept: 'application/json' })
  if (call.body !== undefined) headers.set('content-type', 'application/json')
  if (service.apiKey !== undefined) headers.set('x-api-key', service.apiKey)
  return new Request(service.baseUrl + call.path, {
    method: call.body === undefined ? 'GET' : 'POST',
    headers,
    redirect: 'manual',
    signal,
    ...(call.body === undefined ? {} : { body: call.body }),
  })
}

/** An envelope is an object. Some servers forget to say that it is JSON, none means HTML by it. */
function looksLikeEnvelope(response: Response, body: Bytes): boolean {
  const type = response.headers.get('content-type') ?? ''
  if (!saysJson(response) && !/^(text\/plain|application\/octet-stream)?\s*(;|$)/i.test(type)) return false
  const first = body.find((byte) => byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09)
  return first === 0x7b
}

function retryAfterOf(response: Response): string | undefined {
  const seconds = response.headers.get('retry-after') ?? ''
  return /^\d{1,6}$/.test(seconds) ? seconds : undefined
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

function failed(status: number, sentence: string, retryAfter?: number, fault?: Fault): Answer {
  return {
    status,
    body: new TextEncoder().encode(JSON.stringify(refusalBody(sentence))),
    retryAfter: retryAfter?.toString(),
    fault: fault ?? (status === 504 ? 'http_response_timeout' : 'destination_unavailable'),
  }
}

function faultOf(error: unknown): Fault {
  const words =
    error instanceof Error ? `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}` : ''
  return /terminated|closed|reset|socket|lost/i.test(words) ? 'http_response_incomplete' : 'destination_unavailable'
}

function tooLarge(cap: number): string {
  return `The service's answer is larger than the ${Math.floor(cap / 1024)} kB this gateway passes on.`
}

function notJson(status: number): string {
  return `The service answered ${status} with something that is not a JSON envelope.`
}

/** The service took longer than it may. */
class TimedOut extends Error {
  override readonly name = 'TimedOut'
}
