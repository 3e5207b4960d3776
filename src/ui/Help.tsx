import { useId, useState } from 'react'
import { Icon } from './Icon'

export type HelpProps = {
  /** The accessible name of the button, such as "What is price impact?". */
  label: string
  children: string
}

/** A question mark next to a term: a press explains it, Esc or a press elsewhere closes it. */
export function Help({ label, children }: HelpProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <span className="whitespace-nowrap">
      <button
        type="button"
        popoverTarget={id}
        // Without popovers (before Chrome 114, Safari 17 and Firefox 125) the explanation opens in the text.
        onClick={() => 'popover' in HTMLElement.prototype || setOpen(!isOpen)}
        aria-label={label}
        className="ms-1 -my-1 inline-grid size-6 place-items-center rounded-full align-middle text-quiet hover:text-ink"
      >
        <Icon name="help" className="size-4" />
      </button>
      <span id={id} popover="auto" className="help" onToggle={({ newState }) => setOpen(newState === 'open')}>
        {isOpen && children}
      </span>
    </span>
  )
}
