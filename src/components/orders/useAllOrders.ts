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
    // When it fails, Activity says why; here the older ones stay away.
    if (isMissingSome) orderService.load().catch(() => {})
  }, [isMissingSome, orderService])
  return snapshot
}

/** Every order of this browser, for what must not go by a part of them. If the journal cannot be read, what is known counts. */
export async function allOrders({ orderService }: Pick<Services, 'orderService'>): Promise<readonly Order[]> {
  if (orderService.getSnapshot().unread > 0) await orderService.load().catch(() => {})
  return orderService.getSnapshot().orders
}
