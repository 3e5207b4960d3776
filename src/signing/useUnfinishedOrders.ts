import { useState, useSyncExternalStore } from 'react'
import { useServices } from '../components/services'
import { useFreshBalances } from '../components/tokens/useBalance'
import type { Order } from '../orders/order'
import { orderPhase } from '../orders/orderPhase'

/** Orders that are not finished. Refetches balances whenever one of them has changed them. */
export function useUnfinishedOrders(): readonly Order[] {
  const { orderService } = useServices()
  const { orders, unread } = useSyncExternalStore(orderService.subscribe, orderService.getSnapshot)
  // While the journal is read there are more orders each time, and none of them has changed a balance now.
  useFreshBalances(unread === 0 ? orders : nothingYet)
  return orders.filter((order) => isUnfinished(order))
}

const nothingYet: readonly Order[] = []

function isUnfinished(order: Order): boolean {
  const phase = orderPhase(order)
  return !order.isDismissed && (phase === 'under way' || phase === 'needs you')
}

/** Reopens the order in progress once after a reload; closing it counts as seen. */
export function useReopenOrder(orders: readonly Order[], onFound: (id: string) => void) {
  const { orderService } = useServices()
  const { isLoaded, ownedByOtherTab } = useSyncExternalStore(orderService.subscribe, orderService.getSnapshot)
  const [isDone, setDone] = useState(false)
  if (isDone || !isLoaded) return
  setDone(true)
  const found = orders.find(({ id }) => !ownedByOtherTab.has(id))
  if (found) onFound(found.id)
}
