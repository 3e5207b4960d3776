import { useMemo } from 'react'
import { useStore } from 'zustand'
import { createStoredList } from '../../ui/storedList'

export function useFavourites(): ReadonlySet<string> {
  const list = useStore(favourites)
  // The same set while favourites do not change, so that long lists are not filtered again.
  return useMemo(() => new Set(list), [list])
}

export function useIsFavourite(key: string): boolean {
  return useStore(favourites, (list) => list.includes(key))
}

export function toggleFavourite(key: string): void {
  const before = favourites.getState()
  const next = before.includes(key) ? before.filter((other) => other !== key) : [key, ...before].slice(0, most)
  favourites.setState(next, true)
}

const most = 500

/** Favourite pools of this browser, by key. */
export const favourites = createStoredList('tidegate.favourite-pools', most, (stored) =>
  Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : [],
)
