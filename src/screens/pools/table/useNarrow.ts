import { useSyncExternalStore } from 'react'

const query = '(width < 40rem)'

/** Whether there is only room for cards. */
export function useNarrow(): boolean {
  return useSyncExternalStore(watch, isNarrow, () => false)
}

function isNarrow(): boolean {
  return window.matchMedia(query).matches
}

function watch(listener: () => void): () => void {
  const media = window.matchMedia(query)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}
