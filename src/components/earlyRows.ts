/** Whether rows of the service stand on the page that the browser got, before the app shows its own (src/app/early). */
export function hasEarlyRows(): boolean {
  return document.querySelector('[data-early][data-filled]') !== null
}

/** Where somebody is among the rows: the pool that has the focus, and how far they are scrolled. */
export type RowPlace = { readonly link: string | undefined; readonly scrolled: number }

export function rowPlace(): RowPlace {
  const link = document.activeElement?.closest('[data-row] a')?.getAttribute('href') ?? undefined
  return { link, scrolled: rowsBox()?.scrollTop ?? 0 }
}

export function goToRowPlace({ link, scrolled }: RowPlace): void {
  const box = rowsBox()
  if (box && scrolled > 0) box.scrollTop = scrolled
  const links = [...document.querySelectorAll<HTMLElement>('[data-row] a')]
  if (link !== undefined) links.find((other) => other.getAttribute('href') === link)?.focus({ preventScroll: true })
}

/** The box in which the rows scroll. */
function rowsBox() {
  return document.querySelector('[data-row]')?.closest('table')?.parentElement
}
