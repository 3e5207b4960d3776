import { unfilled } from './unfilled'

/** A copy of a template beside the place where its content goes. */
export function copyOfTemplate(name: string): HTMLElement {
  const template = document.querySelector<HTMLTemplateElement>(`template[data-template=${name}]`)!
  const copy = document.createElement('div')
  copy.append(template.content.cloneNode(true))
  // The policy of the page forbids style attributes: they are drawn under another name.
  for (const element of copy.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset.style!
    element.removeAttribute('data-style')
  }
  return copy
}

export function part(within: ParentNode, name: string): HTMLElement {
  return within.querySelector<HTMLElement>(`[data-fill=${name}]`)!
}

/** Writes a text where the drawn words of an element have a place for it. */
export function write(element: Node, text: string): void {
  element.textContent = element.textContent!.replace(unfilled, () => text)
}

/**
 * Puts what is filled in its place. Pictures come once it is painted: each is a document of its own to draw, and would hold
 * the figures up.
 */
export function show(place: HTMLElement, filled: readonly Element[]): void {
  const pictures = filled.flatMap((element) => [...element.querySelectorAll('img')])
  const sources = pictures.map(({ src }) => src)
  for (const picture of pictures) picture.removeAttribute('src')
  place.replaceChildren(...filled)
  place.dataset.filled = ''
  const load = () => {
    for (const [at, picture] of pictures.entries()) picture.src = sources[at]!
  }
  requestAnimationFrame(() => setTimeout(load))
}
