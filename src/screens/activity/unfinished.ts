import type { Order } from '../../orders/order'
import { isCancelled, type OrderPhase, orderPhase } from '../../orders/orderPhase'

/** Orders that were unfinished a moment ago and have changed state since, except those that the person cancelled. */
export function settledSince(before: ReadonlyMap<string, OrderPhase>, orders: readonly Order[]): readonly Order[] {
  return orders.filter(
    (order) => before.get(order.id) === 'under way' && orderPhase(order) !== 'under way' && !isCancelled(order),
  )
}

export function phasesOf(orders: readonly Order[]): ReadonlyMap<string, OrderPhase> {
  return new Map(orders.map((order) => [order.id, orderPhase(order)]))
}
