import type { Page } from 'playwright-core'

/** What WCAG 1.4.12 lets people set, and must not make any text disappear. */
const spacing = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-block-end: 2em !important }`

/** Returns what undoes it. */
export async function setTextSpacing(page: Page): Promise<() => Promise<void>> {
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets.push(sheet)
  }, spacing)
  return () => page.evaluate(() => void document.adoptedStyleSheets.pop())
}

/** The text size of the browser's own settings, in pixels. 16 is usual. Holds for pages that are opened afterwards. */
export async function setTextSize(page: Page, size: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: size, fixed: size } })
}

/** Text that cannot be read: cut off by a box that does not scroll, or beyond the window. */
export async function hiddenText(page: Page): Promise<string[]> {
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
  return page.evaluate(() => {
    const found = new Set<string>()
    const unseen = `.sr-only, svg, [popover]${innerWidth < 640 ? ', .max-sm\\:sr-only' : ''}`
    const beyond = document.documentElement.scrollWidth - window.innerWidth
    if (beyond > 0) found.add(`the page is ${beyond} px wider than the window`)
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const element = text.parentElement
      if (!element || !text.nodeValue?.trim() || element.closest(unseen)) continue
      // A chart shows the part of its axis that it is moved to.
      if (element.closest('figure .overflow-x-clip')) continue
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      // Heads of a table that is shown as cards are for ears.
      if (element.closest('thead')?.clientWidth === 1) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const { left, right, top, bottom } = range.getBoundingClientRect()
      // A line is higher than its letters.
      const leading = (bottom - top) / 4
      let scrollsX = false
      let scrollsY = false
      for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box)
        const edge = box.getBoundingClientRect()
        scrollsX ||= /auto|scroll/.test(style.overflowX)
        scrollsY ||= /auto|scroll/.test(style.overflowY)
        const cutsX = !scrollsX && /hidden|clip/.test(style.overflowX)
        const cutsY = !scrollsY && /hidden|clip/.test(style.overflowY)
        if (cutsX && (right > edge.right + 1 || left < edge.left - 1)) found.add(`cut at the side: ${text.nodeValue}`)
        if (cutsY && (bottom - leading > edge.bottom + 1 || top + leading < edge.top - 1))
          found.add(`cut in height: ${text.nodeValue}`)
      }
      if (!scrollsX && (right > window.innerWidth + 1 || left < -1)) found.add(`outside the window: ${text.nodeValue}`)
    }
    return [...found]
  })
}

/**
 * Targets that are too small for a finger (44 px) or a mouse (24 px). Links in running text are as high as their line.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const least = window.matchMedia('(pointer: coarse)').matches ? 44 : 24
    const controls = 'button, a[href], input, select, textarea, summary, [role=slider]'
    const found: string[] = []
    for (const element of document.querySelectorAll<HTMLElement>(controls)) {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('.sr-only, p a')) continue
      if (element.closest('thead')?.clientWidth === 1 || element.matches('[tabindex="-1"]')) continue
      // All parts of a field may be pressed: its label, the box around it.
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
      const field = element.matches('input, textarea') ? [element.parentElement!] : []
      const pressed = getComputedStyle(element, '::after')
      const isWidened = pressed.content !== 'none' && pressed.position === 'absolute'
      const areas = [element, ...labels, ...field].map((each) => {
        const { width, height } = each.getBoundingClientRect()
        return { width, height }
      })
      if (isWidened) areas.push({ width: Number.parseFloat(pressed.width), height: Number.parseFloat(pressed.height) })
      const isLarge = areas.some(({ width, height }) => width > least - 1 && height > least - 1)
      const [{ width, height } = { width: 0, height: 0 }] = areas
      const name = element.getAttribute('aria-label') ?? element.textContent ?? ''
      if (!isLarge) found.push(`${element.localName} ${name.trim().slice(0, 40)}: ${width} by ${height}`)
    }
    return found
  })
}

/** How many characters there are to read, and how many of them are written at 13 px or less. */
export function textSizes(page: Page): Promise<{ readonly all: number; readonly small: number }> {
  return page.evaluate(() => {
    let all = 0
    let small = 0
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const element = text.parentElement
      const length = text.nodeValue?.trim().length ?? 0
      if (!element || length === 0 || element.closest('.sr-only, script, style')) continue
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      all += length
      if (Number.parseFloat(getComputedStyle(element).fontSize) <= 13) small += length
    }
    return { all, small }
  })
}

/** headings that a screen reader cannot walk by. One comes first, and no level is left out. */
export function brokenHeadings(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const headings = [...document.querySelectorAll('main :is(h1, h2, h3, h4, h5)')]
    const level = (heading: Element | undefined) => Number(heading?.localName.slice(1) ?? 0)
    const count = headings.filter((heading) => level(heading) === 1).length
    return [
      ...(count === 1 ? [] : [`${count} headings of the first level`]),
      ...headings
        .filter((heading, index) => level(heading) > level(headings[index - 1]) + 1)
        .map(({ textContent }) => `"${textContent}" leaves out a level`),
    ]
  })
}

/** The focused element, by name; and whether it is fully covered. */
export function focused(page: Page): Promise<{ readonly name: string; readonly isCovered: boolean }> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return { name: 'nothing', isCovered: false }
    const { left, top, width, height } = element.getBoundingClientRect()
    const shares = [0.1, 0.5, 0.9]
    const isSeen = shares.some((x) =>
      shares.some((y) => {
        const hit = document.elementFromPoint(left + width * x, top + height * y)
        return !!hit && (element.contains(hit) || hit.closest('label')?.contains(element))
      }),
    )
    const name = element.getAttribute('aria-label') ?? element.textContent ?? ''
    return { name: name.trim() || element.id || element.localName, isCovered: !isSeen }
  })
}

export async function poolPath(page: Page): Promise<string> {
  await page.goto('/pools')
  return (await page.getByRole('table', { name: 'Pools' }).getByRole('link').first().getAttribute('href')) ?? ''
}
