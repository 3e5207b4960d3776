import { createStore } from 'zustand'

/** A search with its order, columns and network, under a name: the part of the address after the question mark. */
export type SavedView = { readonly name: string; readonly search: string }

/** Stores a view; it replaces another one of the same name. */
export function keepView(name: string, search: string): void {
  const others = savedViews.getState().filter((view) => view.name !== name)
  write([{ name, search }, ...others].slice(0, most))
}

export function removeView(name: string): void {
  write(savedViews.getState().filter((view) => view.name !== name))
}

const storageKey = 'tidegate.pool-views'
const most = 50

function write(views: readonly SavedView[]): void {
  savedViews.setState(views, true)
  try {
    window.localStorage.setItem(storageKey, JSON.stringify(views))
  } catch {
    // Storage is blocked: they hold for this visit.
  }
}

function recall(): readonly SavedView[] {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isView).slice(0, most) : []
  } catch {
    return []
  }
}

function isView(stored: unknown): stored is SavedView {
  return (
    typeof stored === 'object' &&
    stored !== null &&
    'name' in stored &&
    typeof stored.name === 'string' &&
    'search' in stored &&
    typeof stored.search === 'string'
  )
}

/** Named views of this browser, the latest first. Below what reads the storage, which throws before its constants are set. */
export const savedViews = createStore<readonly SavedView[]>(() => recall())
