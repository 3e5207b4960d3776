import type { Order } from '../orders/order'
import { Button } from '../ui/Button'
import { useMessages } from '../ui/messages'
import { Notice } from '../ui/Notice'
import { noticeMessages } from './notice.messages'

type UnderWayProps = {
  readonly unfinished: readonly Order[]
  readonly onShow: (orderId: string) => void
}

/** Keeps unfinished orders visible on every screen. */
export function UnfinishedOrders({ unfinished, onShow }: UnderWayProps) {
  const messages = useMessages(noticeMessages)
  const [first] = unfinished
  if (!first) return null
  return (
    <Notice
      action={
        <Button size="small" onClick={() => onShow(first.id)}>
          {messages.show}
        </Button>
      }
    >
      {messages.underWay(unfinished.length)}
    </Notice>
  )
}
