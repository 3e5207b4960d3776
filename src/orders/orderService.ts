import type { AnyPlan } from '../guard/plan'
import { ActionHandlers } from './actions/actionHandlers'
import type { OrderAction } from './actions/orderActions'
import { balanceChangesIn } from './balanceChanges'
import { type Destination, isCrossChain } from './delivery'
import { rejectedFor, reorgCheckAge } from './intervals'
import { currentPayment, withManualPaymentRequested } from './manualPayment'
import { openOrder } from './openOrder'
import { currentTask, isComplete, type Order } from './order'
import { isUnfinished, orderPhase } from './orderPhase'
import { noOrders, type OrdersSnapshot } from './ordersSnapshot'
import type { Ports } from './ports'
import { isRejectedUnsent } from './requests/givenUpRequest'
import { OrderRunner } from './runner/orderRunner'
import { firstPart, OrderStore, readChangeMessage } from './store/orderStore'
import { createDeliveryWatcher } from './watchers/deliveryWatcher'
import { createLateTransactionWatcher } from './watchers/lateTransactionWatcher'
import { createPaymentExpiryTimer } from './watchers/paymentExpiryTimer'

/** The orders API for screens. One per tab; tabs mirror each other. */
export type OrderService = {
  /** Reads the journal, once, and watches orders in progress. Never prompts a wallet. */
  load(): Promise<void>
  /**
   * Reads the newest orders of a long journal alone. Returns whether the others can wait: as far as the last visit knew, all
   * of them are finished. Only `load` watches and acts.
   */
  loadNewest(): Promise<boolean>
  /**
   * Writes a reviewed plan to the journal as an order. Call it in the click that confirms the review, then `act` with `start`.
   * Throws `NotWritten` when this browser's storage fails, and `NotWanted` when `isWanted` has become false:
   * in both cases there is no order, and no wallet is asked.
   */
  open(plan: AnyPlan, isWanted?: () => boolean): Promise<string>
  /** Performs the person's action on an order. Resolves when the order is finished or needs the person. */
  act(id: string, action: OrderAction): Promise<void>
  /**
   * Imports orders of another browser, by id. Existing orders stay unchanged; unfinished ones are not imported
   * because only one browser may carry an order out.
   */
  importOrders(orders: readonly Order[]): Promise<ImportOutcome>
  /** For `useSyncExternalStore`. */
  readonly getSnapshot: () => OrdersSnapshot
  readonly subscribe: (listener: () => void) => () => void
  /** Ends timers and locks of this tab. */
  close(): void
}

export type ImportOutcome = { readonly added: number; readonly known: number; readonly open: number }

export function createOrderService(ports: Ports): OrderService {
  const store = new OrderStore(ports)
  const runner = new OrderRunner(ports, store, publish)
  const handlers = new ActionHandlers(runner)
  const listeners = new Set<() => void>()
  let isListening = false
  /** What other tabs changed while this one did not listen: it may have read an older entry. */
  const missed = new Set<string>()
  let isLoaded = false
  /** Loading, while that is going on, and the first half of it: reading the journal. */
  let loading: Promise<void> | undefined
  let reading: Promise<void> = Promise.resolve()
  /** Balances that the orders had changed before this visit. */
  let earlierChanges = 0
  let snapshot: OrdersSnapshot = noOrders

  const deliveryWatcher = createDeliveryWatcher(ports, store)
  const lateWatcher = createLateTransactionWatcher(runner.context)
  const paymentTimer = createPaymentExpiryTimer(ports, store)
  // What has been read is published by `load`, in few parts: each is a render of every screen that shows orders.
  const stopListening = [store.subscribe((id) => id !== undefined && publish()), ports.channel.subscribe(mirror)]

  const service: OrderService = {
    load: () => {
      // Once all are known, this tab hears of each that another one changes.
      if (isLoaded) return Promise.resolve()
      loading ??= load().finally(() => {
        loading = undefined
      })
      return loading
    },
    loadNewest: async () => {
      // A page that needs all of them has asked before: what is known must not be counted as unread again.
      if (isLoaded || loading) return isLoaded
      const reading = store.loadShortlist(publish)
      snapshot = takeSnapshot()
      return (await reading) && store.all().every(isOver)
    },
    open,
    act,
    importOrders,
    getSnapshot: () => snapshot,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: () => {
      for (const stop of stopListening) stop()
      deliveryWatcher.close()
      lateWatcher.close()
      paymentTimer.close()
      runner.close()
    },
  }
  return service

  async function load() {
    reading = readJournal()
    // No screen draws it anew for that, but who asks for all orders now has to wait.
    snapshot = takeSnapshot()
    await reading.catch((error: unknown) => {
      publish()
      throw error
    })
    for (const order of store.all()) {
      if (isForgotten(order, ports.clock.now())) void store.record(order.id, [{ type: 'dismissed' }])
      // What was confirmed in this tab during the reading is no order of an earlier visit: its click starts it.
      if (runner.context.permissions.has(order.id)) continue
      if (isActive(order)) runner.start(order.id, 'journal')
      else if (isComplete(order) && ports.clock.now() - order.changedAt < reorgCheckAge)
        void runner.recheckAfterDone(order.id)
    }
    if (store.all().some(isActive)) publish()
    // Before orders are shown: know which tab owns each, and dismiss those no wallet was ever asked for.
    await Promise.all(store.all().map(({ id }) => runner.ownershipKnown(id)))
    isLoaded = true
    publish()
  }

  /** Every order is known, as the tab that wrote it last has left it. */
  async function readJournal() {
    await store.load(publish)
    isListening = true
    await Promise.all([...missed].map((id) => store.refresh(id)))
    missed.clear()
  }

  async function open(plan: AnyPlan, isWanted = () => true): Promise<string> {
    const destination = isCrossChain(plan) ? await readDestination(plan, ports) : undefined
    if (!isWanted()) throw new NotWanted()
    const now = ports.clock.now()
    const order = withManualPaymentRequested(openOrder(ports.newId(), plan, now, destination), now)
    if (!currentPayment(order)) await runner.reserve(order)
    // Before the order is known: without it, loading would take the order for one of an earlier visit.
    runner.context.permissions.set(order.id, 'sign')
    await store.add(order)
    isListening = true
    return order.id
  }

  /**
   * What an order may do depends on the others, so all are read first, and once more when that failed. If the journal
   * cannot be read then either, the action is carried out all the same.
   */
  async function act(id: string, action: OrderAction): Promise<void> {
    if (store.unread() > 0) service.load().catch(() => undefined)
    await reading.catch(() => service.load()).catch(() => undefined)
    return handlers.handle(id, action)
  }

  async function importOrders(orders: readonly Order[]): Promise<ImportOutcome> {
    const over = orders.filter((order) => isOver(order))
    const added: boolean[] = []
    for (const order of over) added.push(await store.addMissing(order))
    const count = added.filter(Boolean).length
    return { added: count, known: over.length - count, open: orders.length - over.length }
  }

  /** The next visit shows the newest and the unfinished orders first. */
  function keepShortlist({ orders }: OrdersSnapshot) {
    const first = orders.filter((order, place) => place < firstPart || !isOver(order)).slice(0, 3 * firstPart)
    ports.journal.shortlist?.write({ ids: first.map(({ id }) => id), entries: orders.length })
  }

  /** Another tab has changed an order: it is shown as it is now, and watched here in case that tab goes away. */
  function mirror(message: unknown) {
    const id = readChangeMessage(message)
    if (id === undefined) return
    if (!isListening) {
      missed.add(id)
      if (store.unread() > 0) service.load().catch(() => undefined)
      return
    }
    void store.refresh(id).then(() => {
      const order = store.get(id)
      if (order && isActive(order)) runner.mirror(id)
    })
  }

  function publish() {
    snapshot = takeSnapshot()
    if (isLoaded) keepShortlist(snapshot)
    for (const listener of listeners) listener()
  }

  function takeSnapshot(): OrdersSnapshot {
    const orders = [...store.all()].sort((a, b) => b.openedAt - a.openedAt)
    const unfinished = orders.filter(isUnfinished)
    const changes = balanceChangesIn(orders)
    // While the journal is read there are more orders each time, and none of them has changed a balance now.
    if (loading || store.unread() > 0) earlierChanges = changes - snapshot.balanceChanges
    return {
      isLoaded,
      orders,
      unfinished: isSame(unfinished, snapshot.unfinished) ? snapshot.unfinished : unfinished,
      balanceChanges: changes - earlierChanges,
      ownedByOtherTab: new Set(runner.ownedByOtherTab()),
      unreadable: store.unreadable(),
      unread: store.unread(),
    }
  }
}

function isSame(some: readonly Order[], others: readonly Order[]): boolean {
  return some.length === others.length && some.every((order, place) => order === others[place])
}

/** Reads the destination chain before signing: the baseline that deliveries are compared with. */
async function readDestination(plan: AnyPlan, { deliveryTracker }: Ports): Promise<Destination> {
  const since = await deliveryTracker?.readBaseline(plan).catch(() => undefined)
  return { since, delivery: { at: 'awaited' } }
}

/** A rejected order that nobody returned to is dismissed. */
function isForgotten(order: Order, now: number): boolean {
  return !order.isDismissed && isRejectedUnsent(order) && now - order.changedAt > rejectedFor
}

/** No wallet request is open and nothing is awaited. */
function isOver(order: Order): boolean {
  const phase = orderPhase(order)
  return (phase === 'done' || phase === 'stopped') && !isActive(order)
}

/** An order that continues by itself, or has to be watched. */
function isActive(order: Order): boolean {
  switch (currentTask(order)?.progress.at) {
    case 'waiting':
      return !order.isDismissed
    case 'checking':
    case 'switching':
    case 'signing':
    case 'sent':
    case 'confirming':
    case 'unknown':
      return true
    default:
      return false
  }
}

export class NotWanted extends Error {
  override readonly name = 'NotWanted'

  constructor() {
    super('The review was closed before the order was written down, so there is no order.')
  }
}
