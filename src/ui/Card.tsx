import { type ReactNode, Suspense, useId } from 'react'
import { Boundary } from './Boundary'
import { classes } from './classes'
import { lazyWithPreload } from './lazyWithPreload'

export type CardProps = {
  /** With a title the card is a region with that name. */
  title?: ReactNode
  actions?: ReactNode
  isTight?: boolean
  children: ReactNode
}

/**
 * A panel. One with a title is an error boundary; an error in one without a title breaks its page, which then shows the
 * orders.
 */
export function Card({ title, actions, isTight = false, children }: CardProps) {
  const id = useId()
  const Part = title ? 'section' : 'div'
  return (
    <Part
      aria-labelledby={title ? id : undefined}
      className={classes('min-w-0 rounded-card border border-line bg-sheet', isTight ? 'p-3' : 'p-4 sm:p-5')}
    >
      {(title || actions) && (
        <header className="mb-3 flex min-h-8 items-center gap-2">
          <h2 id={id} className="me-auto min-w-0 text-lead wrap-anywhere">
            <bdi>{title}</bdi>
          </h2>
          {actions}
        </header>
      )}
      {title ? <Boundary fallback={broken}>{children}</Boundary> : children}
    </Part>
  )
}

const BrokenPanel = lazyWithPreload(() => import('./BrokenPanel'))

function broken(_: unknown, retry: () => void) {
  return (
    <Suspense>
      <BrokenPanel onRetry={retry} />
    </Suspense>
  )
}
