import { currentTask, type Order } from '../orders/order'
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
  const uncertain = unfinished.find((order) => currentTask(order)?.progress.at === 'unknown')
  const first = uncertain ?? unfinished[0]
  if (!first) return null
  return (
    <Notice
      {...(uncertain && { kind: 'warn' as const, title: messages.uncertain })}
      action={
        <Button size="small" onClick={() => onShow(first.id)}>
          {messages.show}
        </Button>
      }
    >
      {uncertain ? messages.uncertainNext : messages.underWay(unfinished.length)}
    </Notice>
  )
}
