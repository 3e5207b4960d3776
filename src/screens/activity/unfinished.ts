import type { Order } from '../../orders/order'
import { isCancelled, type OrderPhase, orderPhase } from '../../orders/orderPhase'

/** Orders that are not finished, and whether one of them waits for the person. */
export type Pending = { readonly count: number; readonly needsYou: boolean }

export function pendingIn(orders: readonly Order[]): Pending {
  const phases = orders.filter(({ isDismissed }) => !isDismissed).map(orderPhase)
  const pending = phases.filter((phase) => phase === 'under way' || phase === 'needs you')
  return { count: pending.length, needsYou: pending.includes('needs you') }
}

/** Orders that were unfinished a moment ago and have changed state since. Who cancelled one knows that already. */
export function settledSince(before: ReadonlyMap<string, OrderPhase>, orders: readonly Order[]): readonly Order[] {
  return orders.filter(
    (order) => before.get(order.id) === 'under way' && orderPhase(order) !== 'under way' && !isCancelled(order),
  )
}

export function phasesOf(orders: readonly Order[]): ReadonlyMap<string, OrderPhase> {
  return new Map(orders.map((order) => [order.id, orderPhase(order)]))
}
