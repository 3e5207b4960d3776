import { useSyncExternalStore } from 'react'
import { sequenceStage } from '../../../components/sequences/sequence'
import { useServices } from '../../../components/services'
import { isComplete } from '../../../orders/order'
import type { Sequence } from '../../../preparation/liquidity/sequenceCodec'
import { ProgressDialog } from '../../../signing/progress/ProgressDialog'
import { useMessages } from '../../../ui/messages'
import { sequenceScreenMessages } from './messages'

type ProgressProps = {
  readonly sequence: Sequence
  readonly orderId: string
  readonly onNext: () => void
  /** Its deposit is done. */
  readonly onEnd: () => void
  readonly onClose: () => void
}

/** An order of a sequence: once it is done, its dialog leads to the next step. */
export function SequenceProgress({ sequence, orderId, onNext, onEnd, onClose }: ProgressProps) {
  const messages = useMessages(sequenceScreenMessages)
  const { orderService } = useServices()
  const { orders } = useSyncExternalStore(orderService.subscribe, orderService.getSnapshot)
  const isDone = orders.some((order) => order.id === orderId && isComplete(order))
  const isLast = sequenceStage(sequence, orders).at === 'done'
  const close = () => {
    if (isLast) onEnd()
    if (isDone && !isLast) onNext()
    else onClose()
  }
  return <ProgressDialog id={orderId} onClose={close} next={isDone && !isLast ? messages.goOn : undefined} />
}
