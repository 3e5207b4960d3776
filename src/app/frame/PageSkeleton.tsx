import { useMessages } from '../../ui/messages'
import { Skeleton } from '../../ui/Skeleton'
import { frameMessages } from '../messages'

/** Placeholder for a page whose code is loading. */
export function PageSkeleton() {
  const messages = useMessages(frameMessages)
  return (
    <div className="mx-auto grid w-full max-w-page gap-5" aria-busy="true">
      <span role="status" className="sr-only">
        {messages.opening}
      </span>
      <Skeleton className="h-8 w-48" />
      <Skeleton className="h-64 w-full" />
    </div>
  )
}
