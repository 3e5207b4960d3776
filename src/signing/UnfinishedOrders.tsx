import type { Order } from '../orders/order'
import { Button } from '../ui/Button'
import { Notice } from '../ui/Notice'
import { useWords } from '../ui/words'
import { noticeWords } from './noticeWords'

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
