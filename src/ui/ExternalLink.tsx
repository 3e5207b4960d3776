import type { ReactNode } from 'react'
import { Icon } from './Icon'
import { useMessages } from './messages'
import { partsMessages } from './parts.messages'

/** A link to another site. Only https URLs become links; anything else, or no URL, stays text. */
export function ExternalLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  const messages = useMessages(partsMessages)
  if (!href || !/^https:\/\//i.test(href)) return <span>{children}</span>
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex items-center gap-1 font-medium text-action underline-offset-4 hover:underline"
    >
      {children}
      <Icon name="external" className="size-3.5" />
      <span className="sr-only">{messages.opensNewTab}</span>
    </a>
  )
}
