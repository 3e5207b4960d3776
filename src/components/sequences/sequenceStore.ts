import type { Sequence, SequenceStep } from '../../preparation/liquidity/sequenceCodec'
import { storedText } from '../../ui/browserStorage'

/**
 * The sequences of this browser that are not finished, as storage last had them: they are read soon after a reload, and
 * again whenever another tab writes.
 */
export function openSequences(): readonly Sequence[] {
  return open
}

export function openSequence(sequence: Sequence): void {
  write([sequence, ...open].slice(0, most), (entries) => [sequence, ...entries].slice(0, most))
}

/** Notes the order that carries a step out; a later one replaces one that was rejected. */
export function noteSequenceOrder(id: string, step: SequenceStep, orderId: string): void {
  write(
    open.map((each) => (each.id === id ? { ...each, orders: { ...each.orders, [step]: orderId } } : each)),
    (entries) =>
      entries.map((entry) =>
        isEntryOf(entry, id) ? { ...entry, orders: { ...ordersOf(entry), [step]: orderId } } : entry,
      ),
  )
}

export function closeSequence(id: string): void {
  write(
    open.filter((each) => each.id !== id),
    (entries) => entries.filter((entry) => !isEntryOf(entry, id)),
  )
}

let open: readonly Sequence[] = []
/** Storage refused a write: this tab goes by its own list for the rest of the visit. */
let isOwnListOnly = false
const listeners = new Set<() => void>()

/** With `openSequences`, for `useSyncExternalStore`. */
export function subscribeToSequences(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const storageKey = 'tidegate.sequences'
const most = 20

/** An entry as it is stored, by whichever tab or version: it may be one that this version cannot read. */
type Entry = unknown

/**
 * Makes one change to what storage has now, not to what this tab last saw: entries and orders of other tabs stay, and
 * what another tab removed stays removed. Storage has no locks: of two writes in the same instant the later one holds.
 */
function write(next: readonly Sequence[], change: (entries: readonly Entry[]) => readonly Entry[]): void {
  publish(next)
  try {
    const entries = change(entriesOf(window.localStorage.getItem(storageKey)))
    const text = JSON.stringify(entries, (_, value) => (typeof value === 'bigint' ? `${value}` : value))
    window.localStorage.setItem(storageKey, text)
  } catch {
    // Storage is blocked or full: they hold for this visit, in this tab.
    isOwnListOnly = true
  }
}

function publish(next: readonly Sequence[]): void {
  open = next
  for (const listener of listeners) listener()
}

/** The entries in stored text. Text that is not a JSON list becomes one unreadable entry, so that nothing is erased. */
function entriesOf(text: string | null): readonly Entry[] {
  if (text === null) return []
  try {
    const entries: unknown = JSON.parse(text)
    return Array.isArray(entries) ? entries : [text]
  } catch {
    return [text]
  }
}

function isEntryOf(entry: Entry, id: string): entry is object {
  return typeof entry === 'object' && entry !== null && 'id' in entry && entry.id === id
}

function ordersOf(entry: object): object {
  return 'orders' in entry && typeof entry.orders === 'object' && entry.orders !== null ? entry.orders : {}
}

/** The reader is loaded only where something is stored: most visits have nothing. */
async function recall(): Promise<void> {
  const { decodeSequences } = await import('../../preparation/liquidity/sequenceCodec')
  // Read after the reader is there: this tab may have written in the meantime.
  if (!isOwnListOnly) publish(decodeSequences(storedText(storageKey) ?? '[]'))
}

if (typeof window !== 'undefined') {
  if ((storedText(storageKey) ?? '[]') !== '[]') void recall()
  // A `null` key: another tab has cleared all of the storage.
  window.addEventListener('storage', ({ key }) => {
    if (key === storageKey || key === null) void recall()
  })
}
