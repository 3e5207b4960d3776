import { useSyncExternalStore } from 'react'
import { useServices } from '../../../components/services'
import { isComplete } from '../../../orders/order'
import type { Sequence } from '../../../orders/sequence'
import { ProgressDialog } from '../../../signing/progress/ProgressDialog'
import { useMessages } from '../../../ui/messages'
import { sequenceScreenMessages } from './messages'

type ProgressProps = {
  readonly sequence: Sequence
  readonly orderId: string
  readonly onNext: () => void
  readonly onClose: () => void
}

/** An order of a sequence: once it is done, its dialog leads to the next step. */
export function SequenceProgress({ sequence, orderId, onNext, onClose }: ProgressProps) {
  const messages = useMessages(sequenceScreenMessages)
  const { orderService } = useServices()
  const { orders } = useSyncExternalStore(orderService.subscribe, orderService.getSnapshot)
  const isDone = orders.some((order) => order.id === orderId && isComplete(order))
  const close = () => {
    if (isDone && !sequence.isOver) onNext()
    else onClose()
  }
  return <ProgressDialog id={orderId} onClose={close} next={isDone && !sequence.isOver ? messages.goOn : undefined} />
}
