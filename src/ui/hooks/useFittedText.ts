import { type RefObject, useEffect, useLayoutEffect } from 'react'

/** Font sizes in pixels at a base size of 16, the largest first. */
const sizes = [40, 32, 28, 24, 20, 17, 14]

/**
 * Chooses the largest font size at which a figure fits into its box, so that no digit is cut off: a cut number would be
 * a wrong number. Measures again when the text, the box or the font changes. `largest` is in the same pixels.
 */
export function useFittedText(field: RefObject<HTMLElement | null>, text: string, largest = 40): void {
  useLayoutEffect(() => {
    if (field.current) shrinkToFit(field.current, largest, text === '')
  }, [field, text, largest])

  useEffect(() => {
    const input = field.current
    if (!input || typeof ResizeObserver === 'undefined') return
    const measure = () => shrinkToFit(input, largest, false)
    const watch = new ResizeObserver(measure)
    watch.observe(input)
    // `document.fonts` is missing in some test environments.
    document.fonts?.addEventListener('loadingdone', measure)
    return () => {
      watch.disconnect()
      document.fonts?.removeEventListener('loadingdone', measure)
    }
  }, [field, largest])
}

/** Shrinks next to the elements on the same line; on a line of its own (`data-long`) when it does not fit there. */
function shrinkToFit(input: HTMLElement, largest: number, isEmpty: boolean): void {
  for (const isLong of [false, true]) {
    input.toggleAttribute('data-long', isLong)
    for (const size of sizes) {
      if (size > largest) continue
      input.style.fontSize = `${size / 16}rem`
      // Nothing fits everywhere; to measure it would lay out the page again at its start.
      if (isEmpty) return
      if (input.scrollWidth <= input.clientWidth) return
    }
  }
}
