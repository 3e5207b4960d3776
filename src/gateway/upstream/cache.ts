/** The result of a load: a value to cache, or a failure. */
export type LoadResult<Value, Failure> = ({ readonly is: 'loaded'; readonly value: Value } | LoadFailure<Failure>) &
  LoadAges

/** Milliseconds since the load began and ended, where another gateway has loaded it before. */
type LoadAges = { readonly askedAgo?: number; readonly answeredAgo?: number }

export type LoadFailure<Failure> = {
  readonly is: 'failed'
  readonly failure: Failure
  /** The cached value is no longer valid either: the API key was revoked, or the network is gone. */
  readonly isFinal: boolean
  /** Milliseconds for which the source asked not to be called again (Retry-After). */
  readonly pause?: number | undefined
}

/** A cached value with its age in milliseconds. `staleBecause` is the failure that prevented its revalidation. */
export type CacheResult<Value, Failure> =
  | CachedResult<Value, Failure>
  | { readonly is: 'failed'; readonly failure: Failure }

type CachedResult<Value, Failure> = {
  readonly is: 'cached'
  readonly value: Value
  readonly age: number
  readonly staleBecause: Failure | undefined
}

/**
 * Ages in milliseconds, as in RFC 5861. Younger than `fresh`, a value is served from the cache. Up to
 * `staleWhileRevalidate` it is served while a new one is loaded. Up to `staleIfError` it is served when loading fails.
 * After a failed load, nothing is loaded for `failurePause`.
 */
export type CacheLifetime = {
  readonly fresh: number
  readonly staleWhileRevalidate: number
  readonly staleIfError: number
  readonly failurePause: number
}

/**
 * A cache with one load at a time per key, however many callers wait. A value's age counts from the start of its load, and
 * the time until the next load from its end: a busy gateway must not ask sooner than the source allows. A doubtful value is
 * loaded again, and waited for, after `failurePause`.
 */
export function createResponseCache<Value, Failure>(
  lifetime: CacheLifetime,
  clock: () => number,
  isDoubtful: (value: Value) => boolean = () => false,
  capacity = 256,
) {
  const values = new Map<string, { readonly value: Value; readonly at: number; readonly loadedAt: number }>()
  const failures = new Map<string, { readonly result: LoadFailure<Failure>; readonly until: number }>()
  const loading = new Map<string, Promise<LoadResult<Value, Failure>>>()

  async function get(
    key: string,
    load: () => Promise<LoadResult<Value, Failure>>,
  ): Promise<CacheResult<Value, Failure>> {
    const entry = values.get(key)
    const age = entry ? clock() - entry.at : Number.POSITIVE_INFINITY
    const { fresh, staleWhileRevalidate } = lifetimeOf(entry)
    if (entry && clock() - entry.loadedAt < fresh)
      return { is: 'cached', value: entry.value, age, staleBecause: undefined }
    if (entry && age < staleWhileRevalidate) {
      void renew(key, load)
      return { is: 'cached', value: entry.value, age, staleBecause: failures.get(key)?.result.failure }
    }

    const result = await renew(key, load)
    if (result.is === 'loaded')
      return { is: 'cached', value: result.value, age: ageOf(key) ?? 0, staleBecause: undefined }
    if (entry && !result.isFinal && age < lifetime.staleIfError)
      return { is: 'cached', value: entry.value, age, staleBecause: result.failure }
    return { is: 'failed', failure: result.failure }
  }

  /** The result that `get` would return immediately, without loading; `undefined` if it would wait. */
  function peek(key: string): CachedResult<Value, Failure> | undefined {
    const entry = values.get(key)
    const age = entry ? clock() - entry.at : Number.POSITIVE_INFINITY
    if (!entry || age >= lifetimeOf(entry).staleWhileRevalidate) return undefined
    return { is: 'cached', value: entry.value, age, staleBecause: failures.get(key)?.result.failure }
  }

  function lifetimeOf(entry: { readonly value: Value } | undefined) {
    if (!entry || !isDoubtful(entry.value)) return lifetime
    return { fresh: lifetime.failurePause, staleWhileRevalidate: lifetime.failurePause }
  }

  function renew(key: string, load: () => Promise<LoadResult<Value, Failure>>): Promise<LoadResult<Value, Failure>> {
    const running = loading.get(key)
    if (running) return running
    const recent = failures.get(key)
    if (recent && clock() < recent.until) return Promise.resolve(recent.result)

    const at = clock()
    const run = load()
      .then((result) => store(key, result, at))
      .finally(() => loading.delete(key))
    loading.set(key, run)
    return run
  }

  function store(key: string, result: LoadResult<Value, Failure>, startedAt: number): LoadResult<Value, Failure> {
    const loadedAt = clock() - (result.answeredAgo ?? 0)
    const at = result.askedAgo === undefined ? startedAt : clock() - result.askedAgo
    if (result.is === 'loaded') {
      failures.delete(key)
      put(values, key, { value: result.value, at, loadedAt })
    } else {
      if (result.isFinal) values.delete(key)
      const until = loadedAt + Math.max(lifetime.failurePause, result.pause ?? 0)
      put(failures, key, { result, until })
    }
    return result
  }

  /** Milliseconds; `undefined` where nothing is kept. */
  function ageOf(key: string): number | undefined {
    const entry = values.get(key)
    return entry && clock() - entry.at
  }

  /** Inserts at the end, so that the first key is the oldest. */
  function put<Entry>(map: Map<string, Entry>, key: string, entry: Entry) {
    map.delete(key)
    map.set(key, entry)
    if (map.size > capacity) map.delete([...map.keys()][0] ?? '')
  }

  return { get, age: ageOf, peek }
}
