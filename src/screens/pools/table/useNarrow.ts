import { useSyncExternalStore } from 'react'

/** Whether there is only room for cards. */
export const useNarrow = () => useNarrowerThan('(width < 40rem)')

/** Whether a table or a card has room for the most important figures only. */
export const useFewColumns = () => useNarrowerThan('(width < 64rem)')

function useNarrowerThan(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => window.matchMedia(query).matches,
    () => false,
  )
}
