/*
 * Page translators and other extensions replace text nodes that React made. React then throws when it removes such a node
 * or inserts before it (facebook/react#11538), and its updates of the text are never seen. Here each replaced text is
 * remembered with the element in its place: removing, inserting and updating then mean that element.
 */

const roots = new Set<Node>()
const inPlaceOf = new WeakMap<Node, Element>()
const replacements = new MutationObserver(remember)
const updates = new MutationObserver((records) => {
  remember(replacements.takeRecords())
  for (const { target } of records) showUpdated(target)
})

/** Watches the texts below an element or a shadow root, until the returned function is called. */
export function tolerateForeignEdits(root: Node): () => void {
  if (!isPatched) patch()
  isPatched = true
  roots.add(root)
  replacements.observe(root, { childList: true, subtree: true })
  return () => void roots.delete(root)
}

let isPatched = false

/** Nodes of other code keep what the browser does. Does nothing where the prototypes of nodes are frozen. */
function patch(): void {
  const { removeChild, insertBefore } = Node.prototype
  define('removeChild', function <Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode === this || !isWatched(this)) return Reflect.apply(removeChild, this, [child])
    const place = placeOf(child, this)
    inPlaceOf.delete(child)
    if (place) Reflect.apply(removeChild, this, [place])
    return child
  })
  define('insertBefore', function <Child extends Node>(this: Node, node: Child, next: Node | null): Child {
    const isUsual = next === null || next.parentNode === this || !isWatched(this)
    return Reflect.apply(insertBefore, this, [node, isUsual ? next : placeOf(next, this)])
  })
}

function isWatched(node: Node): boolean {
  return [...roots].some((root) => root.contains(node))
}

function remember(records: readonly MutationRecord[]): void {
  for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
    const [element] = [...addedNodes, previousSibling, nextSibling].filter(isForeign)
    for (const text of removedNodes) {
      if (!(text instanceof Text) || text.isConnected || !element) continue
      inPlaceOf.set(text, element)
      updates.observe(text, { characterData: true })
    }
  }
}

/** The child of `parent` that shows what `node` would show; `null` when that is gone as well. */
function placeOf(node: Node, parent: Node): Node | null {
  remember(replacements.takeRecords())
  let place: Node | null = node.parentNode ? node : (inPlaceOf.get(node) ?? null)
  while (place && place.parentNode !== parent) place = isForeign(place.parentNode) ? place.parentNode : null
  return place
}

/** A text that React updates while a translation is in its place comes back: an old amount must not stay. */
function showUpdated(text: Node): void {
  const element = inPlaceOf.get(text)
  if (text.isConnected || !element?.isConnected) return
  inPlaceOf.delete(text)
  element.replaceWith(text)
}

/** Elements of React carry a key of its own. */
function isForeign(node: Node | null): node is Element {
  return node instanceof Element && !Object.keys(node).some((key) => key.startsWith('__react'))
}

function define(name: 'removeChild' | 'insertBefore', value: Node['removeChild'] | Node['insertBefore']): void {
  try {
    Object.defineProperty(Node.prototype, name, { value, configurable: true, writable: true })
  } catch {
    // Frozen by a wallet extension: the page works until a translator edits it.
  }
}
