import type { Order } from './order'

/** How often these orders have changed a balance: steps on chain, and what bridges have delivered or refunded. */
export function balanceChangesIn(orders: readonly Order[]): number {
  return orders.reduce((sum, { tasks, destination }) => {
    const steps = tasks.filter(({ progress }) => progress.at === 'done').length
    const at = destination?.delivery.at
    return sum + steps + (at === 'filled' || at === 'refunded' ? 1 : 0)
  }, 0)
}
