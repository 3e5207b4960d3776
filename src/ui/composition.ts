/**
 * Keys that belong to an input method reach no handler below the target: Enter, Escape and the arrows then choose a
 * word. Safari sends the Enter that ends a composition after it has ended, with the key code 229. The browser's own
 * handling of the key is unchanged.
 */
export function hideComposition(target: Window | ShadowRoot): void {
  target.addEventListener('keydown', hide, { capture: true })
}

function hide(event: Event): void {
  if (event instanceof KeyboardEvent && (event.isComposing || event.keyCode === 229)) event.stopImmediatePropagation()
}
