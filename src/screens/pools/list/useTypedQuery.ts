import { useEffect, useEffectEvent, useState } from 'react'

/** Milliseconds after the last key press until the address follows. */
const writeAfter = 150

/** The search text: shown as it is typed, written to the address when typing rests. */
export function useTypedQuery(query: string, write: (query: string) => void) {
  const [typed, setTyped] = useState(query)
  const [written, setWritten] = useState(query)
  // The address changed: by our own writing, by a link, or by going back.
  if (query !== written) {
    setWritten(query)
    setTyped(query)
  }
  const onRest = useEffectEvent(write)
  useEffect(() => {
    if (typed === written) return
    const page = window.location.pathname
    const timer = setTimeout(() => {
      // A person who opened a pool meanwhile stays there.
      if (window.location.pathname === page) onRest(typed)
    }, writeAfter)
    return () => clearTimeout(timer)
  }, [typed, written])
  return [typed, setTyped] as const
}
