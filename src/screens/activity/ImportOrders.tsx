import { useState } from 'react'
import { activityMessages } from '../../components/orders/messages'
import { readOrders } from '../../components/orders/orderFile'
import { useServices } from '../../components/services'
import { FileButton } from '../../ui/FileButton'
import { useMessages } from '../../ui/messages'

/** Takes in the history that another browser exported. Nothing that is here is overwritten. */
export function ImportOrders() {
  const messages = useMessages(activityMessages).import
  const { orderService } = useServices()
  const [outcome, setOutcome] = useState('')

  const take = async (file: File) => {
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
      <FileButton label={messages.file} onFile={(file) => void take(file)}>
        {messages.choose}
      </FileButton>
      <p role="status">{outcome}</p>
    </div>
  )
}

/** The largest file, in bytes: no real history is larger, and such a file would freeze the page. */
const largest = 50_000_000
