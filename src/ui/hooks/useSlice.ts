import { useSyncExternalStore } from 'react'

/** A store outside React: what it holds at the moment, and whom it tells when that is another. */
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
