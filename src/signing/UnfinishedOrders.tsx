import { useEffect, useEffectEvent, useState } from 'react'
import { useServices } from '../components/services'
import { useFreshBalances } from '../components/tokens/useBalance'
import { currentTask, isComplete, isRequested, type Order } from '../orders/order'
import { Button } from '../ui/Button'
import { useSlice } from '../ui/hooks/useSlice'
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

/** Orders that are not finished; deposits that only the service acts on have their own notice. Refetches balances whenever one of them has changed them. */
export function useUnfinishedOrders(): readonly Order[] {
  const { orderService } = useServices()
  useFreshBalances(useSlice(orderService, ({ balanceChanges }) => balanceChanges))
  return useSlice(orderService, ({ unfinished }) => unfinished).filter((order) => !isRequested(order))
}

/** Reopens the order in progress once after a reload; closing it counts as seen. */
export function useReopenOrder(orders: readonly Order[], onFound: (id: string) => void) {
  const { orderService } = useServices()
  const isLoaded = useSlice(orderService, ({ isLoaded }) => isLoaded)
  const [isDone, setDone] = useState(false)
  if (isDone || !isLoaded) return
  setDone(true)
  const { ownedByOtherTab } = orderService.getSnapshot()
  const found = orders.find(({ id }) => !ownedByOtherTab.has(id))
  if (found) onFound(found.id)
}

/** Once an order is complete its amounts are cleared: a habitual press must not carry it out a second time. */
export function useClearedAfter(onDone: () => void): (orderId: string) => void {
  const { orderService } = useServices()
  const [id, setId] = useState<string>()
  const isDone = useSlice(
    orderService,
    ({ orders }) => id !== undefined && orders.some((order) => order.id === id && isComplete(order)),
  )
  const clear = useEffectEvent(onDone)
  useEffect(() => {
    if (isDone) clear()
  }, [isDone])
  return setId
}
