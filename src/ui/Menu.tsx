import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from './Button'
import { classes } from './classes'
import type { IconName } from './Icon'
import { phoneSheet } from './phoneSheet'

export type MenuProps = {
  /** The label of the button that opens it. */
  label: ReactNode
  icon?: IconName
  /** Called with `close`, so that an item can close the menu. */
  children: (close: () => void) => ReactNode
  align?: 'start' | 'end'
  isDisabled?: boolean
}

/** A small panel under a button, on phones a sheet at the bottom: Esc and a press elsewhere close it, focus returns to the button. */
export function Menu({ label, icon, children, align = 'end', isDisabled = false }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const panelId = useId()

  useEffect(() => {
    if (!isOpen) return
    const leave = (event: Event) => {
      // Not the target: within a shadow root (the widget) that is the whole widget.
      if (root.current && !event.composedPath().includes(root.current)) setOpen(false)
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
    }
  }, [isOpen])

  const close = () => {
    setOpen(false)
    root.current?.querySelector('button')?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc closes from anywhere inside; the parts inside are the controls.
    <div
      ref={root}
      className="relative"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isOpen) close()
      }}
    >
      <Button
        size="small"
        {...(icon && { icon })}
        aria-expanded={isOpen}
        aria-controls={panelId}
        disabled={isDisabled}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </Button>
      <div
        id={panelId}
        hidden={!isOpen}
        className={classes(
          'z-20 min-w-48 animate-arrive border border-line bg-sheet p-2 shadow-float sm:absolute sm:top-full sm:mt-1 sm:rounded-control',
          phoneSheet,
          align === 'end' ? 'sm:end-0' : 'sm:start-0',
        )}
      >
        {isOpen && children(close)}
      </div>
    </div>
  )
}

export type MenuItemsProps = {
  label: string
  items: readonly { readonly name: string; readonly onChoose: () => void }[]
}

/** A list of actions, as in a `Menu`: arrow keys move between them. */
export function MenuItems({ label, items }: MenuItemsProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => list.current?.querySelector('button')?.focus(), [])
  const move = (event: KeyboardEvent) => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const here = buttons.findIndex((button) => button.matches(':focus'))
    const next = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: -1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    buttons.at(next % buttons.length)?.focus()
  }
  return (
    <div ref={list} role="menu" aria-label={label} onKeyDown={move} className="grid" tabIndex={-1}>
      {items.map(({ name, onChoose }) => (
        <button
          key={name}
          type="button"
          role="menuitem"
          tabIndex={-1}
          onClick={onChoose}
          className="flex min-h-10 items-center rounded-small px-3 text-start text-fine font-medium text-ink hover:bg-raised focus-visible:bg-raised pointer-coarse:min-h-11"
        >
          {name}
        </button>
      ))}
    </div>
  )
}
