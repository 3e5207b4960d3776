import { useState } from 'react'
import { Button } from './Button'
import { useMessages } from './messages'
import { partsMessages } from './parts.messages'

/** Tries again, and is busy until there is an answer: no press on it goes without a sign. */
export function RetryButton({ retry }: { retry: () => unknown }) {
  const messages = useMessages(partsMessages)
  const [isBusy, setBusy] = useState(false)
  const press = async () => {
    setBusy(true)
    try {
      await retry()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button isBusy={isBusy} onClick={() => void press()}>
      {messages.again}
    </Button>
  )
}
