import { createStore, type StoreApi } from 'zustand'
import { storedJson, storeText } from './browserStorage'

/**
 * A list that this browser keeps between visits. `read` makes entries of what is stored, which may be of another
 * version, malformed, or `undefined`. Where storage is full or blocked, the list holds for this visit.
 */
export function createStoredList<Entry>(
  key: string,
  most: number,
  read: (stored: unknown) => readonly Entry[],
): StoreApi<readonly Entry[]> {
  const list = createStore<readonly Entry[]>(() => read(storedJson(key)).slice(0, most))
  list.subscribe((entries) => storeText(key, JSON.stringify(entries)))
  return list
}
