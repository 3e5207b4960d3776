import { useMessages } from './messages'
import { Notice } from './Notice'
import { partsMessages } from './parts.messages'
import { RetryButton } from './RetryButton'

/** In place of a panel that broke. */
export default function BrokenPanel({ onRetry }: { readonly onRetry: () => void }) {
  const messages = useMessages(partsMessages)
  return (
    <Notice kind="warn" action={<RetryButton retry={onRetry} />}>
      {messages.broken}
    </Notice>
  )
}
