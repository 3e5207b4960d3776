import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

export type TabbedPanelsProps<Value extends string> = {
  /** The accessible name of the row of tabs. */
  readonly label: string
  readonly tabs: readonly { readonly value: Value; readonly label: ReactNode }[]
  readonly value: Value
  readonly onChange: (value: Value) => void
  /** The content of the chosen tab; the others are not rendered. */
  readonly children: ReactNode
}

/** A row of tabs and the panel of the chosen one. The row is one tab stop; arrow keys, Home and End choose in it. */
export function TabbedPanels<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
}: TabbedPanelsProps<Value>) {
  const id = useId()
  const row = useRef<HTMLDivElement>(null)
  const chooseByKey = (event: KeyboardEvent) => {
    const next = placeAfter(
      event,
      tabs.length,
      tabs.findIndex((tab) => tab.value === value),
    )
    const tab = next === undefined ? undefined : tabs[next]
    if (next === undefined || !tab) return
    event.preventDefault()
    onChange(tab.value)
    row.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div
        ref={row}
        role="tablist"
        aria-label={label}
        onKeyDown={chooseByKey}
        className="flex flex-wrap gap-x-1 border-b border-line"
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={tab.value === value ? `${id}-panel` : undefined}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            className="-mb-px inline-flex min-h-11 items-center border-b-2 border-transparent px-4 text-fine font-medium text-text hover:text-ink aria-selected:border-action aria-selected:text-ink forced-colors:aria-selected:border-[Highlight]"
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} className="min-w-0">
        {children}
      </div>
    </div>
  )
}

/** Where a key leads from a tab; `undefined` for keys that do not choose. Arrows follow the reading direction. */
function placeAfter({ key, currentTarget }: KeyboardEvent, count: number, at: number): number | undefined {
  const isMirrored = getComputedStyle(currentTarget).direction === 'rtl'
  const forwards = isMirrored ? 'ArrowLeft' : 'ArrowRight'
  const backwards = isMirrored ? 'ArrowRight' : 'ArrowLeft'
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key === forwards) return (at + 1) % count
  return key === backwards ? (at + count - 1) % count : undefined
}
