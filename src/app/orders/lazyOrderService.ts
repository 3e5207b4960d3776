import { Listeners } from '../../domain/listeners'
import { once } from '../../domain/once'
import type { OrderService } from '../../orders/orderService'
import { noOrders } from '../../orders/ordersSnapshot'

/**
 * An order service whose code is loaded when first needed; without orders until then. If the code cannot be fetched, the call
 * rejects, and the next one tries again.
 */
export function lazyOrderService(build: () => Promise<OrderService>): OrderService {
  const listeners = new Listeners()
  let service: OrderService | undefined
  const loaded = once(async () => {
    service = await build()
    service.subscribe(listeners.notify)
    listeners.notify()
    return service
  })

  return {
    load: async () => (await loaded()).load(),
    loadNewest: async () => (await loaded()).loadNewest(),
    open: async (...order) => (await loaded()).open(...order),
    request: async (...request) => (await loaded()).request(...request),
    recordRequest: async (...news) => (await loaded()).recordRequest(...news),
    plan: async (...order) => (await loaded()).plan(...order),
    act: async (id, action) => (await loaded()).act(id, action),
    importOrders: async (orders) => (await loaded()).importOrders(orders),
    getSnapshot: () => service?.getSnapshot() ?? noOrders,
    subscribe: listeners.add,
    close: () => service?.close(),
  }
}
