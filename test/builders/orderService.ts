import { balanceChangesIn } from '../../src/orders/journalLoader'
import { isUnfinished } from '../../src/orders/orderPhase'
import type { OrderService } from '../../src/orders/orderService'
import { noOrders, type OrdersSnapshot } from '../../src/orders/ordersSnapshot'

/* The basis of the tests of these screens. */

/** An order service that holds what it is given, and where every action succeeds without a trace. */
export function ordersWith(snapshot: Partial<OrdersSnapshot> = {}, part: Partial<OrderService> = {}): OrderService {
  const orders: OrdersSnapshot = {
    ...noOrders,
    isLoaded: true,
    unfinished: snapshot.orders?.filter(isUnfinished) ?? [],
    balanceChanges: balanceChangesIn(snapshot.orders ?? []),
    ...snapshot,
  }
  const none = () => Promise.resolve()
  return {
    load: none,
    loadNewest: async () => true,
    open: async () => 'order-1',
    request: async (_, __, send) => ({ is: 'posted', answer: await send('order-1') }),
    recordRequest: none,
    plan: none,
    act: none,
    importOrders: async () => ({ added: 0, known: 0, open: 0 }),
    getSnapshot: () => orders,
    subscribe: () => () => {},
    close: () => {},
    ...part,
  }
}
