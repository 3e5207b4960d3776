import type { Page } from 'playwright-core'

export const widths = [320, 390, 768, 1024, 1440] as const

/** The overflows at each width, as sentences: a page or dialog that is too wide, a number that is cut off. */
export async function overflows(page: Page, sizes: readonly number[] = widths): Promise<string[]> {
  const found: string[] = []
  const before = page.viewportSize()
  for (const width of sizes) {
    await page.setViewportSize({ width, height: before?.height ?? 900 })
    // Two frames, so that components that measure themselves have rendered again.
    await page.evaluate(
      () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
    )
    found.push(...(await page.evaluate(overflowsHere)).map((overflow) => `${width}: ${overflow}`))
  }
  if (before) await page.setViewportSize(before)
  return found
}

/** Runs in the page. */
function overflowsHere(): string[] {
  const found: string[] = []
  const beyond = document.documentElement.scrollWidth - window.innerWidth
  if (beyond > 0) found.push(`the page is ${beyond} px wider than the window: ${widest()}`)

  /** The element that extends farthest beyond the window, on either side. */
  function widest(): string {
    const reach = (element: Element) => {
      const { left, right } = element.getBoundingClientRect()
      return Math.max(right - window.innerWidth, -left)
    }
    const all = [...document.body.querySelectorAll('*')].toSorted((a, b) => reach(b) - reach(a))
    const most = Math.round(all[0] ? reach(all[0]) : 0)
    const found = all.filter((element) => Math.round(reach(element)) === most).at(-1)
    return `${found?.tagName.toLowerCase()} "${found?.textContent?.slice(0, 60)}"`
  }

  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const isScreenReaderOnly = (element: Element) => element.closest('.sr-only') !== null
  const scrolls = (element: Element) => {
    for (let each: Element | null = element; each; each = each.parentElement)
      if (/auto|scroll/.test(getComputedStyle(each).overflowX) && each.scrollWidth > each.clientWidth) return true
    return false
  }

  for (const dialog of document.querySelectorAll('dialog[open]')) {
    const { left, right } = dialog.getBoundingClientRect()
    for (const element of dialog.querySelectorAll('p, li, button, label, input, dd, dt, h2, h3, td, code, textarea')) {
      const box = element.getBoundingClientRect()
      if (!isShown(element) || isScreenReaderOnly(element) || scrolls(element)) continue
      if (box.right > right + 1 || box.left < left - 1)
        found.push(`wider than its dialog: ${element.tagName} ${element.textContent?.slice(0, 60)}`)
    }
  }

  for (const field of document.querySelectorAll<HTMLInputElement>('input[inputmode=decimal]'))
    if (isShown(field) && !isScreenReaderOnly(field) && field.scrollWidth > field.clientWidth)
      found.push(`a cut amount: ${field.value}`)

  for (const figure of document.querySelectorAll<HTMLElement>('data, dd, bdi')) {
    if (!isShown(figure) || isScreenReaderOnly(figure) || scrolls(figure)) continue
    const { left, right } = figure.getBoundingClientRect()
    for (let box = figure.parentElement; box && box !== document.body; box = box.parentElement) {
      if (!/hidden|clip/.test(getComputedStyle(box).overflowX)) continue
      const edge = box.getBoundingClientRect()
      if (right > edge.right + 1 || left < edge.left - 1)
        found.push(`a cut figure: ${figure.textContent?.slice(0, 60)}`)
    }
  }
  return found
}
