import type { Order } from '../../orders/order'
import { isUnfinished, orderPhase } from '../../orders/orderPhase'

/** Orders that are not finished, and whether one of them waits for the person. */
export type Pending = { readonly count: number; readonly needsYou: boolean }

export function pendingIn(orders: readonly Order[]): Pending {
  const phases = orders.filter(isUnfinished).map(orderPhase)
  return { count: phases.length, needsYou: phases.includes('needs you') }
}
