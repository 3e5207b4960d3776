import type { ReactNode } from 'react'
import { Skeleton } from '../../ui/Skeleton'

/** Placeholder while a plan is prepared and checked, to avoid layout shift; `children` are shown above. */
export function PlanSkeleton({ note, children }: { note: string; children?: ReactNode }) {
  return (
    <>
      <p role="status" className="text-fine text-quiet">
        {note}
      </p>
      {children}
      <Skeleton className="h-14 w-full" />
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-32 w-full" />
    </>
  )
}
