import { type ReactNode, useId } from 'react'
import { classes } from './classes'

export type SegmentedProps<Value extends string> = {
  /** The accessible name of the group. */
  label: string
  isLabelHidden?: boolean
  /** In one row, which scrolls where it does not fit. */
  isOneRow?: boolean
  options: readonly { readonly value: Value; readonly label: ReactNode }[]
  /** `undefined` when no option is selected. */
  value: Value | undefined
  onChange: (value: Value) => void
}

/** A segmented control of a few exclusive options, built from native radios for keyboard and form support. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, isLabelHidden = false, isOneRow = false, options, value, onChange } = props
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className={isLabelHidden ? 'sr-only' : 'mb-1.5 text-fine font-medium'}>{label}</legend>
      <div className={isOneRow ? 'overflow-x-auto' : undefined}>
        <div
          className={classes(
            'flex gap-1 rounded-control border border-line bg-well p-1',
            isOneRow ? 'w-max min-w-full' : 'flex-wrap',
          )}
        >
          {options.map((option) => (
            <label key={option.value} data-checked={option.value === value || undefined} className={segment}>
              <input
                type="radio"
                name={name}
                value={option.value}
                checked={option.value === value}
                onChange={() => onChange(option.value)}
                // The radio covers the whole segment, so that a press anywhere in it hits the radio.
                className="absolute inset-0 size-full cursor-pointer opacity-0"
              />
              {option.label}
            </label>
          ))}
        </div>
      </div>
    </fieldset>
  )
}

const segment =
  'relative flex min-h-8 flex-1 pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:flex-[1_0_auto] items-center justify-center gap-1.5 rounded-small border border-transparent px-3 max-sm:px-1.5 text-fine font-medium whitespace-nowrap tabular-nums transition-colors hover:text-ink data-checked:border-edge data-checked:bg-sheet data-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-action forced-colors:data-checked:bg-[Highlight] forced-colors:data-checked:text-[HighlightText] forced-colors:data-checked:forced-color-adjust-none'

/** An on/off switch that applies immediately. */
export function Switch({ label, hint, isOn, onChange }: SwitchProps) {
  const id = useId()
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="grid gap-0.5">
        <label htmlFor={id} className="font-medium text-ink">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-fine text-quiet">
            {hint}
          </p>
        )}
      </div>
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-checked={isOn}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.target.checked)}
        className="relative mt-0.5 h-6 w-11 shrink-0 appearance-none rounded-full border border-edge bg-raised transition-colors before:absolute before:inset-s-0.5 before:top-0.5 before:size-4.5 before:rounded-full before:bg-edge before:transition-transform checked:border-action checked:bg-action checked:before:translate-x-5 checked:before:bg-on-action rtl:checked:before:-translate-x-5 forced-colors:appearance-auto forced-colors:before:hidden"
      />
    </div>
  )
}

type SwitchProps = { label: string; hint?: ReactNode; isOn: boolean; onChange: (isOn: boolean) => void }

/** A checkbox for a statement that the person agrees to. */
export function Checkbox({ label, isChecked, onChange }: CheckboxProps) {
  return (
    <label className="flex min-w-0 items-start gap-3 py-1 pointer-coarse:py-2.5">
      <input
        type="checkbox"
        checked={isChecked}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-0.5 size-5 shrink-0 accent-action"
      />
      <span className="min-w-0 wrap-anywhere text-ink">{label}</span>
    </label>
  )
}

type CheckboxProps = { label: ReactNode; isChecked: boolean; onChange: (isChecked: boolean) => void }
