import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { useMessages } from '../../ui/messages'
import { progressMessages } from './messages'
import { OrderProgress, WithOrder } from './OrderProgress'

/** The order just confirmed, or found again after a reload. Closing it ends nothing. */
export function ProgressDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const messages = useMessages(progressMessages)
  const footer = (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 flex-1 text-fine text-quiet">{messages.inActivity}</p>
      <Button onClick={onClose}>{messages.close}</Button>
    </div>
  )
  return (
    <Dialog title={messages.title} isOpen onClose={onClose} closesOutside={false} isSteady footer={footer}>
      <WithOrder id={id}>{(order) => <OrderProgress order={order} onLeave={onClose} />}</WithOrder>
    </Dialog>
  )
}
