import type { OrderService, OrdersSnapshot } from '../orders/orderService'

/**
 * An order service whose code is loaded when it is first needed. Until then there are no orders to show; afterwards everything
 * goes to the real one.
 */
export function lazyOrderService(build: () => Promise<OrderService>): OrderService {
  const listeners = new Set<() => void>()
  let real: OrderService | undefined
  let building: Promise<OrderService> | undefined

  return {
    load: async () => (await service()).load(),
    open: async (plan, isWanted) => (await service()).open(plan, isWanted),
    act: async (id, action) => (await service()).act(id, action),
    getSnapshot: () => real?.getSnapshot() ?? nothingYet,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => real?.close(),
  }

  function service(): Promise<OrderService> {
    building ??= build().then(
      (service) => {
        real = service
        service.subscribe(tellAll)
        tellAll()
        return service
      },
      (error) => {
        // A part that could not be loaded is tried again with the next wish.
        building = undefined
        throw error
      },
    )
    return building
  }

  function tellAll() {
    for (const listener of listeners) listener()
  }
}

const nothingYet: OrdersSnapshot = { isLoaded: false, orders: [], ownedByOtherTab: new Set(), unreadable: 0 }
