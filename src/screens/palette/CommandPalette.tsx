import { type KeyboardEvent, type MouseEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { classes } from '../../ui/classes'
import { Dialog } from '../../ui/Dialog'
import { useMessages } from '../../ui/messages'
import { SearchInput } from '../../ui/SearchInput'
import { type Command, findCommands } from './commands'
import { paletteMessages } from './messages'
import { type Place, useCommands } from './useCommands'

type CommandPaletteProps = { places: readonly Place[]; onClose: () => void; onKeys: () => void }

/** Goes anywhere by typing: screens, tokens, pools, orders, settings. The focus stays in the search box. */
export default function CommandPalette({ places, onClose, onKeys }: CommandPaletteProps) {
  const messages = useMessages(paletteMessages)
  const listId = useId()
  const [, navigate] = useLocation()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const wanted = useDeferredValue(text)
  const found = findCommands(useCommands(wanted, places, onKeys), wanted)
  const current = Math.min(active, found.length - 1)

  const choose = ({ does }: Command) => {
    onClose()
    if (does.is === 'go') return navigate(does.to)
    does.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = found[current]
    const next = landing(event.key, current, found.length)
    if (next !== undefined) setActive(next)
    // By default, Escape would only clear the search box.
    else if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && chosen) choose(chosen)
    else return
    event.preventDefault()
  }

  return (
    <Dialog
      title={messages.title}
      isSteady
      onClose={onClose}
      footer={<p className="text-fine text-quiet">{messages.hint}</p>}
    >
      <div className="grid gap-3">
        <div className="sticky -top-5 z-10 -mx-5 -mt-5 bg-sheet px-5 pt-5 pb-2">
          <SearchInput
            role="combobox"
            data-autofocus=""
            aria-label={messages.search}
            placeholder={messages.searchHint}
            aria-controls={listId}
            aria-expanded={found.length > 0}
            aria-autocomplete="list"
            aria-activedescendant={found[current] ? `${listId}-${current}` : undefined}
            value={text}
            onChange={(text) => {
              setText(text)
              setActive(0)
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        <div id={listId} role="listbox" aria-label={messages.results} className="grid gap-0.5">
          {found.map((command, index) => (
            <Line
              key={command.id}
              id={`${listId}-${index}`}
              command={command}
              isFirst={command.group !== found[index - 1]?.group}
              isActive={index === current}
              onPoint={() => setActive(index)}
              onChoose={() => choose(command)}
            />
          ))}
        </div>
        {found.length === 0 && <p>{messages.nothing(wanted.trim())}</p>}
        <p role="status" className="sr-only">
          {messages.found(found.length)}
        </p>
      </div>
    </Dialog>
  )
}

type LineProps = {
  id: string
  command: Command
  /** The first of its group shows the name of the group. */
  isFirst: boolean
  isActive: boolean
  onPoint: () => void
  onChoose: () => void
}

function Line({ id, command, isFirst, isActive, onPoint, onChoose }: LineProps) {
  const messages = useMessages(paletteMessages)
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) line.current?.scrollIntoView?.({ block: 'nearest' })
  }, [isActive])
  // The focus stays in the search box.
  const keepFocus = (event: MouseEvent) => event.preventDefault()
  return (
    <>
      {isFirst && (
        <div role="presentation" className="mt-2 px-2 text-fine text-quiet first:mt-0">
          {messages.groups[command.group]}
        </div>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the search box, which keeps the focus. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the search box keeps the focus and names the active option. */}
      <div
        ref={line}
        id={id}
        role="option"
        aria-selected={isActive}
        onMouseMove={onPoint}
        onMouseDown={keepFocus}
        onClick={onChoose}
        className={classes(
          'flex min-h-10 flex-wrap items-baseline gap-x-2 rounded-control px-2 py-2 pointer-coarse:min-h-11',
          isActive && 'bg-raised text-ink outline-1 outline-edge',
        )}
      >
        <bdi className="font-medium wrap-anywhere text-ink">{command.title}</bdi>
        {command.detail && <bdi className="text-fine wrap-anywhere text-quiet">{command.detail}</bdi>}
      </div>
    </>
  )
}

/** The index an arrow key moves to; `undefined` for other keys. */
function landing(key: string, from: number, length: number): number | undefined {
  if (length === 0) return undefined
  switch (key) {
    case 'ArrowDown':
      return (from + 1) % length
    case 'ArrowUp':
      return (from + length - 1) % length
    default:
      return undefined
  }
}
