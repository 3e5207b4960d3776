/**
 * Whether a key belongs to an input method: Enter, Escape and the arrows then choose a word, and mean nothing to the page.
 * Safari sends the Enter that ends a composition after it has ended, with the key code 229.
 */
export function isComposing(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return event.isComposing || event.keyCode === 229
}

/** A listener for keys of the whole document that ignores input methods. Handlers in JSX do so by themselves. */
export function onDocumentKey(listener: (event: KeyboardEvent) => void): () => void {
  const unlessComposing = (event: KeyboardEvent) => {
    if (!isComposing(event)) listener(event)
  }
  document.addEventListener('keydown', unlessComposing)
  return () => document.removeEventListener('keydown', unlessComposing)
}
