import { currentPayment } from '../manualPayment'
import type { Order } from '../order'
import type { Ports } from '../ports'
import type { OrderStore } from '../store/orderStore'
import { watchOrders } from './watchOrders'

/** Expires manual payments at their deadline. Someone who paid in time can still report it. */
export function createPaymentExpiryTimer(ports: Pick<Ports, 'clock'>, store: OrderStore) {
  const { clock } = ports
  const watch = watchOrders(ports, store, (order) => deadlineOf(order) !== undefined, follow)
  return watch

  async function follow(order: Order) {
    for (let until = deadlineOf(order); until !== undefined; until = deadlineOf(store.require(order.id))) {
      await watch.pause(Math.min(Math.max(0, until - clock.now()), maxTimerDelay))
      // The timer was cut short, or the clock was set back.
      if (until > clock.now()) continue
      await store.record(order.id, (current) => (deadlineOf(current) === undefined ? [] : [{ type: 'expired' }]))
    }
  }
}

/** `setTimeout` overflows beyond this, in milliseconds. */
const maxTimerDelay = 2 ** 31 - 1

/** The deadline of a requested payment; `undefined` without one. */
function deadlineOf(order: Order): number | undefined {
  const payment = currentPayment(order)
  return payment?.progress.at === 'signing' ? payment.step.until : undefined
}
