import { lazy, Suspense, useEffect, useState } from 'react'
import { useServices } from '../components/services'

const CommandPalette = lazy(() =>
  import('./palette/CommandPalette').then(({ CommandPalette }) => ({ default: CommandPalette })),
)
const KeysDialog = lazy(() => import('./palette/KeysDialog').then(({ KeysDialog }) => ({ default: KeysDialog })))

/** Ctrl K or ⌘ K opens the command palette, `?` the list of keys; single keys can be turned off in the settings. */
export function Shortcuts() {
  const { preferences } = useServices()
  const [open, setOpen] = useState<'nothing' | 'palette' | 'keys'>('nothing')
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const wanted = wantedBy(event, preferences.getState().hasShortcuts)
      if (!wanted || document.querySelector('dialog[open]')) return
      event.preventDefault()
      setOpen(wanted)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [preferences])

  const close = () => setOpen('nothing')
  if (open === 'nothing') return null
  return (
    <Suspense>
      {open === 'palette' && <CommandPalette onClose={close} onKeys={() => setOpen('keys')} />}
      {open === 'keys' && <KeysDialog onClose={close} />}
    </Suspense>
  )
}

function wantedBy(event: KeyboardEvent, hasSingleKeys: boolean): 'palette' | 'keys' | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event
  if ((ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k') return 'palette'
  if (!hasSingleKeys || key !== '?' || ctrlKey || metaKey || altKey) return undefined
  const isTyping =
    target instanceof Element && target.closest('input, select, textarea, [contenteditable], [role=menu]')
  return isTyping ? undefined : 'keys'
}
