import { useLayoutEffect, useRef } from 'react'
import { keepEarlyInput } from '../../components/earlyInput'

/**
 * The page as it was drawn at build time and changed since by its own script (index.html). React takes it over as it stands,
 * without reading it; what was typed and pressed there is kept when it goes.
 */
export function DrawnPage({ html }: { html: string }) {
  const page = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = page.current
    return () => {
      if (element) keepEarlyInput(element)
    }
  }, [])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: written at build time, from our own components alone.
  return <div ref={page} data-drawn="" className="contents" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
}
