import { type ReactNode, useId } from 'react'
import { Boundary } from './Boundary'
import { Button } from './Button'
import { classes } from './classes'
import { useMessages } from './messages'
import { Notice } from './Notice'
import { partsMessages } from './parts.messages'

export type CardProps = {
  /** With a title the card is a region with that name. */
  title?: ReactNode
  actions?: ReactNode
  isTight?: boolean
  children: ReactNode
}

/** A panel. One with a title fails alone; what breaks without one breaks its page, which then says what is known of orders. */
export function Card({ title, actions, isTight = false, children }: CardProps) {
  const id = useId()
  const Part = title ? 'section' : 'div'
  return (
    <Part
      aria-labelledby={title ? id : undefined}
      className={classes(
        'min-w-0 rounded-card border border-line bg-sheet shadow-sheet',
        isTight ? 'p-3' : 'p-4 sm:p-5',
      )}
    >
      {(title || actions) && (
        <header className="mb-3 flex min-h-8 items-center gap-2">
          <h2 id={id} className="me-auto min-w-0 text-lead wrap-anywhere">
            {title}
          </h2>
          {actions}
        </header>
      )}
      {title ? <Boundary fallback={(_, retry) => <Broken onRetry={retry} />}>{children}</Boundary> : children}
    </Part>
  )
}

function Broken({ onRetry }: { readonly onRetry: () => void }) {
  const messages = useMessages(partsMessages)
  return (
    <Notice kind="warn" action={<Button onClick={onRetry}>{messages.again}</Button>}>
      {messages.broken}
    </Notice>
  )
}
