import type { ComponentProps, MouseEvent } from 'react'
import { classes } from './classes'
import { Icon, type IconName } from './Icon'
import { Spinner } from './Spinner'

export type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & {
  /**
   * `primary`: the main action, once per screen; `soft`: a secondary action; `danger`: continue despite a warning;
   * `bare`: only its text.
   */
  kind?: 'primary' | 'soft' | 'quiet' | 'danger' | 'bare'
  /** `chip`: small on touch screens too, for several in one line; the touch target has the usual height. */
  size?: 'chip' | 'small' | 'regular' | 'large'
  icon?: IconName
  /** Shows a spinner and ignores clicks, but keeps focus and label. */
  isBusy?: boolean
  isWide?: boolean
}

export function Button(props: ButtonProps) {
  const { kind = 'quiet', size = 'regular', icon, isBusy = false, isWide = false, onClick, children, ...rest } = props
  return (
    <button
      type="button"
      {...rest}
      className={classes(shape, kinds[kind], sizes[size], isWide && 'w-full')}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || rest['aria-disabled'] || undefined}
      onClick={unlessBusy(isBusy, onClick)}
    >
      {isBusy ? <Spinner className="size-4" /> : icon && <Icon name={icon} className="size-4.5" />}
      {children}
    </button>
  )
}

/** The look of a button, for a link that is one. */
export function buttonFace(kind: keyof typeof kinds, size: keyof typeof sizes): string {
  return classes(shape, kinds[kind], sizes[size])
}

/** A button with an icon only; its label is for screen readers. */
export function IconButton(props: Omit<ButtonProps, 'children' | 'icon' | 'isWide' | 'aria-label'> & IconButtonProps) {
  const { icon, label, size = 'regular', isBusy = false, kind = 'bare', onClick, ...rest } = props
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={classes('relative', shape, kinds[kind], squares[size])}
      aria-busy={isBusy || undefined}
      onClick={unlessBusy(isBusy, onClick)}
    >
      {isBusy ? <Spinner className="size-5" /> : <Icon name={icon} />}
    </button>
  )
}

type IconButtonProps = { icon: IconName; label: string }

function unlessBusy(isBusy: boolean, onClick: ButtonProps['onClick']): ButtonProps['onClick'] {
  if (!isBusy) return onClick
  return (event: MouseEvent<HTMLButtonElement>) => event.preventDefault()
}

const shape =
  'inline-flex items-center justify-center gap-2 rounded-control border font-medium select-none transition-colors disabled:cursor-not-allowed disabled:border-transparent disabled:bg-raised disabled:text-quiet not-aria-busy:aria-disabled:cursor-not-allowed not-aria-busy:aria-disabled:border-transparent not-aria-busy:aria-disabled:bg-raised not-aria-busy:aria-disabled:text-quiet'

const kinds = {
  primary:
    'border-transparent bg-action text-on-action hover:bg-action-deep aria-busy:hover:bg-action forced-colors:enabled:not-aria-disabled:bg-[Highlight] forced-colors:enabled:not-aria-disabled:text-[HighlightText] forced-colors:forced-color-adjust-none',
  soft: 'border-transparent bg-action-wash text-action-deep hover:border-action',
  quiet: 'border-line bg-sheet text-ink hover:border-edge hover:bg-raised',
  danger: 'border-transparent bg-red text-on-red not-aria-disabled:hover:opacity-90',
  bare: 'border-transparent text-text hover:bg-raised hover:text-ink disabled:bg-transparent',
}

const sizes = {
  chip: 'min-h-8 px-3 text-fine',
  small: 'min-h-8 px-3 text-fine pointer-coarse:min-h-11',
  regular: 'min-h-10 px-4 pointer-coarse:min-h-11',
  large: 'min-h-14 px-5 text-lead',
}

const squares = {
  chip: 'size-8',
  small: 'size-8 pointer-coarse:size-11',
  regular: 'size-10 pointer-coarse:size-11',
  large: 'size-12',
}
