import { useState } from 'react'

/**
 * How much larger text is than usual, by the text size that the browser is set to. Lengths that a script computes grow
 * by it, as those in rem do by themselves.
 */
export function useTextScale(): number {
  const [scale] = useState(() => mediumText() / 16)
  return scale
}

/** The browser's text size in pixels. In a page that is not ours, `rem` would be the size that the page chose. */
export function mediumText(): number {
  const probe = document.createElement('span')
  probe.style.cssText = 'all: initial; position: absolute'
  document.body.append(probe)
  const size = Number.parseFloat(getComputedStyle(probe).fontSize)
  probe.remove()
  return size > 0 ? size : 16
}
