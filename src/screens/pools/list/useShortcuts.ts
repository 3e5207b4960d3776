import { useEffect, useEffectEvent, useRef } from 'react'
import { usePreferences } from '../../../components/usePreferences'

type Keys = {
  readonly count: number
  readonly onFocus: (index: number) => void
  readonly onSearch: () => void
  readonly onExport: () => void
  readonly onRow: (key: 'Enter' | 'c' | 'f', index: number) => void
}

/** Single keys for people who look through many pools: they work wherever nothing is typed and no dialog is open. */
export function useShortcuts(keys: Keys): void {
  const isOn = usePreferences(({ hasShortcuts }) => hasShortcuts)
  const focusedRow = useRef(-1)
  const onPress = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isElsewhere(event.target)) return
    const { count, onFocus, onSearch, onExport, onRow } = keys
    const here = rowOf(event.target) ?? Math.min(focusedRow.current, count - 1)
    const move = (to: number) => {
      if (count === 0) return
      focusedRow.current = Math.min(Math.max(to, 0), count - 1)
      onFocus(focusedRow.current)
    }
    switch (event.key) {
      case '/':
        onSearch()
        break
      case 'j':
        move(here + 1)
        break
      case 'k':
        move(here - 1)
        break
      // No download on a single key: it could be pressed by accident.
      case 'E':
        onExport()
        break
      case 'c':
      case 'f':
        onRow(event.key, here)
        break
      case 'Enter':
        // On a link or a button Enter has its own meaning.
        if (event.target !== document.body) return
        onRow('Enter', here)
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
