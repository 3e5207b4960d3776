import { type FormEvent, type ReactNode, useState } from 'react'
import { useServices } from '../../components/services'
import type { Order } from '../../orders/order'
import { Button } from '../../ui/Button'
import { TextField } from '../../ui/Field'
import { useAction } from '../useAction'

type HashFieldProps = {
  readonly order: Order
  readonly label: string
  readonly hint: string
  readonly submit: string
  readonly kind?: 'primary'
  /** Next to the button. */
  readonly children?: ReactNode
}

/** A transaction hash pasted by the person; it is verified on chain before it is used, where its chain can be asked. */
export function HashField({ order, label, hint, submit, kind, children }: HashFieldProps) {
  const { orderService } = useServices()
  const [hash, setHash] = useState('')
  const { run, problem } = useAction(() => orderService.act(order.id, { type: 'paste hash', hash: hash.trim() }))
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    run()
  }

  return (
    <form onSubmit={onSubmit} className="grid gap-2">
      <TextField label={label} hint={hint} error={problem} value={hash} onChange={setHash} maxLength={200} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" {...(kind && { kind })} disabled={hash.trim() === ''}>
          {submit}
        </Button>
        {children}
      </div>
    </form>
  )
}
