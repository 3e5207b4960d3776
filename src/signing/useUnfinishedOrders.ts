import { useEffect, useEffectEvent, useState } from 'react'
import { useServices } from '../components/services'
import { useFreshBalances } from '../components/tokens/useBalance'
import { isComplete, isRequested, type Order } from '../orders/order'
import { useSlice } from '../ui/hooks/useSlice'

/* A file of its own: the first load of the swap form needs this hook, and not the texts of `UnfinishedOrders`. */

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
