import { useSyncExternalStore } from 'react'
import { activityMessages } from '../../components/orders/messages'
import { summarizeOrder } from '../../components/orders/orderSummary'
import { orderTitle } from '../../components/orders/orderTitle'
import { useServices } from '../../components/services'
import { isRejectedUnsent } from '../../orders/requests/givenUpRequest'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { useMessages } from '../../ui/messages'
import { progressMessages } from './messages'
import { OrderProgress } from './OrderProgress'

type ProgressDialogProps = {
  id: string
  onClose: () => void
  /** The effect of closing, if something follows; the button shows it once it does. */
  next?: string | undefined
}

/**
 * An order that was just confirmed, or reopened after a reload. Closing it cancels nothing that was sent; if the wallet
 * rejected before anything was sent, the order is dismissed, and the form keeps its input.
 */
export default function ProgressDialog({ id, onClose, next }: ProgressDialogProps) {
  const messages = useMessages(progressMessages)
  const activity = useMessages(activityMessages)
  const { orderService } = useServices()
  const { orders } = useSyncExternalStore(orderService.subscribe, orderService.getSnapshot)
  const shown = orders.find((order) => order.id === id)
  const title = shown ? orderTitle(summarizeOrder(shown), activity) : messages.title
  const close = () => {
    const order = orderService.getSnapshot().orders.find((order) => order.id === id)
    if (order && isRejectedUnsent(order)) void orderService.act(id, { type: 'dismiss' })
    onClose()
  }
  const footer = (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 flex-1 text-fine text-quiet">{messages.inActivity}</p>
      <Button kind={next === undefined ? 'quiet' : 'primary'} onClick={close}>
        {next ?? messages.close}
      </Button>
    </div>
  )
  return (
    <Dialog title={title} onClose={close} closesOutside={false} isSteady footer={footer}>
      {shown && <OrderProgress order={shown} onLeave={close} />}
    </Dialog>
  )
}
