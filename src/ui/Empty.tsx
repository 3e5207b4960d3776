import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { type ButtonProps, buttonFace } from './Button'
import { Icon } from './Icon'

export type EmptyProps = {
  title: ReactNode
  /** Whether the hidden heading of the page is the same, so that it is read aloud once. */
  isTitleRead?: boolean
  /** At most one sentence. */
  children?: ReactNode
  /** The one thing to do from here: a `ButtonLink` or a `Button`. */
  action?: ReactNode
  /** Announced when it appears. */
  isLive?: boolean
}

/** An empty list, or a page that does not exist. */
export function Empty({ title, isTitleRead = false, children, action, isLive = false }: EmptyProps) {
  const Title = isTitleRead ? 'p' : 'h2'
  return (
    <div role={isLive ? 'status' : undefined} className="grid justify-items-center gap-3 py-10 text-center">
      <Icon name="pools" className="size-16 text-action" />
      <Title aria-hidden={isTitleRead || undefined} className="max-w-form text-lead text-ink wrap-anywhere">
        {title}
      </Title>
      {children && <div className="max-w-form wrap-anywhere">{children}</div>}
      {action}
    </div>
  )
}

type ButtonLinkProps = Pick<ButtonProps, 'kind' | 'size'> & {
  href: string
  onClick?: (() => void) | undefined
  children: ReactNode
}

/** A link that looks like a button: the next step is a page. */
export function ButtonLink({ kind = 'soft', size = 'regular', ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={buttonFace(kind, size)} />
}
