import type { OrderService, OrdersSnapshot } from '../../orders/orderService'
import { lazyStore } from './lazyStore'

/** An order service whose code is loaded when first needed; without orders until then. */
export function lazyOrderService(build: () => Promise<OrderService>): OrderService {
  const { load, loaded, getSnapshot, subscribe } = lazyStore(build, noOrders)
  return {
    load: async () => (await load()).load(),
    open: async (plan, isWanted) => (await load()).open(plan, isWanted),
    act: async (id, action) => (await load()).act(id, action),
    importOrders: async (orders) => (await load()).importOrders(orders),
    getSnapshot,
    subscribe,
    close: () => loaded()?.close(),
  }
}

const noOrders: OrdersSnapshot = { isLoaded: false, orders: [], ownedByOtherTab: new Set(), unreadable: 0, unread: 0 }
