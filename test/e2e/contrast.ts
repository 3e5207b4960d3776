import type { Page } from 'playwright-core'

/** WCAG 1.4.3: the texts with less contrast than 4.5 to 1, or 3 to 1 for large ones, in the theme of the page. */
export function lowContrast(page: Page): Promise<string[]> {
  return page.evaluate(lowContrastHere)
}

/**
 * Runs in the page. Behind a text in the window are the boxes at its middle, also those of siblings; elsewhere its ancestors.
 * Of a gradient each colour counts.
 */
function lowContrastHere(): string[] {
  type Colour = readonly [red: number, green: number, blue: number, alpha: number]
  const clear: Colour = [0, 0, 0, 0]
  const pencil = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!
  const known = new Map<string, Colour>()
  const styles = new Map<Element, CSSStyleDeclaration>()
  const backgrounds = new Map<Element, readonly Colour[]>()

  function colourOf(written: string): Colour {
    const before = known.get(written)
    if (before) return before
    pencil.clearRect(0, 0, 1, 1)
    pencil.fillStyle = written
    pencil.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha = 0] = pencil.getImageData(0, 0, 1, 1).data
    const colour: Colour = [red, green, blue, alpha / 255]
    known.set(written, colour)
    return colour
  }

  function styleOf(element: Element): CSSStyleDeclaration {
    const style = styles.get(element) ?? getComputedStyle(element)
    styles.set(element, style)
    return style
  }

  function backgroundsOf(element: Element): readonly Colour[] {
    const before = backgrounds.get(element)
    if (before) return before
    const { backgroundColor, backgroundImage } = styleOf(element)
    const plain = colourOf(backgroundColor)
    const stops = /gradient/.test(backgroundImage)
      ? (backgroundImage.match(/\b(rgba?|hsla?|oklch|oklab|lch|lab|color)\([^()]*\)/g) ?? [])
      : []
    const found = stops.length > 0 ? stops.map((stop) => over(colourOf(stop), plain)) : [plain]
    backgrounds.set(element, found)
    return found
  }

  function over(upper: Colour, lower: Colour): Colour {
    const alpha = upper[3] + lower[3] * (1 - upper[3])
    if (alpha === 0) return clear
    const mix = (at: 0 | 1 | 2) => (upper[at] * upper[3] + lower[at] * lower[3] * (1 - upper[3])) / alpha
    return [mix(0), mix(1), mix(2), alpha]
  }

  const faded = ([red, green, blue, alpha]: Colour, opacity: number): Colour => [red, green, blue, alpha * opacity]

  function luminance([red, green, blue]: Colour): number {
    const linear = (value: number) => {
      const share = value / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  function parentOf(element: Element): Element | undefined {
    const root = element.getRootNode()
    return element.parentElement ?? (root instanceof ShadowRoot ? root.host : undefined)
  }

  function ancestorsOf(element: Element): Element[] {
    const found: Element[] = []
    // The top layer lies on the page, not on ancestors.
    for (let each: Element | undefined = element; each; each = parentOf(each)) {
      found.push(each)
      if (each.matches(':modal, :popover-open')) return [...found, document.body, document.documentElement]
    }
    return found
  }

  /** The least contrast of a colour that is drawn in an element, at a place. */
  function contrastOf(element: Element, ink: Colour, x: number, y: number): number {
    const chain = ancestorsOf(element)
    const root = element.getRootNode() as Document | ShadowRoot
    const stack = root instanceof ShadowRoot ? [] : root.elementsFromPoint(x, y)
    const from = stack.indexOf(element)
    const boxes = from < 0 ? chain : stack.slice(from)
    let drawn: (readonly [text: Colour, ground: Colour])[] = [[ink, clear]]
    let at = 0
    for (const box of boxes) {
      const level = chain.indexOf(box)
      for (; level > at; at++) fade(Number(styleOf(chain[at]!).opacity))
      drawn = drawn.flatMap(([text, ground]) =>
        backgroundsOf(box).map((colour) => [over(text, colour), over(ground, colour)] as const),
      )
      if (at === chain.length - 1 && drawn.every(([, ground]) => ground[3] === 1)) break
    }
    for (; at < chain.length; at++) fade(Number(styleOf(chain[at]!).opacity))
    const canvas = colourOf(matchMedia('(prefers-color-scheme: dark)').matches ? '#121212' : '#ffffff')
    return Math.min(
      ...drawn.map(([text, ground]) => {
        const [one, other] = [luminance(over(text, canvas)), luminance(over(ground, canvas))]
        return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
      }),
    )

    function fade(opacity: number) {
      if (opacity < 1) drawn = drawn.map(([text, ground]) => [faded(text, opacity), faded(ground, opacity)] as const)
    }
  }

  const found: string[] = []
  const unseen = `.sr-only, script, style, option, [aria-hidden=true]${innerWidth < 640 ? ', .max-sm\\:sr-only' : ''}`
  const resting = ':disabled, [aria-disabled=true], fieldset:disabled *'
  const isResting = (element: Element) =>
    !!element.closest(resting) || !!element.closest('label')?.control?.matches(':disabled')

  function look(element: Element, words: string, written: string, { left, top, width, height }: DOMRect) {
    if (!words.trim() || width <= 1 || height <= 1) return
    if (element.closest(unseen) || element.closest('thead')?.clientWidth === 1 || isResting(element)) return
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return
    const { fontSize, fontWeight } = styleOf(element)
    const size = Number.parseFloat(fontSize)
    const least = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700) ? 3 : 4.5
    const contrast = contrastOf(element, colourOf(written), left + width / 2, top + height / 2)
    if (contrast < least - 0.005) found.push(`${words.trim().slice(0, 60)}: ${contrast.toFixed(2)} to 1`)
  }

  function search(root: Document | ShadowRoot) {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const element = text.parentElement
      if (!element || !text.nodeValue?.trim()) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const { color, fill } = styleOf(element)
      look(element, text.nodeValue, element instanceof SVGElement ? fill : color, range.getBoundingClientRect())
    }
    for (const field of root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')) {
      if (/^(checkbox|radio|range|hidden|file|color)$/.test(field.type)) continue
      const shown = field.value === '' ? getComputedStyle(field, '::placeholder') : styleOf(field)
      look(field, field.value || field.placeholder, shown.color, field.getBoundingClientRect())
    }
    for (const element of root.querySelectorAll('*')) if (element.shadowRoot) search(element.shadowRoot)
  }

  search(document)
  return found
}
