/** Whether rows of the service stand on the page that the browser got, before the app shows its own (src/app/early). */
export function hasEarlyRows(): boolean {
  return document.querySelector('[data-early][data-filled]') !== null
}

/** Before the page that the browser got is removed: whoever was at a pool of it, is at the same pool of the screen. */
export function keepEarlyPlace(drawn: Element): void {
  const { activeElement } = document
  const link = activeElement && drawn.contains(activeElement) ? activeElement.getAttribute('href') : null
  const scrolled = boxOf(drawn)?.scrollTop ?? 0
  if (link === null && scrolled === 0) return
  // The screen takes its place in the same step.
  queueMicrotask(() => {
    const box = boxOf(document)
    if (box) box.scrollTop = scrolled
    const links = [...document.querySelectorAll<HTMLElement>('[data-row] a')]
    links.find((other) => other.getAttribute('href') === link)?.focus({ preventScroll: true })
  })
}

/** The box in which the rows scroll. */
function boxOf(within: ParentNode) {
  return within.querySelector('[data-row]')?.closest('table')?.parentElement
}
