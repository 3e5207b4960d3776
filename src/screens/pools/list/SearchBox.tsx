import { Fragment, type KeyboardEvent, type Ref, useId, useState } from 'react'
import { completeQuery, type QueryError } from '../../../domain/pools/poolQuery'
import { classes } from '../../../ui/classes'
import { Icon } from '../../../ui/Icon'
import { useMessages } from '../../../ui/messages'
import { poolsMessages } from '../messages'

type SearchBoxProps = {
  readonly value: string
  readonly errors: readonly QueryError[]
  /** Suggestions, the likeliest first; computed while typing. */
  readonly known: () => Parameters<typeof completeQuery>[2]
  readonly onChange: (text: string) => void
  readonly onLeave: () => void
  readonly ref?: Ref<HTMLInputElement>
}

/** The search box, for words and the query language: with completion, and errors marked in place. */
export function SearchBox({ value, errors, known, onChange, onLeave, ref }: SearchBoxProps) {
  const messages = useMessages(poolsMessages)
  const id = useId()
  const [caret, setCaret] = useState(value.length)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const { from, to, options } = isOpen ? completeQuery(value, Math.min(caret, value.length), known()) : nothing
  const isShown = options.length > 0
  const [error] = errors

  const take = (option: string) => {
    const isWhole = !/[>:]$/.test(option)
    const next = `${value.slice(0, from)}${option}${isWhole ? ' ' : ''}${value.slice(to)}`
    onChange(next)
    setCaret(from + option.length + (isWhole ? 1 : 0))
    setActive(-1)
    setOpen(!isWhole)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const chosen = isShown ? options[active] : undefined
    if (event.key === 'ArrowDown' && isShown) setActive((active + 1) % options.length)
    else if (event.key === 'ArrowUp' && isShown) setActive((active <= 0 ? options.length : active) - 1)
    else if (event.key === 'Enter' && chosen) take(chosen)
    else if (event.key === 'Tab' && chosen) take(chosen)
    else if (event.key === 'Escape' && isShown) setOpen(false)
    else if (event.key === 'Escape' || event.key === 'Enter' || (event.key === 'ArrowDown' && !isShown)) return leave()
    else return
    event.preventDefault()
  }
  const leave = () => {
    setOpen(false)
    onLeave()
  }

  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-fine font-medium text-text">
        {messages.search}
      </label>
      <div className="relative">
        <div className={classes(box, error && 'border-red')}>
          <Icon name="search" className="size-4.5 text-quiet" />
          <input
            ref={ref}
            id={id}
            type="search"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={500}
            placeholder={messages.searchHint}
            value={value}
            aria-autocomplete="list"
            aria-controls={`${id}-options`}
            aria-activedescendant={isShown && active >= 0 ? `${id}-${active}` : undefined}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-errors` : undefined}
            onChange={({ target }) => {
              onChange(target.value)
              setCaret(target.selectionStart ?? target.value.length)
              setActive(-1)
              setOpen(true)
            }}
            onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart ?? currentTarget.value.length)}
            onBlur={() => setOpen(false)}
            onKeyDown={onKeyDown}
            className="min-h-9.5 w-full min-w-0 pointer-coarse:min-h-11 bg-transparent text-ink outline-none placeholder:text-quiet"
          />
        </div>
        <div
          id={`${id}-options`}
          role="listbox"
          aria-label={messages.suggestions}
          hidden={!isShown}
          className="absolute inset-x-0 top-full z-30 mt-1 rounded-control border border-line bg-sheet p-1 shadow-float"
        >
          {isShown &&
            options.map((option, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard by the box, which keeps the focus.
              <div
                key={option}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => take(option)}
                className="flex cursor-pointer items-baseline justify-between gap-3 rounded-small px-3 py-1.5 hover:bg-raised aria-selected:bg-raised"
              >
                <bdi className="text-ink">{wordOf(option, messages.column)}</bdi>{' '}
                <bdi className="font-mono text-fine text-quiet">{option}</bdi>
              </div>
            ))}
        </div>
      </div>
      {error && <Errors id={`${id}-errors`} text={value} errors={errors} />}
    </div>
  )
}

/** The subject of a suggestion: a token, a network or a figure. */
function wordOf(option: string, names: Readonly<Record<string, string>>): string | undefined {
  const [name = '', value] = option.split(/[:>]/)
  if (value && /^(token|network)$/.test(name)) return value.replaceAll('"', '')
  return Object.hasOwn(names, value || name) ? names[value || name] : undefined
}

/** The text again, with what is wrong marked in its place. */
function Errors({ id, text, errors }: { id: string; text: string; errors: readonly QueryError[] }) {
  const messages = useMessages(poolsMessages)
  const endOf = (error: QueryError | undefined) => (error ? error.at + error.length : 0)
  return (
    <div id={id} role="status" className="grid gap-1 text-fine wrap-anywhere text-red">
      <code aria-hidden="true" className="font-mono wrap-anywhere whitespace-pre-wrap text-quiet">
        {errors.map((error, index) => (
          <Fragment key={error.at}>
            {text.slice(endOf(errors[index - 1]), error.at)}
            <mark className="bg-red-wash text-red underline decoration-wavy underline-offset-4">
              {text.slice(error.at, endOf(error))}
            </mark>
          </Fragment>
        ))}
        {text.slice(endOf(errors.at(-1)))}
      </code>
      {errors.map((error) => (
        <span key={error.at}>{messages.queryErrors(error)}</span>
      ))}
    </div>
  )
}

const nothing = { from: 0, to: 0, options: [] }

const box =
  'flex items-center gap-2 rounded-control border border-edge bg-sheet px-3 focus-within:border-action focus-within:outline-2 focus-within:outline-action'
