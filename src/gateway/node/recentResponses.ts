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
  readonly onSent: (request: CountedRequest, status: number) => void
}

type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

type Recent = {
  readonly at: number
  readonly status: number
  readonly headers: readonly string[]
  readonly body: Uint8Array
}

export function createRecentResponses({ clock, onSent }: RecentResponsesDeps): RecentResponses {
  const recent = new Map<string, Recent>()

  return {
    send(request, response) {
      if (request.method !== 'GET' || !request.url?.startsWith('/api/')) return false
      const known = recent.get(keyOf(request))
      if (!known || !isCurrent(known)) return false
      response.writeHead(known.status, [...known.headers])
      response.end(known.body)
      onSent({ method: 'GET', path: request.url }, known.status)
      return true
    },
    async keep(request, response) {
      const { status, headers } = response
      if (request.method !== 'GET' || headers.get('cache-status') !== 'tidegate; hit') return
      const body = new Uint8Array(await response.clone().arrayBuffer())
      if (recent.size >= maxResponses) recent.clear()
      recent.set(keyOf(request), { at: clock(), status, headers: [...headers].flat(), body })
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

/** Everything that a list's response depends on. */
function keyOf({ url, headers }: Asked): string {
  return [url, headers.host, headers.origin, headers['accept-encoding'], headers['if-none-match']].join('\n')
}
