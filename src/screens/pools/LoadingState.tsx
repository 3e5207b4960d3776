import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { RetryButton } from '../../ui/RetryButton'
import { Skeleton } from '../../ui/Skeleton'
import { poolsMessages } from './messages'

export function LoadFailed({ why, onRetry }: { why: string; onRetry: () => Promise<unknown> }) {
  const messages = useMessages(poolsMessages)
  return (
    <Notice kind="warn" isLive title={messages.failed} action={<RetryButton retry={onRetry} />}>
      {why}
    </Notice>
  )
}

export function LoadingRows() {
  return (
    <div className="grid gap-2">
      {['a', 'b', 'c', 'd'].map((row) => (
        <Skeleton key={row} className="h-11 w-full" />
      ))}
    </div>
  )
}

/** Placeholders for the search box and toolbar, so that nothing shifts when they load. */
export function LoadingList() {
  return (
    <div className="grid gap-4">
      <div className="grid gap-3 sm:grid-cols-[1fr_14rem]">
        <Skeleton className="h-17 w-full" />
        <Skeleton className="h-17 w-full" />
      </div>
      <Skeleton className="h-8 w-full max-sm:h-15 max-sm:pointer-coarse:h-18 max-[22rem]:pointer-coarse:h-31" />
      <LoadingRows />
    </div>
  )
}
