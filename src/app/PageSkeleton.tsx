import { useWords } from '../ui/messages'
import { Skeleton } from '../ui/Skeleton'
import { frameWords } from './messages'

/** Holds the place of a page whose code is on its way. */
export function PageSkeleton() {
  const words = useWords(frameWords)
  return (
    <div className="mx-auto grid w-full max-w-page gap-5" aria-busy="true">
      <span role="status" className="sr-only">
        {words.opening}
      </span>
      <Skeleton className="h-8 w-48" />
      <Skeleton className="h-64 w-full" />
    </div>
  )
}
