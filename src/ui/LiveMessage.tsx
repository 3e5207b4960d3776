import { useEffect, useState } from 'react'

/**
 * Announces a sentence to screen readers once it has been unchanged for `after` milliseconds, so that a message that
 * flickers between two states is not announced. Not visible.
 */
export function LiveMessage({ children, after = 1_500 }: { children: string; after?: number }) {
  const [said, setSaid] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSaid(children), after)
    return () => clearTimeout(timer)
  }, [children, after])
  return (
    <p aria-live="polite" className="sr-only">
      {said}
    </p>
  )
}
