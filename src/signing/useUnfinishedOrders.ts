import { useState, useSyncExternalStore } from 'react'
import { useServices } from '../components/services'
import { useFreshBalances } from '../components/tokens/useBalance'
import type { Order } from '../orders/order'
import { orderPhase } from '../orders/orderPhase'

/** Orders that are not finished. Refetches balances whenever one of them has changed them. */
export function useUnfinishedOrders(): readonly Order[] {
  const { orderService } = useServices()
  const { orders } = useSyncExternalStore(orderService.subscribe, orderService.getSnapshot)
  useFreshBalances(orders)
  return orders.filter((order) => isUnfinished(order))
}

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
