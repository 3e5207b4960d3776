import type { ReactNode } from 'react'

/** A box that scrolls by keyboard as well as by touch. */
export function ScrollArea({ label, height = 'max-h-96', children }: ScrollerProps) {
  return (
    <div {...reachable(label)} className={`${height} relative overflow-auto rounded-small`}>
      {children}
    </div>
  )
}

type ScrollerProps = { label: string; height?: 'max-h-72' | 'max-h-96' | 'max-h-[40rem]'; children: ReactNode }

/** A group, not a landmark: what it holds has its place on the page already. */
function reachable(label: string) {
  return { role: 'group', 'aria-label': label, tabIndex: 0 }
}
