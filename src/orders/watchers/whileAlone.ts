import type { Ports } from '../ports'
import type { OrderStore } from '../store/orderStore'

/**
 * Gives a transaction to an order while no other tab gives one to another: with the orders as all tabs have written
 * them. A lock on one order's entry is not enough, because the other tab writes the entry of another order.
 */
export async function whileAlone<Result>(
  locks: Ports['locks'],
  store: OrderStore,
  record: () => Promise<Result>,
): Promise<Result> {
  const lock = locks.request('transactions', 'when free')
  try {
    await lock.held
    await store.refreshAll().catch(() => {})
    return await record()
  } finally {
    lock.release()
  }
}
