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
