import type { ReactNode } from 'react'
import { classes } from './classes'
import { Icon, type IconName } from './Icon'
import { useMessages } from './messages'
import { partsMessages } from './parts.messages'

export type NoticeKind = 'ok' | 'info' | 'warn' | 'block'

export type NoticeProps = {
  kind?: NoticeKind
  title?: ReactNode
  children?: ReactNode
  /** A button or link for the next step. */
  action?: ReactNode
  /** Announced when it appears: politely, or assertively if it blocks. */
  isLive?: boolean
}

/** A message to the person. Icon and text carry the severity, never only the colour. */
export function Notice({ kind = 'info', title, children, action, isLive = false }: NoticeProps) {
  const messages = useMessages(partsMessages)
  return (
    <div
      role={isLive ? (kind === 'block' ? 'alert' : 'status') : undefined}
      className={classes('flex items-start gap-3 rounded-control border p-3 text-fine', faces[kind])}
    >
      <Icon name={icons[kind]} className="mt-px size-4.5" />
      <div className="grid min-w-0 flex-1 gap-1">
        <span className="sr-only">{messages.noteIs[kind]}:</span>{' '}
        {title && <strong className="text-inherit">{title}</strong>}{' '}
        {children && <div className="wrap-anywhere text-text">{children}</div>}
        {action && <div className="pt-1">{action}</div>}
      </div>
    </div>
  )
}

const icons: Readonly<Record<NoticeKind, IconName>> = { ok: 'check', info: 'info', warn: 'warn', block: 'block' }

const faces = {
  ok: 'border-success/40 bg-success-wash text-success',
  info: 'border-info/30 bg-info-wash text-info',
  warn: 'border-amber/40 bg-amber-wash text-amber',
  block: 'border-red/40 bg-red-wash text-red',
}
