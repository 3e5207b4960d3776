import { useEffect } from 'react'
import { useServices } from '../components/services'
import { dialogs } from './dialogs'

/** Ctrl K or ⌘ K opens the command palette, `?` the list of keys; single keys can be turned off in the settings. */
export function Shortcuts() {
  const { preferences } = useServices()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const wanted = wantedBy(event, preferences.getState().hasShortcuts)
      if (!wanted || document.querySelector('dialog[open]')) return
      event.preventDefault()
      dialogs[wanted]()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [preferences])
  return null
}

function wantedBy(event: KeyboardEvent, hasSingleKeys: boolean): 'search' | 'keys' | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event
  if ((ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k') return 'search'
  if (!hasSingleKeys || key !== '?' || ctrlKey || metaKey || altKey) return undefined
  const isTyping =
    target instanceof Element && target.closest('input, select, textarea, [contenteditable], [role=menu]')
  return isTyping ? undefined : 'keys'
}
