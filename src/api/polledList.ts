import type { DecodeResult, RawResponse } from '../protocol/envelope'
import { type Refusal, refuse } from '../protocol/refusal'
import type { BodyCache, CachedBody } from './cache'
import { whenIdle } from './idle'
import { restOfInterval } from './minInterval'
import type { Requester, RequestResult } from './requester'
import type { ServiceResponse, ServiceResult } from './serviceResult'
import { type ThrottledResult, throttled } from './sharedRequest'
import type { SharedResult, Tabs } from './tabs'

/** A list of the service that is polled. */
export type PolledList<Value> = {
  readonly fetch: (signal?: AbortSignal) => Promise<ServiceResult<Value>>
  /** The last usable response of an earlier visit; `undefined` once this visit has its own. */
  readonly readCached: () => Promise<ServiceResponse<Value> | undefined>
  readonly latest: () => Value | undefined
}

/** How the lists of the service are requested. */
export type ListDeps = {
  readonly request: Requester
  readonly cache: BodyCache | undefined
  readonly base: string
  /** The longest response in bytes. */
  readonly maxBytes: number
}

export type ListOptions<Value> = {
  readonly path: string
  /** `before`: the value of the response before, whose parts may be kept. */
  readonly decode: (response: RawResponse, before: Value | undefined) => DecodeResult<Value>
  /** Whether two values are equal, so that the older object can be kept. */
  readonly isSame: (a: Value, b: Value) => boolean
  /**
   * The number of entries: an empty list after a full one, or one of less than half, is accepted only when repeated.
   */
  readonly sizeOf: (value: Value) => number
  /** Refuses a decoded list that cannot be the one that was requested. */
  readonly check?: (value: Value) => Refusal | undefined
  /** Adds what requires several lists, such as a price that jumped. Runs at every poll. */
  readonly derive?: (value: Value, before: Value | undefined) => Value
  /** When given, the tabs of a browser share their requests. */
  readonly tabs?: Tabs | undefined
}

/** A body of so many characters is requested with `If-None-Match`, and written to disk when the browser is idle. */
const longBody = 500_000

/** The shortest time in milliseconds between two writes of a large list to disk. */
const writeInterval = 30_000

/** The longest time in milliseconds that a response waits for the cached one: browsers may block their databases. */
const cacheTimeout = 500

/** The number of shrunken responses in a row after which they are accepted. */
const shrunkThreshold = 3

/**
 * Polls a list, throttled. While nothing changes, the value stays the same object, so that nothing is derived from it
 * or rendered again.
 */
export function createPolledList<Value>(
  { request, cache, base, maxBytes }: ListDeps,
  { path, decode, isSame, sizeOf, check, derive, tabs }: ListOptions<Value>,
): PolledList<Value> {
  const name = base + path
  let last: ServiceResponse<Value> | undefined
  /** The body of the last response, and its ETag. */
  let text: string | undefined
  let etag: string | undefined
  let writtenAt = Number.NEGATIVE_INFINITY
  let reading: Promise<ServiceResponse<Value> | undefined> | undefined
  let shrunkResponses = 0

  return { fetch: throttled(poll), readCached, latest: () => last?.value }

  async function poll(signal: AbortSignal): Promise<ThrottledResult<ServiceResult<Value>>> {
    const fetchList = () => {
      // Elsewhere the header would cost a CORS preflight, and a short body is sent as quickly as a 304.
      const cached =
        base === '' && etag !== undefined && text !== undefined && text.length >= longBody ? { etag, text } : undefined
      return request({ method: 'GET', path, body: undefined, maxBytes, cached }, decodeOnce, signal)
    }
    const fetched = tabs ? resultOf(await tabs.next(name, signal, fetchList)) : await fetchList()
    const { result, sentAt } = fetched
    if (result.is === 'refused')
      return { value: result, retryAfter: Math.max(restOfInterval(sentAt), result.refusal.retryAfter ?? 0) }
    // Even if the answer was faster: an empty list after a full one is not believed in a new visit either.
    if (!last) await Promise.race([readCached(), sleep(cacheTimeout)])
    const refusal = check?.(result.answer.value)
    const retryAfter = restOfInterval(sentAt)
    if (refusal) return { value: { is: 'refused', refusal }, retryAfter }
    return { value: { is: 'answer', answer: settle(result.answer, fetched) }, retryAfter }
  }

  function resultOf(shared: RequestResult<Value> | SharedResult): RequestResult<Value> {
    if (!('is' in shared)) return shared
    if (shared.is === 'refusal') return { result: { is: 'refused', refusal: shared.refusal }, body: undefined }
    return decodeKept(shared.body, 'service')
  }

  /** Decodes a body that another tab, or an earlier visit, has received. */
  function decodeKept(body: CachedBody, from: ServiceResponse<Value>['from']): RequestResult<Value> {
    const { receivedAt, age, staleBecause } = body
    const decoded = decodeOnce({ ...cachedResponse, text: body.text, receivedAt })
    if (decoded.is === 'refused') return { result: decoded, body: undefined }
    const { value, message, deviations } = decoded
    const answer = { value, message, deviations, receivedAt, age, from, ...(staleBecause && { staleBecause }) }
    return { result: { is: 'answer', answer }, body }
  }

  /** A body with the same text is not decoded twice. */
  function decodeOnce(response: RawResponse): DecodeResult<Value> {
    return last && response.text === text
      ? { is: 'answer', value: last.value, message: last.message, deviations: last.deviations }
      : decode(response, last?.value)
  }

  function settle(answer: ServiceResponse<Value>, fetched: RequestResult<Value>): ServiceResponse<Value> {
    const size = sizeOf(answer.value)
    shrunkResponses = last && size * 2 < sizeOf(last.value) ? shrunkResponses + 1 : 0
    if (last && shrunkResponses > 0 && shrunkResponses < shrunkThreshold)
      return { ...last, staleBecause: refuse(size === 0 ? 'list emptied' : 'list shrank') }
    if (fetched.body) keep(fetched.body, fetched.etag)
    const value = derive ? derive(answer.value, last?.value) : answer.value
    last = { ...answer, value: last && isSame(last.value, value) ? last.value : value }
    return last
  }

  function keep(body: CachedBody, newEtag: string | undefined) {
    // A body from another tab has no ETag: the old one remains valid while the text is the same.
    if (newEtag !== undefined || body.text !== text) etag = newEtag
    // Of two equal texts the first stays in memory anyway: the records are slices of it.
    if (body.text !== text) text = body.text
    if (body.receivedAt - writtenAt < writeInterval && body.receivedAt >= writtenAt) return
    writtenAt = body.receivedAt
    const write = () => void cache?.write(name, body)
    // Writing a long body blocks, so the page is drawn first.
    if (body.text.length < longBody) write()
    else whenIdle(write)
  }

  function readCached(): Promise<ServiceResponse<Value> | undefined> {
    reading ??= readOnce().finally(() => {
      reading = undefined
    })
    return reading
  }

  async function readOnce(): Promise<ServiceResponse<Value> | undefined> {
    const body = last ? undefined : await cache?.read(name)
    if (!body || last) return undefined
    const { result } = decodeKept({ ...body, staleBecause: undefined }, 'cache')
    if (result.is === 'refused' || check?.(result.answer.value)) {
      await cache?.remove(name)
      return undefined
    }
    text = body.text
    last = result.answer
    return last
  }
}

function sleep(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, undefined))
}

/** The headers of a body that was decoded successfully before. */
const cachedResponse = { status: 200, contentType: 'application/json', retryAfter: undefined } as const
