import type { Bytes } from '../body'
import { isUsable } from '../requestBody'
import { etagOf } from '../site/digest'
import { type Forms, matches, sent, smallest } from '../site/site'
import type { Loaded, Served, ShelfLife } from './cache'
import type { Answer } from './client'

/** Squeezes bytes once, so that every reader afterwards gets them small. */
export type Compress = (bytes: Bytes) => Promise<Omit<Forms, 'bytes'>>

/** A good answer of the service, byte for byte, and what is made of it once. */
export type Kept = Forms & { readonly etag: string }

export const chainsLife: ShelfLife = { fresh: 60_000, lenient: 360_000, last: 3_600_000, pause: 2_000 }
export const poolsLife: ShelfLife = { fresh: 5_000, lenient: 65_000, last: 3_600_000, pause: 5_000 }

/** What browsers and shared caches may do on their own. */
export const chainsCaching = 'public, max-age=30, stale-while-revalidate=300, stale-if-error=3600'
export const poolsCaching = 'public, max-age=5, stale-while-revalidate=10, stale-if-error=60'

const worthCompressing = 1_400
const longestPause = 60_000

/** Decides what an answer is worth. A refused key or an unknown network ends what was kept; a hiccup does not. */
export async function shelved(
  answer: Answer,
  route: 'chains' | 'pools',
  compress: Compress | undefined,
): Promise<Loaded<Kept, Answer>> {
  const isFinal = [400, 401, 403, 404].includes(answer.status)
  const pause = answer.retryAfter === undefined ? undefined : Math.min(Number(answer.retryAfter) * 1_000, longestPause)
  if (answer.status >= 300 || answer.fault || !isUsable(answer.body, route))
    return { is: 'bad', value: answer, final: isFinal, pause }

  const small = compress && answer.body.length > worthCompressing ? await compress(answer.body) : undefined
  const etag = await etagOf(answer.body)
  return { is: 'good', value: { bytes: answer.body, etag, brotli: small?.brotli, gzip: small?.gzip } }
}

/** A cached answer as a response. `Age` says how old it is, `Cache-Status` (RFC 9211) why it is not newer. */
export function respond(served: Served<Kept, Answer>, request: Request, caching: string): Response {
  if (served.is === 'bad') return passOn(served.value)
  const { bytes, etag, brotli, gzip } = served.value
  const headers = new Headers({
    'content-type': jsonType,
    'cache-control': caching,
    age: String(Math.floor(served.age / 1_000)),
    'cache-status': cacheStatus(served.age, served.despite),
    etag,
    vary: 'accept-encoding',
  })
  if (matches(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers })
  return sent(smallest({ bytes, brotli, gzip }, request.headers.get('accept-encoding')), headers)
}

/** An answer that belongs to one person only. */
export function passOn(answer: Answer): Response {
  const headers = new Headers({ 'content-type': jsonType, 'cache-control': 'no-store' })
  if (answer.retryAfter !== undefined) headers.set('retry-after', answer.retryAfter)
  if (answer.fault) headers.set('proxy-status', `tidegate; error=${answer.fault}`)
  return new Response(answer.body, { status: answer.status, headers })
}

function cacheStatus(age: number, despite: Answer | undefined): string {
  if (despite) return `tidegate; hit; fwd=stale; fwd-status=${despite.status}; detail=${despite.fault ?? 'refused'}`
  return age === 0 ? 'tidegate; fwd=miss; stored' : 'tidegate; hit'
}

const jsonType = 'application/json; charset=utf-8'
