import { useLayoutEffect, useRef } from 'react'
import { keepEarlyInput } from '../../components/earlyInput'

/**
 * The page as it was drawn at build time (src/app/prerender.tsx) and changed since by its own script (index.html). React takes
 * it over as it stands, without reading it; what was typed and pressed there is kept when it goes.
 */
export function DrawnPage() {
  const page = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = page.current
    return () => {
      if (element) keepEarlyInput(element)
    }
  }, [])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: an empty text, which React never writes: it takes over what is there.
  return <div ref={page} {...kept} dangerouslySetInnerHTML={nothing} />
}

const kept = { 'data-drawn': '', className: 'contents', suppressHydrationWarning: true }
const nothing = { __html: '' }
