import type { Order } from '../order'
import type { Ports } from '../ports'
import type { OrderStore } from '../store/orderStore'

/** Runs one loop for each order that needs it. It begins when the order is loaded or changed. */
export function watchOrders(
  { clock }: Pick<Ports, 'clock'>,
  store: OrderStore,
  isNeeded: (order: Order) => boolean,
  follow: (order: Order) => Promise<void>,
) {
  const followed = new Set<string>()
  const cancelTimers = new Set<() => void>()
  let isClosed = false
  const stopListening = store.subscribe((id) => {
    for (const order of id === undefined ? store.all() : [store.get(id)])
      if (order && isNeeded(order) && !followed.has(order.id)) void begin(order)
  })
  return {
    isClosed: () => isClosed,
    /** The pause between two polls. After `close` none ends, so nothing polls any more. */
    pause: (milliseconds: number) =>
      new Promise<void>((resolve) => {
        if (isClosed) return
        const cancel = clock.after(milliseconds, () => {
          cancelTimers.delete(cancel)
          resolve()
        })
        cancelTimers.add(cancel)
      }),
    close: () => {
      isClosed = true
      stopListening()
      for (const cancel of cancelTimers) cancel()
    },
  }

  async function begin(order: Order) {
    followed.add(order.id)
    // The next change of an order restarts a loop that failed.
    await follow(order).finally(() => followed.delete(order.id))
  }
}
