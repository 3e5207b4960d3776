import type { Sequence, SequenceStep } from '../../preparation/liquidity/sequenceCodec'

/** The sequences of this browser that are not finished. They outlive a reload, and are read soon after it. */
export function openSequences(): readonly Sequence[] {
  return open
}

export function openSequence(sequence: Sequence): void {
  write([sequence, ...open].slice(0, most))
}

/** Notes the order that carries a step out; a later one replaces one that was rejected. */
export function noteSequenceOrder(id: string, step: SequenceStep, orderId: string): void {
  write(open.map((each) => (each.id === id ? { ...each, orders: { ...each.orders, [step]: orderId } } : each)))
}

export function closeSequence(id: string): void {
  write(open.filter((each) => each.id !== id))
}

let open: readonly Sequence[] = []
const listeners = new Set<() => void>()

/** With `openSequences`, for `useSyncExternalStore`. */
export function subscribeToSequences(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const storageKey = 'tidegate.sequences'
const most = 20

function write(next: readonly Sequence[]): void {
  open = next
  for (const listener of listeners) listener()
  try {
    const text = JSON.stringify(next, (_, value) => (typeof value === 'bigint' ? `${value}` : value))
    window.localStorage.setItem(storageKey, text)
  } catch {
    // Storage is blocked: they hold for this visit.
  }
}

function stored(): string | null {
  try {
    return window.localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

/** The reader is loaded only where something is stored: most visits have nothing. */
async function recall(text: string): Promise<void> {
  const { decodeSequences } = await import('../../preparation/liquidity/sequenceCodec')
  const opened = open
  const known = new Set(opened.map(({ id }) => id))
  const others = decodeSequences(text).filter(({ id }) => !known.has(id))
  if (others.length > 0) write([...opened, ...others].slice(0, most))
}

const before = typeof window === 'undefined' ? null : stored()
if (before !== null && before !== '[]') void recall(before)
