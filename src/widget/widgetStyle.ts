import css from '../ui/style.css?inline'

/**
 * The app's styles for a shadow root. Colours are custom properties of the element, which a page may set; nothing else
 * of the page's styles is inherited. `rem` is the browser's text size in pixels, not the page's value.
 */
export function widgetStyle(rem: number): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(inPixels(reset + inShadow(css) + ownRules, rem))
  return sheet
}

/** `@property` has no effect inside a shadow root; registered names begin with `--tw-`. */
export function registeredProperties(): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync((css.match(/@property[^{]+\{[^}]*\}/g) ?? []).join('\n'))
  return sheet
}

/** The app's styles of its page become styles of the element. Fonts cannot be loaded from a shadow root. */
export function inShadow(css: string): string {
  return css
    .replace(/@font-face\s*\{[^}]*\}/g, '')
    .replace(/@property[^{]+\{[^}]*\}/g, '')
    .replace(/:root(\[[^\]]*\])/g, ':host($1)')
    .replaceAll(':root', ':host')
    .replace(/(^|[{},])(\s*)body(?=\s*[{,])/g, '$1$2.widget')
}

/** Lengths in `rem` become pixels; conditions keep theirs, which no page can change. */
export function inPixels(css: string, rem: number): string {
  return css.replace(/@(?:media|container)[^{]*|(-?\d*\.?\d+)rem\b/g, (found, size) =>
    size === undefined ? found : `${Number((Number(size) * rem).toFixed(4))}px`,
  )
}

/** The first layer is the weakest: it takes what the page passes on, and every other rule overrides it. */
const reset = `
  @layer guest {
    .widget { all: initial; display: block; color-scheme: inherit; }
  }
`

/** Outside every layer, so that they override the rules for a page. */
const ownRules = `
  :host { display: block; overflow: visible; container-type: inline-size; }
  :host([hidden]) { display: none; }
  .widget { min-height: 0; padding: 1rem; border-radius: var(--radius-card); background: var(--color-sheet); }
  .widget form > .rounded-card { padding: 0; border: 0; }
  .trade { display: block; max-width: none; }
`
