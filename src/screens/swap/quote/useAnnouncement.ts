import { useEffect, useRef, useState } from 'react'

/** Milliseconds between two announcements: figures change more often than anyone wants to hear. */
const pause = 10_000

/** The text for the live region: the latest one, at most every ten seconds. An empty text clears it at once. */
export function useAnnouncement(text: string): string {
  const [said, setSaid] = useState('')
  const last = useRef(-pause)
  if (text === '' && said !== '') setSaid('')

  useEffect(() => {
    if (text === '' || text === said) return
    const timer = setTimeout(
      () => {
        last.current = performance.now()
        setSaid(text)
      },
      Math.max(0, last.current + pause - performance.now()),
    )
    return () => clearTimeout(timer)
  }, [text, said])

  return said
}
