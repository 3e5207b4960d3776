import { type Order, type Standing, standingOf } from '../../orders/order'

/** Orders that are not finished, and whether one of them waits for the person. */
export type Pending = { readonly count: number; readonly needsYou: boolean }

export function pendingIn(orders: readonly Order[]): Pending {
  const standings = orders.filter(({ isDismissed }) => !isDismissed).map(standingOf)
  const pending = standings.filter((standing) => standing === 'under way' || standing === 'needs you')
  return { count: pending.length, needsYou: pending.includes('needs you') }
}

/** What has become of orders that were under way a moment ago. */
export function newsIn(before: ReadonlyMap<string, Standing>, orders: readonly Order[]): readonly Order[] {
  return orders.filter((order) => before.get(order.id) === 'under way' && standingOf(order) !== 'under way')
}

export function standingsOf(orders: readonly Order[]): ReadonlyMap<string, Standing> {
  return new Map(orders.map((order) => [order.id, standingOf(order)]))
}
