import { useRef, useState } from 'react'
import { activityMessages } from '../../components/orders/messages'
import { readOrders } from '../../components/orders/orderFile'
import { useServices } from '../../components/services'
import { Button } from '../../ui/Button'
import { useMessages } from '../../ui/messages'

/** Takes in the history that another browser exported. Nothing that is here is overwritten. */
export function ImportOrders() {
  const messages = useMessages(activityMessages).import
  const { orderService } = useServices()
  const [outcome, setOutcome] = useState('')
  const input = useRef<HTMLInputElement>(null)

  const take = async (file: File | undefined) => {
    if (!file) return
    const orders = file.size > largest ? undefined : readOrders(await file.text())
    if (!orders) return setOutcome(messages.notOurs)
    try {
      const { added, known, open } = await orderService.importOrders(orders)
      setOutcome(
        [messages.added(added), known > 0 && messages.known(known), open > 0 && messages.open(open)]
          .filter(Boolean)
          .join(' '),
      )
    } catch {
      setOutcome(messages.notWritten)
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-fine text-quiet">
      <Button size="small" onClick={() => input.current?.click()}>
        {messages.choose}
      </Button>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        aria-label={messages.file}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          void take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <p role="status">{outcome}</p>
    </div>
  )
}

/** The largest file, in bytes: no real history is larger, and such a file would freeze the page. */
const largest = 50_000_000
