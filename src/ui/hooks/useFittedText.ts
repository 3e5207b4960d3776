import { type RefObject, useEffect, useLayoutEffect } from 'react'

/** In pixels at a text size of 16, the largest first. */
const sizes = [40, 32, 28, 24, 20, 17, 14]

/**
 * Writes a figure as large as its box allows, so that no digit is hidden: a cut number is a false number. Measures
 * again when the text, the box or the typeface changes.
 */
export function useFittedText(field: RefObject<HTMLInputElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text may need another size.
  useLayoutEffect(() => {
    if (field.current) shrinkToFit(field.current)
  }, [field, text])

  useEffect(() => {
    const input = field.current
    if (!input || typeof ResizeObserver === 'undefined') return
    const measure = () => shrinkToFit(input)
    const watch = new ResizeObserver(measure)
    watch.observe(input)
    // Not every document can tell when a typeface has arrived.
    document.fonts?.addEventListener('loadingdone', measure)
    return () => {
      watch.disconnect()
      document.fonts?.removeEventListener('loadingdone', measure)
    }
  }, [field])
}

/** Beside what shares its line; on a line of its own (`data-long`) when it does not fit there. */
function shrinkToFit(input: HTMLInputElement): void {
  for (const isLong of [false, true]) {
    input.toggleAttribute('data-long', isLong)
    for (const size of sizes) {
      input.style.fontSize = `${size / 16}rem`
      if (input.scrollWidth <= input.clientWidth) return
    }
  }
}
