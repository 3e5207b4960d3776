import { type FormEvent, useState } from 'react'
import { useServices } from '../../components/services'
import { errorMessage } from '../../domain/text/errorMessage'
import type { Order } from '../../orders/order'
import { Button } from '../../ui/Button'
import { TextField } from '../../ui/Field'
import { useMessages } from '../../ui/messages'
import { progressMessages } from './messages'

/** A transaction hash pasted by the person; it is verified on chain before it is used. */
export function HashField({ order }: { order: Order }) {
  const messages = useMessages(progressMessages)
  const { orderService } = useServices()
  const [hash, setHash] = useState('')
  const [problem, setProblem] = useState<string>()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setProblem(undefined)
    orderService.act(order.id, { type: 'paste hash', hash: hash.trim() }).catch((error: unknown) => {
      setProblem(errorMessage(error))
    })
  }

  return (
    <form onSubmit={submit} className="grid gap-2">
      <TextField
        label={messages.hash}
        hint={messages.hashNote}
        error={problem}
        value={hash}
        onChange={setHash}
        maxLength={200}
      />
      <div>
        <Button type="submit" disabled={hash.trim() === ''}>
          {messages.follow}
        </Button>
      </div>
    </form>
  )
}
