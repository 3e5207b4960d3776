import { useEffect, useState } from 'react'

/**
 * Announces a sentence to screen readers once it has been unchanged for `after` milliseconds, so that a message that
 * flickers between two states is not announced. Not visible, and removed after the announcement: the page shows the
 * same text, and people who read through it meet each sentence once.
 */
export function LiveMessage({ children, after = 1_500 }: { children: string; after?: number }) {
  const [said, setSaid] = useState('')
  useEffect(() => {
    const timers = [setTimeout(() => setSaid(children), after), setTimeout(() => setSaid(''), after + 3_000)]
    return () => timers.forEach(clearTimeout)
  }, [children, after])
  return (
    <p aria-live="polite" className="sr-only">
      {said}
    </p>
  )
}
