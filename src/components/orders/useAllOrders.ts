import { useEffect, useSyncExternalStore } from 'react'
import type { Order } from '../../orders/order'
import type { OrdersSnapshot } from '../../orders/ordersSnapshot'
import { type Services, useServices } from '../services'

/** The orders of this browser, live. A start leaves most of a long journal for later; who shows older orders reads them now. */
export function useAllOrders(): OrdersSnapshot {
  const { orderService } = useServices()
  const snapshot = useSyncExternalStore(orderService.subscribe, orderService.getSnapshot)
  const isMissingSome = snapshot.unread > 0
  useEffect(() => {
    // When it fails, Activity shows the reason; here the older ones stay away.
    if (isMissingSome) orderService.load().catch(() => {})
  }, [isMissingSome, orderService])
  return snapshot
}

/**
 * All orders of this browser, for callers that need the complete list. If the journal is unreadable, the orders in
 * memory are used.
 */
export async function allOrders({ orderService }: Pick<Services, 'orderService'>): Promise<readonly Order[]> {
  if (orderService.getSnapshot().unread > 0) await orderService.load().catch(() => {})
  return orderService.getSnapshot().orders
}
