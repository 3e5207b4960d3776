import { useMemo } from 'react'
import { createStore, useStore } from 'zustand'

export function useFavourites(): ReadonlySet<string> {
  const list = useStore(favourites)
  // The same set while favourites do not change, so that long lists are not filtered again.
  return useMemo(() => new Set(list), [list])
}

export function toggleFavourite(key: string): void {
  const before = favourites.getState()
  const next = before.includes(key) ? before.filter((other) => other !== key) : [key, ...before].slice(0, most)
  favourites.setState(next, true)
  try {
    window.localStorage.setItem(storageKey, JSON.stringify(next))
  } catch {
    // Storage is blocked: they hold for this visit.
  }
}

const storageKey = 'tidegate.favourite-pools'
const most = 500

function recall(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string').slice(0, most) : []
  } catch {
    return []
  }
}

/** Favourite pools of this browser, by key. Below what reads the storage, which throws before its constants are set. */
export const favourites = createStore<readonly string[]>(() => recall())
