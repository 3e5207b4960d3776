import { useSyncExternalStore } from 'react'
import { type Landing, readLandings } from './pendingDeposit'

/*
 * Deposits that are waited for, kept in this browser so that a reload forgets none. Tabs see each other's.
 */
const key = 'tidegate.landings'
const most = 50

let known: { readonly text: string | null; readonly landings: readonly Landing[] } = { text: null, landings: [] }
const listeners = new Set<() => void>()

export function useLandings(): readonly Landing[] {
  return useSyncExternalStore(subscribe, landings)
}

/** Writes one down, or what became of it. */
export function keepLanding(landing: Landing): void {
  write([landing, ...landings().filter(({ id }) => id !== landing.id)].slice(0, most))
}

export function forgetLanding(id: string): void {
  write(landings().filter((landing) => landing.id !== id))
}

function landings(): readonly Landing[] {
  const text = recall()
  if (text !== known.text) known = { text, landings: readLandings(text) }
  return known.landings
}

function write(landings: readonly Landing[]): void {
  const text = JSON.stringify(landings)
  known = { text, landings }
  try {
    window.localStorage.setItem(key, text)
  } catch {
    // It is watched for this visit; there is nothing the person could do.
    memory = text
  }
  for (const listener of listeners) listener()
}

let memory: string | null = null

function recall(): string | null {
  try {
    return window.localStorage.getItem(key) ?? memory
  } catch {
    return memory
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
