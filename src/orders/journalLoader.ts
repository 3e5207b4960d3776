import { Listeners } from '../domain/listeners'
import { rejectedFor, reorgCheckAge } from './intervals'
import { currentTask, isRequested, type Order } from './order'
import { isUnfinished, orderPhase } from './orderPhase'
import { noOrders, type OrdersSnapshot } from './ordersSnapshot'
import type { Ports } from './ports'
import { hasStopped } from './progress'
import { newsOf, requestLockName, targetOf } from './requestedDeposit'
import { isRejectedUnsent } from './requests/givenUpRequest'
import { decidedPosition } from './requests/turnedDown'
import type { OrderRunner } from './runner/orderRunner'
import { firstPart, type OrderStore, readChangeMessage } from './store/orderStore'

/**
 * Reads the journal of this browser, continues what an earlier visit left, follows what other tabs change, and hands
 * screens the newest snapshot of it.
 */
export class JournalLoader {
  readonly #ports: Ports
  readonly #store: OrderStore
  readonly #runner: OrderRunner
  #isListening = false
  /** Changes that other tabs made while this one did not listen: it may have read an older entry. */
  readonly #missed = new Set<string>()
  #isLoaded = false
  /** Loading, while that is going on, and the first half of it: reading the journal. */
  #loading: Promise<void> | undefined
  #reading: Promise<void> = Promise.resolve()
  readonly #listeners = new Listeners()
  #snapshot = noOrders
  /** Balances that the orders had changed before this visit. */
  #earlierChanges = 0

  constructor(ports: Ports, store: OrderStore, runner: OrderRunner) {
    this.#ports = ports
    this.#store = store
    this.#runner = runner
  }

  /** The newest snapshot for screens, in the form that `useSyncExternalStore` asks for. */
  readonly getSnapshot = (): OrdersSnapshot => this.#snapshot

  readonly subscribe = this.#listeners.add

  /** Once all are known, this tab hears of each that another one changes. */
  load(): Promise<void> {
    if (this.#isLoaded) return Promise.resolve()
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined
    })
    return this.#loading
  }

  async loadNewest(): Promise<boolean> {
    // A page that needs all of them has asked before: loaded orders must not count as unread again.
    if (this.#isLoaded || this.#loading) return this.#isLoaded
    const reading = this.#store.loadShortlist(() => this.publish())
    this.#takeSnapshot()
    return (await reading) && this.#store.all().every(isOver)
  }

  /**
   * Resolves when every order has been read, again when that failed. If the journal cannot be read then either, it
   * resolves all the same.
   */
  async allRead(): Promise<void> {
    if (this.#store.unread() > 0) this.load().catch(() => undefined)
    await this.#reading.catch(() => this.load()).catch(() => undefined)
  }

  /** Another tab has changed an order: it is shown as it is now, and watched here in case that tab goes away. */
  mirror(message: unknown): void {
    const id = readChangeMessage(message)
    if (id === undefined) return
    if (!this.#isListening) {
      this.#missed.add(id)
      if (this.#store.unread() > 0) this.load().catch(() => undefined)
      return
    }
    const before = this.#store.get(id)
    void this.#store.refresh(id).then(() => {
      const order = this.#store.get(id)
      if (order && isActive(order)) this.#runner.mirror(id, before)
      if (order) void this.#settleInterrupted(order)
    })
  }

  /** This tab has written an order itself: from now on it follows changes of other tabs. */
  hasOpened(): void {
    this.#isListening = true
  }

  /** Takes a snapshot, and has screens draw it. */
  publish(): void {
    this.#takeSnapshot()
    this.#listeners.notify()
    if (this.#isLoaded) keepShortlist(this.#ports, this.#snapshot.orders)
  }

  /** For later calls, without a render. */
  #takeSnapshot(): void {
    const before = this.#snapshot
    const orders = [...this.#store.all()].sort((a, b) => b.openedAt - a.openedAt)
    const unfinished = orders.filter(isUnfinished)
    const changes = balanceChangesIn(orders)
    // While the journal is read there are more orders each time, and none of them has changed a balance now.
    if (this.#loading || this.#store.unread() > 0) this.#earlierChanges = changes - before.balanceChanges
    this.#snapshot = {
      isLoaded: this.#isLoaded,
      orders,
      unfinished: isSame(unfinished, before.unfinished) ? before.unfinished : unfinished,
      balanceChanges: changes - this.#earlierChanges,
      ownedByOtherTab: new Set(this.#runner.ownedByOtherTab()),
      ...this.#store.withheld(),
      unread: this.#store.unread(),
    }
  }

  async #load(): Promise<void> {
    this.#reading = this.#readJournal()
    // No screen draws it again for that, but who asks for all orders now has to wait.
    this.#takeSnapshot()
    await this.#reading.catch((error: unknown) => {
      this.publish()
      throw error
    })
    this.#continueEarlierOrders()
    // Before orders are shown: know which tab owns each, and dismiss those no wallet was ever asked for.
    await Promise.all(this.#store.all().map(({ id }) => this.#runner.ownershipKnown(id)))
    this.#isLoaded = true
    this.publish()
  }

  /** Every order is known, as the tab that wrote it last has left it. */
  async #readJournal(): Promise<void> {
    await this.#store.load(() => this.publish())
    this.#isListening = true
    await Promise.all([...this.#missed].map((id) => this.#store.refresh(id)))
    this.#missed.clear()
  }

  #continueEarlierOrders(): void {
    const now = this.#ports.clock.now()
    for (const order of this.#store.all()) {
      if (isForgotten(order, now)) void this.#store.record(order.id, [{ type: 'dismissed' }])
      void this.#settleInterrupted(order)
      // An order confirmed in this tab during the reading is not from an earlier visit: its click starts it.
      if (this.#runner.context.permissions.has(order.id)) continue
      if (isActive(order)) this.#runner.start(order.id, 'journal')
      else if (decidedPosition(order) !== undefined && now - order.changedAt < reorgCheckAge)
        void this.#runner.recheckAfterDone(order.id)
    }
    if (this.#store.all().some(isActive)) this.publish()
  }

  /** Once the lock of a request is free, the tab that was asking is gone: no answer came, or it could not be written down. */
  async #settleInterrupted(order: Order): Promise<void> {
    const { intent } = order.plan
    if (!isRequested(order) || order.request.progress.at !== 'posted' || intent.kind !== 'deposit') return
    const lock = this.#ports.locks.request(requestLockName(targetOf(intent)), 'when free')
    try {
      if (await lock.held) await this.#store.record(order.id, (current) => newsOf(current, { at: 'unanswered' }))
    } finally {
      lock.release()
    }
  }
}

/** The next visit shows the newest and the unfinished orders first. */
function keepShortlist({ journal }: Ports, orders: readonly Order[]) {
  const first = orders.filter((order, place) => place < firstPart || !isOver(order)).slice(0, 3 * firstPart)
  journal.shortlist?.write({ ids: first.map(({ id }) => id), entries: orders.length })
}

/** A rejected order that no one returned to is dismissed. */
function isForgotten(order: Order, now: number): boolean {
  return !order.isDismissed && isRejectedUnsent(order) && now - order.changedAt > rejectedFor
}

/** No wallet request is open and nothing is awaited. */
export function isOver(order: Order): boolean {
  const phase = orderPhase(order)
  return (phase === 'done' || phase === 'stopped') && !isActive(order)
}

/** An order that continues by itself, or has to be watched. */
function isActive(order: Order): boolean {
  const progress = currentTask(order)?.progress
  if (!progress || hasStopped(progress)) return false
  return progress.at !== 'waiting' || !order.isDismissed
}

function isSame(some: readonly Order[], others: readonly Order[]): boolean {
  return some.length === others.length && some.every((order, place) => order === others[place])
}

/** How often these orders have changed a balance: steps on chain, and what bridges or the service have done. */
export function balanceChangesIn(orders: readonly Order[]): number {
  return orders.reduce((sum, { tasks, destination, request }) => {
    const steps = tasks.filter(({ progress }) => progress.at === 'done').length
    const at = destination?.delivery.at
    const isElsewhere = at === 'filled' || at === 'refunded' || request?.progress.at === 'seen'
    return sum + steps + (isElsewhere ? 1 : 0)
  }, 0)
}
