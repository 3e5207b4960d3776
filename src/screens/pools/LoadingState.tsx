import { Button } from '../../ui/Button'
import { useWords } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { Skeleton } from '../../ui/Skeleton'
import { poolsWords } from './messages'

export function Failed({ why, onRetry }: { why: string; onRetry: () => void }) {
  const words = useWords(poolsWords)
  return (
    <Notice kind="warn" isLive title={words.failed} action={<Button onClick={onRetry}>{words.retry}</Button>}>
      {why}
    </Notice>
  )
}

export function Waiting() {
  return (
    <div className="grid gap-2">
      {['a', 'b', 'c', 'd'].map((place) => (
        <Skeleton key={place} className="h-11 w-full" />
      ))}
    </div>
  )
}
