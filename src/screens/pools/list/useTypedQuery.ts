import { useEffect, useEffectEvent, useState } from 'react'

/** Milliseconds of debounce before the URL follows. */
const writeAfter = 150

/** The search text: shown as it is typed, written to the address when typing rests. */
export function useTypedQuery(query: string, write: (query: string) => void) {
  const [typed, setTyped] = useState(query)
  const [written, setWritten] = useState(query)
  // The URL changed: by this hook, by a link, or by going back.
  if (query !== written) {
    setWritten(query)
    setTyped(query)
  }
  const onRest = useEffectEvent(write)
  useEffect(() => {
    if (typed === written) return
    const page = window.location.pathname
    const timer = setTimeout(() => {
      // If the person has opened a pool in the meantime, do not navigate back.
      if (window.location.pathname === page) onRest(typed)
    }, writeAfter)
    return () => clearTimeout(timer)
  }, [typed, written])
  return [typed, setTyped] as const
}
