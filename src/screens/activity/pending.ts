import type { Order } from '../../orders/order'
import { orderPhase } from '../../orders/orderPhase'

/** Orders that are not finished, and whether one of them waits for the person. */
export type Pending = { readonly count: number; readonly needsYou: boolean }

export function pendingIn(orders: readonly Order[]): Pending {
  const phases = orders.filter(({ isDismissed }) => !isDismissed).map(orderPhase)
  const pending = phases.filter((phase) => phase === 'under way' || phase === 'needs you')
  return { count: pending.length, needsYou: pending.includes('needs you') }
}
