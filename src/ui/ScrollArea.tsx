import type { ReactNode } from 'react'

/** A scrollable box that keyboards can reach. */
export function ScrollArea({ label, height, children }: ScrollAreaProps) {
  return (
    <div {...reachable(label)} className={`${height} relative overflow-auto rounded-small`}>
      {children}
    </div>
  )
}

export type ScrollAreaProps = { label: string; height: 'max-h-72' | 'max-h-96' | 'max-h-[40rem]'; children: ReactNode }

/** A group, not a landmark: its content already has a place on the page. */
function reachable(label: string) {
  return { role: 'group', 'aria-label': label, tabIndex: 0 }
}
