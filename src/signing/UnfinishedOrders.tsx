import type { Order } from '../orders/order'
import { Button } from '../ui/Button'
import { useWords } from '../ui/messages'
import { Notice } from '../ui/Notice'
import { noticeWords } from './notice.messages'

type UnderWayProps = {
  readonly unfinished: readonly Order[]
  readonly onShow: (orderId: string) => void
}

/** Orders that are not finished are never out of sight. */
export function UnderWay({ unfinished, onShow }: UnderWayProps) {
  const words = useWords(noticeWords)
  const [first] = unfinished
  if (!first) return null
  return (
    <Notice
      action={
        <Button size="small" onClick={() => onShow(first.id)}>
          {words.show}
        </Button>
      }
    >
      {words.underWay(unfinished.length)}
    </Notice>
  )
}
