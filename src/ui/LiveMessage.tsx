import { useEffect, useState } from 'react'

/**
 * Says a sentence aloud once it has stood for a while: what flickers between two states is said in neither. Nothing is
 * seen of it.
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
