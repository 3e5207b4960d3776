import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { classes } from './classes'

type TextLinkProps = { href: string; className?: string; onClick?: () => void; children: ReactNode }

/** A link within text or a table. `className` adds its size and place. */
export function TextLink({ className, ...rest }: TextLinkProps) {
  return <Link {...rest} className={classes('font-medium text-action underline-offset-4 hover:underline', className)} />
}
