import type { Heard } from '../protocol/envelope'
import { type Refusal, refuse } from '../protocol/refusal'

/** One request, before anybody knows what it means. */
export type Call = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body: string | undefined
  /** Bytes after which the answer is not listened to any more. */
  readonly cap: number
  /** What was heard before, and what it was called: the answer may be that nothing changed. */
  readonly known?: { readonly etag: string; readonly text: string } | undefined
  /** Hears the answer while it arrives. */
  readonly hear?: ((piece: string) => void) | undefined
}

/** What came back, word for word, or why nothing did. */
export type Echo = {
  readonly heard: Heard | Refusal
  readonly bytes: number
  /** Milliseconds the answer had been kept by caches on the way. */
  readonly age: number
  /** What this body is called. */
  readonly etag?: string | undefined
}

export type Line = {
  /** Prefix of every path; '' is the app's own origin. */
  readonly base: string
  readonly fetch: typeof fetch
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  readonly isOnline: () => boolean
}

/** From the first byte out to the last byte in. */
const deadline = 15_000

/**
 * Sends one request, once. Listens for at most `deadline` and `cap` bytes. Rejects only when the caller's own
 * signal aborts; everything else is an echo.
 */
export async function call({ base, fetch, clock, isOnline }: Line, what: Call, signal?: AbortSignal): Promise<Echo> {
  const { method, path, body, known } = what
  const watch = new AbortController()
  const timer = setTimeout(() => watch.abort(), deadline)
  const either = signal ? AbortSignal.any([signal, watch.signal]) : watch.signal
  try {
    const asking = { ...manners, ...(body === undefined ? gotten(known?.etag) : posted(body)), method, signal: either }
    const response = await orAbort(fetch(base + path, asking), either)
    const { text, bytes } = await listen(response, what, either)
    const etag = response.headers.get('etag') ?? undefined
    return { heard: { ...factsOf(response), receivedAt: clock(), text }, bytes, age: ageOf(response), etag }
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    return { heard: refusalOf(error, watch.signal, isOnline), bytes: 0, age: 0 }
  } finally {
    clearTimeout(timer)
  }
}

/** No cookies, no second cache beside the gateway's, no trace of the page. */
const manners: RequestInit = { credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' }

function gotten(etag: string | undefined): RequestInit {
  return { headers: { accept: 'application/json', ...(etag && { 'if-none-match': etag }) } }
}

function posted(body: string): RequestInit {
  return { headers: { accept: 'application/json', 'content-type': 'application/json' }, body, redirect: 'error' }
}

/** Reads the body piece by piece, so that one that never ends is not waited for. */
async function listen(
  response: Response,
  { cap, hear }: Call,
  signal: AbortSignal,
): Promise<{ text: string; bytes: number }> {
  const reader = response.body?.getReader()
  if (!reader) return { text: '', bytes: 0 }
  const decoder = new TextDecoder()
  const parts: string[] = []
  let bytes = 0
  try {
    for (;;) {
      const { done, value } = await orAbort(reader.read(), signal)
      if (done) return { text: parts.join('') + decoder.decode(), bytes }
      bytes += value.byteLength
      if (bytes > cap) throw new TooMuch(cap)
      const piece = decoder.decode(value, { stream: true })
      parts.push(piece)
      hear?.(piece)
    }
  } catch (error) {
    reader.cancel().catch(() => {})
    throw error
  }
}

/** A promise that is not waited for after an abort, even when whoever made it does not listen. */
function orAbort<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

function factsOf({ status, headers }: Response) {
  return {
    status,
    contentType: headers.get('content-type') ?? undefined,
    retryAfter: headers.get('retry-after') ?? undefined,
  }
}

function ageOf({ headers }: Response): number {
  const seconds = Number(headers.get('age') ?? 0)
  return seconds > 0 && seconds < 1e9 ? seconds * 1_000 : 0
}

function refusalOf(error: unknown, watch: AbortSignal, isOnline: () => boolean): Refusal {
  if (error instanceof TooMuch) return refuse('too large')
  if (watch.aborted) return refuse('timeout')
  return refuse(isOnline() ? 'unreachable' : 'offline')
}

/** An answer with no end in sight. */
class TooMuch extends Error {
  override readonly name = 'TooMuch'

  constructor(cap: number) {
    super(`The answer is longer than ${cap} bytes.`)
  }
}
