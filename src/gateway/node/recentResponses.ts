import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CountedRequest } from '../requestCount'

/**
 * Lists that were answered in the last second, as they went out. Many browsers poll the same list, and building the
 * same response anew costs about as much as sending it (`npm run bench -- gateway`). Only hits of the gateway's own cache are kept.
 */
export type RecentResponses = {
  /** Sends what the same request was answered with. `false` when nothing recent is known. */
  readonly send: (request: IncomingMessage, response: ServerResponse) => boolean
  readonly keep: (request: Asked, response: Response) => Promise<void>
}

type RecentResponsesDeps = {
  readonly clock: () => number
  /** Called once for each kept response; what it returns, each time that response is sent. */
  readonly counterOf: (request: CountedRequest, status: number) => () => void
}

type Asked = Pick<IncomingMessage, 'method' | 'url' | 'rawHeaders'>

type Recent = {
  readonly at: number
  readonly status: number
  /** Names and values in turns, as Node takes them. */
  readonly headers: string[]
  /** Node sends headers and body in one write. */
  readonly body: Uint8Array
  readonly count: () => void
}

export function createRecentResponses({ clock, counterOf }: RecentResponsesDeps): RecentResponses {
  const recent = new Map<string, Recent>()

  return {
    send(request, response) {
      if (request.method !== 'GET' || !request.url?.startsWith('/api/')) return false
      const key = keyOf(request)
      const known = key === undefined ? undefined : recent.get(key)
      if (!known || !isCurrent(known)) return false
      response.writeHead(known.status, known.headers)
      response.end(known.body)
      known.count()
      return true
    },
    async keep(request, response) {
      const { status, headers } = response
      const key = keyOf(request)
      if (key === undefined || request.method !== 'GET' || headers.get('cache-status') !== 'tidegate; hit') return
      const body = new Uint8Array(await response.clone().arrayBuffer())
      const count = counterOf({ method: 'GET', path: request.url ?? '' }, status)
      if (recent.size >= maxResponses) recent.clear()
      recent.set(key, { at: clock(), status, headers: listed(headers, body.length), body, count })
    },
  }

  function isCurrent({ at }: Recent): boolean {
    const age = clock() - at
    return age >= 0 && age < lifetime
  }
}

/** In milliseconds: the header `age` counts seconds. */
const lifetime = 1_000

/** Callers choose their headers, so they choose the number of different requests. */
const maxResponses = 16

/** With the length of the body: headers given as a list go out as they are, and a body of unknown length in chunks. */
function listed(headers: Headers, length: number): string[] {
  const all = new Headers(headers)
  if (length > 0) all.set('content-length', String(length))
  return [...all].flat()
}

/**
 * Everything that a list's response depends on, as the request has it. `undefined` for a request of more headers than
 * browsers send: Node leaves out those after the thousandth from what the gateway reads.
 */
function keyOf({ url, rawHeaders }: Asked): string | undefined {
  if (rawHeaders.length > maxHeaders * 2) return undefined
  let key = url ?? ''
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const name = rawHeaders[place] ?? ''
    // Most names have another length than these: they are compared no further.
    const mark = markOf(name)
    // No line break is in a header, so that no value can stand for two.
    if (mark !== '') key += `\n${mark}${rawHeaders[place + 1]}`
  }
  return key
}

const maxHeaders = 100

/** A letter for each header that a list's response depends on; nothing for all others. */
function markOf(name: string): string {
  switch (name.length) {
    case 4:
      return name.toLowerCase() === 'host' ? 'h' : ''
    case 6:
      return name.toLowerCase() === 'origin' ? 'o' : ''
    case 13:
      return name.toLowerCase() === 'if-none-match' ? 'n' : ''
    case 15:
      return name.toLowerCase() === 'accept-encoding' ? 'e' : ''
    default:
      return ''
  }
}
