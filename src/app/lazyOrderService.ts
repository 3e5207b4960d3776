import type { OrderDesk, OrdersSnapshot } from '../orders/orderService'

/**
 * A desk whose code comes when it is first needed. Until then there are no orders to show; afterwards everything
 * goes to the real one.
 */
export function lazyDesk(build: () => Promise<OrderDesk>): OrderDesk {
  const listeners = new Set<() => void>()
  let real: OrderDesk | undefined
  let building: Promise<OrderDesk> | undefined

  return {
    load: async () => (await desk()).load(),
    open: async (plan, isWanted) => (await desk()).open(plan, isWanted),
    run: async (id) => (await desk()).run(id),
    resume: async (id) => (await desk()).resume(id),
    retry: async (id) => (await desk()).retry(id),
    accept: async (id) => (await desk()).accept(id),
    pasteHash: async (id, hash) => (await desk()).pasteHash(id, hash),
    notSent: async (id) => (await desk()).notSent(id),
    rejectedIt: async (id) => (await desk()).rejectedIt(id),
    look: async (id) => (await desk()).look(id),
    openWallet: async (id) => (await desk()).openWallet(id),
    takeOver: async (id) => (await desk()).takeOver(id),
    dismiss: async (id) => (await desk()).dismiss(id),
    getSnapshot: () => real?.getSnapshot() ?? nothingYet,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => real?.close(),
  }

  function desk(): Promise<OrderDesk> {
    building ??= build().then(
      (desk) => {
        real = desk
        desk.subscribe(tellAll)
        tellAll()
        return desk
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

const nothingYet: OrdersSnapshot = { isLoaded: false, orders: [], elsewhere: new Set(), unreadable: 0 }
