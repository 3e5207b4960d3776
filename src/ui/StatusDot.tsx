import { classes } from './classes'

export type StatusKind = 'live' | 'busy' | 'warn' | 'block' | 'idle'

/** A coloured dot with its label: the colour has no meaning by itself. */
export function StatusDot({ kind, label }: { kind: StatusKind; label: string }) {
  return (
    <span className="inline-flex items-center gap-1.5 text-fine text-text">
      <span aria-hidden="true" className={classes('size-2 rounded-full forced-color-adjust-none', dots[kind])} />
      {label}
    </span>
  )
}

const dots = {
  live: 'bg-success',
  busy: 'animate-breathe bg-info',
  warn: 'bg-amber',
  block: 'rounded-none bg-red',
  idle: 'border border-edge',
}
