import { isUsableStatus } from '../../protocol/envelope'
import { isObject, member } from '../../protocol/json/json'
import { isFlat } from '../../protocol/json/nesting'
import { holdsPools } from '../../protocol/pools/poolsCodec'
import type { Bytes } from '../body'
import { listedNetworks } from '../networkName'
import { etagOf } from '../site/digest'
import { type EncodedBody, encodedResponse, etagMatches, negotiateEncoding } from '../site/site'
import type { CacheLifetime, CacheResult, LoadResult } from './cache'
import { type UpstreamResponse, unusableList } from './client'

/** Compresses a body once for all its readers. */
export type Compress = (bytes: Bytes) => Promise<Omit<EncodedBody, 'bytes'>>

/** A usable list of the service, byte for byte, with its compressed forms and ETag. */
export type CachedList = EncodedBody & {
  readonly etag: string
  /** The number of its records; `undefined` where it is no plain list. */
  readonly records: number | undefined
  /** Of a list of chains: the names of networks, by name and by slug. */
  readonly networks: ReadonlyMap<string, string>
  /** It has less than half of the records of the one before: a single bad answer is not believed for long. */
  readonly isShrunk?: boolean
}
export type CachedListResult = CacheResult<CachedList, UpstreamResponse>

/** A list is loaded at most once in 5 seconds, whether the load succeeds or fails. */
const minInterval = 5_000

export const chainsLifetime: CacheLifetime = {
  fresh: 60_000,
  staleWhileRevalidate: 360_000,
  staleIfError: 3_600_000,
  failurePause: minInterval,
}

export const poolsLifetime: CacheLifetime = {
  fresh: minInterval,
  staleWhileRevalidate: 65_000,
  staleIfError: 3_600_000,
  failurePause: minInterval,
}

/** How long browsers and shared caches may reuse the lists. */
type CacheControl = { readonly maxAge: number; readonly stale: string }
export const chainsCacheControl: CacheControl = { maxAge: 30, stale: 'stale-while-revalidate=300, stale-if-error=3600' }
export const poolsCacheControl: CacheControl = { maxAge: 5, stale: 'stale-while-revalidate=10, stale-if-error=60' }

const minCompressedBytes = 1_400
const maxPause = 60_000

/** How long a list is not asked for again after this answer, in milliseconds. */
export function listPause({ retryAfter }: Pick<UpstreamResponse, 'retryAfter'>): number {
  return Math.max(minInterval, Math.min(Number(retryAfter ?? 0) * 1_000, maxPause))
}

/** A refused API key or an unknown network also removes the cached list; other failures keep it. */
export async function toLoadResult(
  answer: UpstreamResponse,
  route: 'chains' | 'pools',
  compress: Compress | undefined,
): Promise<LoadResult<CachedList, UpstreamResponse>> {
  const isFinal = [400, 401, 403, 404].includes(answer.status)
  const pause = listPause(answer)
  if (answer.status >= 300 || answer.error) return { is: 'failed', failure: answer, isFinal, pause }
  const list = usableList(answer.body, route)
  if (!list) return { is: 'failed', failure: unusableList(answer), isFinal, pause }

  const compressed = compress && answer.body.length > minCompressedBytes ? await compress(answer.body) : undefined
  const etag = await etagOf(answer.body)
  return {
    is: 'loaded',
    value: { bytes: answer.body, etag, brotli: compressed?.brotli, gzip: compressed?.gzip, ...list },
  }
}

/** A cached list as a response. `Age` is its age, `Cache-Status` (RFC 9211) has the reason why it is not newer. */
export function cachedResponse(result: CachedListResult, request: Request, cacheControl: CacheControl): Response {
  if (result.is === 'failed') return uncachedResponse(result.failure)
  const { bytes, etag, brotli, gzip, isShrunk } = result.value
  const headers = new Headers({
    'content-type': jsonType,
    'cache-control': cacheControlText(isShrunk ? poolsCacheControl : cacheControl, result.age),
    age: String(Math.floor(result.age / 1_000)),
    'cache-status': cacheStatus(result.age, result.staleBecause),
    etag,
    vary: 'accept-encoding',
  })
  if (etagMatches(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers })
  return encodedResponse(negotiateEncoding({ bytes, brotli, gzip }, request.headers.get('accept-encoding')), headers)
}

/**
 * A proxy or CDN may keep a list until it is as old as browsers may keep it. One that is older already is not kept, so that no
 * cache freezes its age.
 */
function cacheControlText({ maxAge, stale }: CacheControl, age: number): string {
  return `public, max-age=${maxAge}, ${stale}, s-maxage=${Math.max(0, maxAge - Math.ceil(age / 1_000))}`
}

/** A response for one caller only, never cached. */
export function uncachedResponse(answer: UpstreamResponse): Response {
  const headers = new Headers({ 'content-type': jsonType, 'cache-control': 'no-store' })
  if (answer.retryAfter !== undefined) headers.set('retry-after', answer.retryAfter)
  if (answer.error) headers.set('proxy-status', `tidegate; error=${answer.error}`)
  return new Response(answer.body, { status: answer.status, headers })
}

function cacheStatus(age: number, staleBecause: UpstreamResponse | undefined): string {
  if (staleBecause)
    return `tidegate; hit; fwd=stale; fwd-status=${staleBecause.status}; detail=${staleBecause.error ?? 'refused'}`
  return age === 0 ? 'tidegate; fwd=miss; stored' : 'tidegate; hit'
}

/** A body that is an envelope with a usable status and data of a type that the route allows; else `undefined`. */
function usableList(body: Uint8Array, route: 'chains' | 'pools'): Pick<CachedList, 'records' | 'networks'> | undefined {
  try {
    const answer = JSON.parse(new TextDecoder().decode(body))
    if (!isObject(answer) || !isUsableStatus(member(answer, 'status'))) return undefined
    const data = member(answer, 'data')
    // The specification allows null for pools; chains are a list.
    if (!Object.entries(answer).every(([name, value]) => name === 'data' || isFlat(value, maxNested))) return undefined
    if (!Array.isArray(data))
      return route === 'pools' && data !== undefined && holdsPools(data)
        ? { records: undefined, networks: new Map() }
        : undefined
    const isReadable = data.every((record) => !Array.isArray(record) || isFlat(record, maxNested))
    const networks = listedNetworks(route === 'chains' ? data : null)
    return isReadable ? { records: data.length, networks } : undefined
  } catch {
    return undefined
  }
}

/** The app refuses an envelope with anything nested deeper than this, except in single records. */
const maxNested = 30

const jsonType = 'application/json; charset=utf-8'
