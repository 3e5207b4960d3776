/**
 * Keeps the keyboard focus in place. The focused element can disappear, such as "Try again" or a removed row, and
 * browsers then restart at the top of the page. Here its replacement gets the focus, or else the list that lost the
 * row, or the heading of the section, dialog or page around it. `earlier` is the element that had the focus while this
 * code was loading, and its ancestors. Returns a function that ends it.
 */
export function keepFocus(root: Document | ShadowRoot, earlier: readonly EventTarget[] = []): () => void {
  let last = focusedIn(root)
  if (!last) replaceGone(earlier, root)
  /** The focused element before a dialog opened. */
  let opener: Element | undefined
  const remember = () => {
    const now = focusedIn(root)
    if (now?.closest('dialog') && !last?.closest('dialog')) opener = last
    last = now
  }
  // A press on an empty area removes the focus on purpose, also next to a widget.
  const forget = () => {
    last = undefined
  }
  const watcher = new MutationObserver((changes) => {
    // Another focused element keeps the focus, also in the page around a widget.
    if (!last || focusedIn(document)) return
    const held = last
    const removal = changes.findLast(
      ({ target, removedNodes }) => target.isConnected && [...removedNodes].some((node) => node.contains(held)),
    )
    if (!removal) return
    last = undefined
    if (held.closest('dialog')) {
      requestAnimationFrame(() => requestAnimationFrame(afterDialog))
      return
    }
    const target = held.isConnected ? held : successorOf(removal, root)
    if (target) focusOn(target)
  })
  /** A dialog returns the focus itself, unless what opened it is gone or can no longer be pressed. */
  const afterDialog = () => {
    if (focusedIn(document)) return
    const around = opener?.isConnected ? opener.closest(parts) : undefined
    const target = around?.querySelector('h1, h2, h3') ?? root.querySelector('h1')
    if (target) focusOn(target)
  }
  // Events outside a shadow root do not reach it, and focus moves within it do not reach the document.
  for (const place of [root, document]) {
    place.addEventListener('focusin', remember)
    place.addEventListener('pointerdown', forget)
  }
  watcher.observe(root, { childList: true, subtree: true })
  return () => {
    for (const place of [root, document]) {
      place.removeEventListener('focusin', remember)
      place.removeEventListener('pointerdown', forget)
    }
    watcher.disconnect()
  }
}

function focusedIn(root: Document | ShadowRoot): Element | undefined {
  const active = root.activeElement
  return active && active !== document.body ? active : undefined
}

/** The element in place of the lost one, or its container. A button is never chosen: Enter would press it. */
function successorOf(removal: MutationRecord, root: Document | ShadowRoot): Element | undefined {
  for (const arrived of between(removal)) {
    const marks = [...(arrived.matches(landmarks) ? [arrived] : []), ...arrived.querySelectorAll(landmarks)]
    if (marks[0]) return marks[0]
  }
  return titleAround(removal.target, root)
}

/** The focused element may be gone before observation starts: then its container gets the focus. */
function replaceGone([lost, ...path]: readonly EventTarget[], root: Document | ShadowRoot): void {
  if (!(lost instanceof Element) || lost.isConnected) return
  const around = path.find((node) => node instanceof Element && node.isConnected)
  const target = around instanceof Element && titleAround(around, root)
  if (target) focusOn(target)
}

/** The list or the heading that names the place. */
function titleAround(place: Node, root: Document | ShadowRoot): Element | undefined {
  for (let around: Node | null = place; around; around = around.parentNode) {
    if (!(around instanceof Element)) continue
    if (around.matches('ul[aria-label], ol[aria-label]') && around.children.length > 0) return around
    const heading = around.matches(parts) && around.querySelector('h1, h2, h3')
    if (heading) return heading
  }
  return root.querySelector('h1, h2') ?? undefined
}

const landmarks = 'h1, h2, h3, table, [role=table], [role=list], [role=status], form'
const parts = 'section, dialog, main, [role=region]'

/** The elements that are now between the neighbours of the removed one. */
function between({ target, previousSibling, nextSibling }: MutationRecord): readonly Element[] {
  const found: Element[] = []
  let node = previousSibling?.parentNode === target ? previousSibling.nextSibling : target.firstChild
  for (; node && node !== nextSibling; node = node.nextSibling) if (node instanceof Element) found.push(node)
  return found
}

function focusOn(target: Element): void {
  if (!(target instanceof HTMLElement)) return
  if (target.tabIndex < 0 && !target.hasAttribute('tabindex')) {
    target.tabIndex = -1
    target.addEventListener('blur', () => target.removeAttribute('tabindex'), { once: true })
  }
  target.focus({ preventScroll: true })
}
