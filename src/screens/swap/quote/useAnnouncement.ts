import { useEffect, useRef, useState } from 'react'

/** Figures that change all the time are said aloud at most this often. */
const pause = 10_000

/** What is said aloud: the latest text, but never two within ten seconds. What no longer holds is taken away at once. */
export function useAnnouncement(text: string): string {
  const [said, setSaid] = useState('')
  const last = useRef(-pause)

  useEffect(() => {
    if (text === said) return
    if (text === '') return setSaid('')
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
