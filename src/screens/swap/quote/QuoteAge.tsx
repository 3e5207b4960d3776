import { quoteRefreshAfter, quoteStaleAfter } from '../../../components/quoteAge'
import { IconButton } from '../../../ui/Button'
import { useMessages } from '../../../ui/messages'
import { Ring, Spinner } from '../../../ui/Spinner'
import { quoteMessages } from './messages'

type FreshnessProps = {
  /** Milliseconds since the quote arrived; `undefined` without one. */
  age: number | undefined
  isFinding: boolean
  onRefresh: () => void
}

/** The age of the quote: a ring that fills until the next one, and the seconds. A press refreshes immediately. */
export default function QuoteAge({ age, isFinding, onRefresh }: FreshnessProps) {
  const messages = useMessages(quoteMessages)
  const seconds = Math.floor((age ?? 0) / 1_000)
  return (
    <span className="inline-flex shrink-0 items-center gap-1.5 text-fine text-quiet tabular-nums">
      <span aria-hidden="true">
        {isFinding && <Spinner className="size-4" />}
        {!isFinding && age !== undefined && <Ring share={age / quoteRefreshAfter} className="size-4" />}
      </span>
      <span className={(age ?? 0) > quoteStaleAfter ? 'text-amber' : ''}>
        {age === undefined ? '' : messages.age(seconds)}
      </span>
      <IconButton size="small" icon="refresh" label={messages.refresh} onClick={onRefresh} />
    </span>
  )
}
