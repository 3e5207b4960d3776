/** What a load brought: something worth keeping, or a refusal. */
export type Loaded<Good, Bad> = { readonly is: 'good'; readonly value: Good } | Refused<Bad>

export type Refused<Bad> = {
  readonly is: 'bad'
  readonly value: Bad
  /** What was kept is no longer true either: a revoked key, a network that is gone. */
  readonly final: boolean
  /** Milliseconds for which nobody asks again, when the shelf's own pause does not fit. */
  readonly pause?: number | undefined
}

/** What the shelf hands out, with its age in milliseconds. `despite` is the refusal that an older answer stands in for. */
export type Served<Good, Bad> =
  | { readonly is: 'good'; readonly value: Good; readonly age: number; readonly despite: Bad | undefined }
  | { readonly is: 'bad'; readonly value: Bad }

/**
 * Ages in milliseconds: up to `fresh` an answer is simply served; up to `lenient` it is served while a newer one is
 * fetched behind it; up to `last` it is served when no newer one can be had. After a refusal nobody asks for `pause`.
 */
export type ShelfLife = {
  readonly fresh: number
  readonly lenient: number
  readonly last: number
  readonly pause: number
}

export type Shelf<Good, Bad> = {
  readonly serve: (key: string, load: () => Promise<Loaded<Good, Bad>>) => Promise<Served<Good, Bad>>
}

/** However many ask, one load at a time per key. An answer's age counts from the moment it was asked for. */
export function createShelf<Good, Bad>(life: ShelfLife, clock: () => number, capacity = 256): Shelf<Good, Bad> {
  const kept = new Map<string, { readonly value: Good; readonly at: number }>()
  const refused = new Map<string, { readonly refusal: Refused<Bad>; readonly until: number }>()
  const loading = new Map<string, Promise<Loaded<Good, Bad>>>()

  async function serve(key: string, load: () => Promise<Loaded<Good, Bad>>): Promise<Served<Good, Bad>> {
    const item = kept.get(key)
    const age = item ? clock() - item.at : Number.POSITIVE_INFINITY
    if (item && age < life.fresh) return { is: 'good', value: item.value, age, despite: undefined }
    if (item && age < life.lenient) {
      void refresh(key, load)
      return { is: 'good', value: item.value, age, despite: refused.get(key)?.refusal.value }
    }

    const loaded = await refresh(key, load)
    if (loaded.is === 'good') return { is: 'good', value: loaded.value, age: ageOf(key), despite: undefined }
    if (item && !loaded.final && age < life.last) return { is: 'good', value: item.value, age, despite: loaded.value }
    return { is: 'bad', value: loaded.value }
  }

  function refresh(key: string, load: () => Promise<Loaded<Good, Bad>>): Promise<Loaded<Good, Bad>> {
    const running = loading.get(key)
    if (running) return running
    const recent = refused.get(key)
    if (recent && clock() < recent.until) return Promise.resolve(recent.refusal)

    const at = clock()
    const run = load()
      .then((loaded) => keep(key, loaded, at))
      .finally(() => loading.delete(key))
    loading.set(key, run)
    return run
  }

  function keep(key: string, loaded: Loaded<Good, Bad>, at: number): Loaded<Good, Bad> {
    if (loaded.is === 'good') {
      refused.delete(key)
      put(kept, key, { value: loaded.value, at })
    } else {
      if (loaded.final) kept.delete(key)
      put(refused, key, { refusal: loaded, until: clock() + (loaded.pause ?? life.pause) })
    }
    return loaded
  }

  function ageOf(key: string): number {
    const item = kept.get(key)
    return item ? clock() - item.at : 0
  }

  /** Newest last, so that the first key is the one to forget. */
  function put<Value>(map: Map<string, Value>, key: string, value: Value) {
    map.delete(key)
    map.set(key, value)
    if (map.size > capacity) map.delete([...map.keys()][0] ?? '')
  }

  return { serve }
}
