/** The words that are seen: without closed details, and without what only screen readers get or never get. */
export function visibleWords(element: Element): readonly string[] {
  const seen = document.createElement('div')
  seen.append(element.cloneNode(true))
  for (const details of seen.querySelectorAll('details:not([open])'))
    for (const part of [...details.children]) if (part.tagName !== 'SUMMARY') part.remove()
  for (const hidden of seen.querySelectorAll('.sr-only, [hidden], svg')) hidden.remove()
  const texts: string[] = []
  const walk = document.createTreeWalker(seen, NodeFilter.SHOW_TEXT)
  while (walk.nextNode()) texts.push(walk.currentNode.textContent ?? '')
  return (
    texts
      .join(' ')
      // The decimals of a figure are an element of their own.
      .replace(/(\d) (\.\d)/g, '$1$2')
      .split(/\s+/)
      .filter((word) => /[\p{L}\p{N}]/u.test(word))
  )
}
