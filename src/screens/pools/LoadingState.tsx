import { RetryButton } from '../../ui/Button'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { Skeleton } from '../../ui/Skeleton'
import { poolsMessages } from './messages'

export function LoadFailed({ why, onRetry }: { why: string; onRetry: () => Promise<unknown> }) {
  const messages = useMessages(poolsMessages)
  return (
    <Notice
      kind="warn"
      isLive
      title={messages.failed}
      action={<RetryButton ask={onRetry}>{messages.retry}</RetryButton>}
    >
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
