import { Listeners } from '../domain/listeners'
import type { Order } from './order'
import { isUnfinished } from './orderPhase'
import { noOrders, type OrdersSnapshot } from './ordersSnapshot'
import type { OrderRunner } from './runner/orderRunner'
import type { OrderStore } from './store/orderStore'

/** Hands the newest snapshot of the orders to screens, in the form that `useSyncExternalStore` asks for. */
export class SnapshotPublisher {
  readonly #store: Pick<OrderStore, 'all' | 'unread' | 'withheld'>
  readonly #runner: Pick<OrderRunner, 'ownedByOtherTab'>
  readonly #listeners = new Listeners()
  #snapshot = noOrders
  /** Balances that the orders had changed before this visit. */
  #earlierChanges = 0

  constructor(store: Pick<OrderStore, 'all' | 'unread' | 'withheld'>, runner: Pick<OrderRunner, 'ownedByOtherTab'>) {
    this.#store = store
    this.#runner = runner
  }

  readonly getSnapshot = (): OrdersSnapshot => this.#snapshot

  readonly subscribe = this.#listeners.add

  /** Takes a snapshot, and has screens draw it. */
  publish(journal: JournalState): void {
    this.update(journal)
    this.#listeners.notify()
  }

  /** Takes a snapshot for later calls, without a render. */
  update({ isLoaded, isLoading }: JournalState): void {
    const before = this.#snapshot
    const orders = [...this.#store.all()].sort((a, b) => b.openedAt - a.openedAt)
    const unfinished = orders.filter(isUnfinished)
    const changes = balanceChangesIn(orders)
    // While the journal is read there are more orders each time, and none of them has changed a balance now.
    if (isLoading || this.#store.unread() > 0) this.#earlierChanges = changes - before.balanceChanges
    this.#snapshot = {
      isLoaded,
      orders,
      unfinished: isSame(unfinished, before.unfinished) ? before.unfinished : unfinished,
      balanceChanges: changes - this.#earlierChanges,
      ownedByOtherTab: new Set(this.#runner.ownedByOtherTab()),
      ...this.#store.withheld(),
      unread: this.#store.unread(),
    }
  }
}

/** How far this tab has come with reading the journal. */
export type JournalState = { readonly isLoaded: boolean; readonly isLoading: boolean }

/** How often these orders have changed a balance: steps on chain, and what bridges or the service have done. */
export function balanceChangesIn(orders: readonly Order[]): number {
  return orders.reduce((sum, { tasks, destination, request }) => {
    const steps = tasks.filter(({ progress }) => progress.at === 'done').length
    const at = destination?.delivery.at
    const isElsewhere = at === 'filled' || at === 'refunded' || request?.progress.at === 'seen'
    return sum + steps + (isElsewhere ? 1 : 0)
  }, 0)
}

function isSame(some: readonly Order[], others: readonly Order[]): boolean {
  return some.length === others.length && some.every((order, place) => order === others[place])
}
