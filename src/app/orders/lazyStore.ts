import type { Watched } from '../../ui/hooks/useSlice'

export type LazyStore<Snapshot, Store extends Watched<Snapshot>> = Watched<Snapshot> & {
  /** Loads the store once. Rejects when its code cannot be fetched; the next call tries again. */
  readonly load: () => Promise<Store>
  /** The store; `undefined` until it has loaded. */
  readonly loaded: () => Store | undefined
}

/** A store whose code is loaded when it is first needed. Until then its snapshot is `empty`. */
export function lazyStore<Snapshot, Store extends Watched<Snapshot>>(
  build: () => Promise<Store>,
  empty: Snapshot,
): LazyStore<Snapshot, Store> {
  const listeners = new Set<() => void>()
  let store: Store | undefined
  let loading: Promise<Store> | undefined

  return {
    load: () => {
      loading ??= build().then(
        (built) => {
          store = built
          built.subscribe(notify)
          notify()
          return built
        },
        (error) => {
          loading = undefined
          throw error
        },
      )
      return loading
    },
    loaded: () => store,
    getSnapshot: () => store?.getSnapshot() ?? empty,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }

  function notify() {
    for (const listener of listeners) listener()
  }
}
