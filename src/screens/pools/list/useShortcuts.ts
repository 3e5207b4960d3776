import { useEffect, useEffectEvent, useRef } from 'react'
import { usePreferences } from '../../../components/usePreferences'
import { toggleFavourite } from '../favourites'
import type { PoolTableHandle } from '../table/PoolTable'
import type { PoolRowModel } from '../table/poolRows'

type Keys = {
  readonly rows: readonly PoolRowModel[]
  /** Identifies the person's query: after another one, j begins at the first row again. */
  readonly queryKey: string
  readonly table: { readonly current: PoolTableHandle | null }
  readonly search: { readonly current: HTMLInputElement | null }
  readonly onExport: () => void
  readonly onCompare: (row: PoolRowModel) => void
}

/**
 * Single keys for people who look through many pools: they work while nothing is typed and no dialog is open. Those
 * that change something act on the row that has the focus, and only if the focus is visible.
 */
export function useShortcuts(keys: Keys): void {
  const isOn = usePreferences(({ hasShortcuts }) => hasShortcuts)
  const focused = useRef({ row: -1, queryKey: keys.queryKey })
  const onPress = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isElsewhere(event.target)) return
    const { rows, queryKey, table, search } = keys
    const count = rows.length
    const row = rowOf(event.target)
    // A row that was scrolled out of sight lost the focus, but not its place.
    const here = row ?? (focused.current.queryKey === queryKey ? Math.min(focused.current.row, count - 1) : -1)
    const move = (to: number) => {
      if (count === 0) return
      focused.current = { row: Math.min(Math.max(to, 0), count - 1), queryKey }
      table.current?.focusRow(focused.current.row)
    }
    switch (event.key) {
      case '/':
        search.current?.focus()
        break
      case 'j':
        move(here + 1)
        break
      case 'k':
        move(here - 1)
        break
      // No download on a single key: it could be pressed by accident.
      case 'E':
        keys.onExport()
        break
      case 'c':
      case 'f':
        if (row === undefined || !rows[row]) return
        if (event.key === 'c') keys.onCompare(rows[row])
        else toggleFavourite(rows[row].key)
        break
      default:
        return
    }
    event.preventDefault()
  })
  useEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent) => onPress(event)
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isOn])
}

function rowOf(target: EventTarget | null): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
  return row ? Number(row.dataset.row) : undefined
}

function isElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  if (document.querySelector('dialog[open]')) return true
  return target.closest('input:not([type=checkbox]), select, textarea, [contenteditable], [role=menu]') !== null
}
