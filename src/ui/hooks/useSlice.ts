import { useSyncExternalStore } from 'react'

/** A store outside React: its current snapshot, and a subscription to changes. */
export type Watched<Snapshot> = {
  readonly getSnapshot: () => Snapshot
  readonly subscribe: (listener: () => void) => () => void
}

/** A part of what a store holds. Rendered again only when the part is another, so `select` must not make new objects. */
export function useSlice<Snapshot, Slice>(
  { getSnapshot, subscribe }: Watched<Snapshot>,
  select: (snapshot: Snapshot) => Slice,
): Slice {
  const read = () => select(getSnapshot())
  return useSyncExternalStore(subscribe, read, read)
}
