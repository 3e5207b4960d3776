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
    run: async (id) => (await service()).run(id),
    resume: async (id) => (await service()).resume(id),
    retry: async (id) => (await service()).retry(id),
    accept: async (id) => (await service()).accept(id),
    pasteHash: async (id, hash) => (await service()).pasteHash(id, hash),
    notSent: async (id) => (await service()).notSent(id),
    rejectedIt: async (id) => (await service()).rejectedIt(id),
    look: async (id) => (await service()).look(id),
    openWallet: async (id) => (await service()).openWallet(id),
    takeOver: async (id) => (await service()).takeOver(id),
    dismiss: async (id) => (await service()).dismiss(id),
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
