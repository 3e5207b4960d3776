import { useState } from 'react'

/**
 * How much larger text is than usual, by the text size that the browser is set to. Lengths that a script computes grow
 * by it, as those in rem do by themselves.
 */
export function useTextScale(): number {
  const [scale] = useState(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16)
  return Number.isFinite(scale) && scale > 0 ? scale : 1
}
