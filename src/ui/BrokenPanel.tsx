import { Button } from './Button'
import { useMessages } from './messages'
import { Notice } from './Notice'
import { partsMessages } from './parts.messages'

/** In place of a panel that broke. */
export function BrokenPanel({ onRetry }: { readonly onRetry: () => void }) {
  const messages = useMessages(partsMessages)
  return (
    <Notice kind="warn" action={<Button onClick={onRetry}>{messages.again}</Button>}>
      {messages.broken}
    </Notice>
  )
}
