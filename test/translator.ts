/** Replaces every text below an element the way page translators do: the text is moved into new `<font>` elements. */
export function wrapTexts(root: Element, translate: (text: string) => string = (text) => text): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    if (text.data.trim() === '' || text.parentElement?.closest('[translate=no], font, script, style')) continue
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    inner.textContent = translate(text.data)
    outer.append(inner)
    text.replaceWith(outer)
  }
}

/**
 * The same in a browser, again after each change: below an element or in its shadow root. It is handed to the page,
 * so it uses nothing of this file.
 */
export function keepTranslating(selector: string): void {
  const element = document.querySelector(selector)
  const root = element?.shadowRoot ?? element
  if (!root) throw new Error(`There is no ${selector} to translate.`)
  const isTranslated = (text: Node) => text.parentElement?.closest('font, script, style, [translate=no]')
  const all = () => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
    for (const text of texts) {
      if (text.data.trim() === '' || isTranslated(text)) continue
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = text.data
      outer.append(inner)
      text.replaceWith(outer)
    }
  }
  new MutationObserver(() => setTimeout(all, 50)).observe(root, { childList: true, subtree: true, characterData: true })
  all()
}
