import type { ComponentProps, ReactNode } from 'react'
import { Field } from './Field'
import { Icon } from './Icon'

export type SelectProps<Value extends string> = Omit<
  ComponentProps<'select'>,
  'onChange' | 'value' | 'className' | 'id'
> & {
  label: ReactNode
  isLabelHidden?: boolean
  hint?: ReactNode
  value: Value
  options: readonly { readonly value: Value; readonly label: string }[]
  onChange: (value: Value) => void
}

/** A select built on the browser's own, which works on every device. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, isLabelHidden = false, hint, value, options, onChange, ...rest } = props
  return (
    <Field label={label} isLabelHidden={isLabelHidden} hint={hint}>
      {(control) => (
        <div className="relative">
          <select
            {...rest}
            {...control}
            value={value}
            onChange={(event) => {
              const chosen = options.find((option) => option.value === event.target.value)
              if (chosen) onChange(chosen.value)
            }}
            className="min-h-10 w-full pointer-coarse:min-h-11 appearance-none rounded-control border border-edge bg-sheet ps-3 pe-9 text-ink"
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="chevron" className="pointer-events-none absolute inset-e-3 inset-y-0 my-auto size-4 text-quiet" />
        </div>
      )}
    </Field>
  )
}
