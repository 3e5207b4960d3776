import type { ReactNode } from 'react'
import { Skeleton } from '../../ui/Skeleton'

/** The places of a plan that is still made and checked, so that nothing jumps when it comes; `children` come above. */
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
