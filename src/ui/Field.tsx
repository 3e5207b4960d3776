import { type ComponentProps, type ReactNode, useId, useRef } from 'react'
import { exchangedSigns } from '../domain/text/locale'
import { classes } from './classes'
import { useGroupedDigits } from './hooks/useGroupedDigits'
import { Icon } from './Icon'

type FieldProps = {
  label: ReactNode
  isLabelHidden?: boolean | undefined
  hint?: ReactNode
  /** The fault and its remedy; the control is marked invalid. */
  error?: ReactNode
  children: (control: ControlProps) => ReactNode
}

type ControlProps = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

/** A labelled control with its hint and error. The control itself is passed in. */
export function Field({ label, isLabelHidden = false, hint, error, children }: FieldProps) {
  const id = useId()
  const note = error || hint
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'text-fine font-medium text-text'}>
        {label}
      </label>
      {children({ id, 'aria-describedby': note ? `${id}-note` : undefined, 'aria-invalid': error ? true : undefined })}
      {note && (
        <p id={`${id}-note`} className={classes('flex gap-1.5 text-fine', error ? 'text-red' : 'text-quiet')}>
          {error && <Icon name="block" className="mt-0.5 size-4" />}
          <span>{note}</span>
        </p>
      )}
    </div>
  )
}

export type TextFieldProps = Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'className' | 'id'> &
  Pick<FieldProps, 'label' | 'isLabelHidden' | 'hint' | 'error'> & {
    value: string
    onChange?: (text: string) => void
    /** Shown inside the box, before and after the text: a unit, a button. */
    lead?: ReactNode
    trail?: ReactNode
    isFigure?: boolean
    /** Groups thousands while a number is typed. */
    isGrouped?: boolean
  }

export function TextField(props: TextFieldProps) {
  const {
    label,
    isLabelHidden,
    hint,
    error,
    onChange,
    lead,
    trail,
    isFigure = false,
    isGrouped = false,
    ...input
  } = props
  const own = useRef<HTMLInputElement>(null)
  const grouped = useGroupedDigits(own, props.value, onChange)
  const inSigns = isFigure || input.inputMode === 'decimal' ? exchangedSigns : (text: string) => text
  return (
    <Field label={label} isLabelHidden={isLabelHidden} hint={hint} error={error}>
      {(control) => (
        <div className={classes(box, input.disabled && 'opacity-60')}>
          {lead}
          <input
            type="text"
            autoComplete="off"
            spellCheck={false}
            {...notForPasswordManagers}
            {...input}
            {...control}
            value={inSigns(props.value)}
            {...(isGrouped && { ...grouped, ref: own })}
            readOnly={input.readOnly ?? onChange === undefined}
            onChange={isGrouped ? grouped.onChange : (event) => onChange?.(inSigns(event.target.value))}
            className={classes(
              'min-h-10 pointer-coarse:min-h-11 w-full min-w-0 bg-transparent text-ink outline-none placeholder:text-quiet',
              isFigure && 'tabular-nums',
            )}
          />
          {trail}
        </div>
      )}
    </Field>
  )
}

/** An address or an amount is no login: 1Password, LastPass, Bitwarden and Dashlane keep their buttons off the field. */
export const notForPasswordManagers = {
  'data-1p-ignore': '',
  'data-lpignore': 'true',
  'data-bwignore': '',
  'data-form-type': 'other',
} as const

const box =
  'flex items-center gap-2 rounded-control border border-edge bg-sheet px-3 focus-within:border-action focus-within:outline-2 focus-within:outline-action has-aria-invalid:border-red has-[input:read-only]:bg-well'
