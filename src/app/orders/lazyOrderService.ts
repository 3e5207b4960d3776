import type { OrderService } from '../../orders/orderService'
import { noOrders } from '../../orders/ordersSnapshot'
import { lazyStore } from './lazyStore'

/** An order service whose code is loaded when first needed; without orders until then. */
export function lazyOrderService(build: () => Promise<OrderService>): OrderService {
  const { load, loaded, getSnapshot, subscribe } = lazyStore(build, noOrders)
  return {
    load: async () => (await load()).load(),
    loadNewest: async () => (await load()).loadNewest(),
    open: async (...order) => (await load()).open(...order),
    act: async (id, action) => (await load()).act(id, action),
    importOrders: async (orders) => (await load()).importOrders(orders),
    getSnapshot,
    subscribe,
    close: () => loaded()?.close(),
  }
}
