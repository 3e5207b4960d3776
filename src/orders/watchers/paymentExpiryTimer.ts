import { currentPayment } from '../manualPayment'
import type { Order } from '../order'
import type { Ports } from '../ports'
import type { OrderStore } from '../store/orderStore'

/** Expires manual payments at their deadline. Someone who paid in time can still report it. */
export function createPaymentExpiryTimer({ clock }: Pick<Ports, 'clock'>, store: OrderStore) {
  const cancelTimers = new Map<string, () => void>()

  const stopListening = store.subscribe((id) => {
    for (const order of id === undefined ? store.all() : [store.get(id)]) if (order) schedule(order)
  })

  return {
    close: () => {
      stopListening()
      for (const cancel of cancelTimers.values()) cancel()
      cancelTimers.clear()
    },
  }

  function schedule(order: Order) {
    const { id } = order
    const deadline = deadlineOf(order)
    if (deadline === undefined || cancelTimers.has(id)) return
    const delay = Math.min(Math.max(0, deadline - clock.now()), maxTimerDelay)
    cancelTimers.set(
      id,
      clock.after(delay, () => expire(id, deadline)),
    )
  }

  function expire(id: string, deadline: number) {
    cancelTimers.delete(id)
    const order = store.get(id)
    if (!order) return
    // The timer was cut short, or the clock was set back.
    if (deadline > clock.now()) return schedule(order)
    void store.record(id, (current) => (deadlineOf(current) === undefined ? [] : [{ type: 'expired' }]))
  }
}

/** `setTimeout` overflows beyond this, in milliseconds. */
const maxTimerDelay = 2 ** 31 - 1

/** The deadline of a requested payment; `undefined` without one. */
function deadlineOf(order: Order): number | undefined {
  const payment = currentPayment(order)
  return payment?.progress.at === 'signing' ? payment.step.until : undefined
}
