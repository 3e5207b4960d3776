import type { ComponentProps } from 'react'
import { classes } from './classes'
import { notForPasswordManagers } from './Field'
import { Icon } from './Icon'

export type SearchInputProps = Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'className'> & {
  readonly value: string
  readonly onChange: (text: string) => void
  /** On a page, not on a sheet. */
  readonly isFilled?: boolean
}

/** A box to search in. Its name is its `aria-label`: the magnifying glass is decorative. */
export function SearchInput({ onChange, isFilled = false, ...input }: SearchInputProps) {
  return (
    <div className={classes(box, isFilled && 'bg-sheet')}>
      <Icon name="search" className="size-4.5 text-quiet" />
      <input
        type="search"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        {...notForPasswordManagers}
        maxLength={200}
        {...input}
        onChange={(event) => onChange(event.target.value)}
        className="min-h-11 w-full min-w-0 bg-transparent text-ink outline-none placeholder:text-quiet"
      />
    </div>
  )
}

const box =
  'flex items-center gap-2 rounded-control border border-edge px-3 focus-within:border-action focus-within:outline-2 focus-within:outline-action'
