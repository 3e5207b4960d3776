import { createStoredList } from '../../../ui/storedList'

/** A search with its order, columns and network, under a name: the part of the address after the question mark. */
export type SavedView = { readonly name: string; readonly search: string }

/** Stores a view; it replaces another one of the same name. */
export function keepView(name: string, search: string): void {
  const others = savedViews.getState().filter((view) => view.name !== name)
  savedViews.setState([{ name, search }, ...others].slice(0, most), true)
}

export function removeView(name: string): void {
  savedViews.setState(
    savedViews.getState().filter((view) => view.name !== name),
    true,
  )
}

const most = 50

/** Named views of this browser, the latest first. */
export const savedViews = createStoredList('tidegate.pool-views', most, (stored) =>
  Array.isArray(stored) ? stored.filter(isView) : [],
)

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
