import type { AnyPlan } from '../guard/plan'
import { ActionHandlers } from './actions/actionHandlers'
import type { OrderAction } from './actions/orderActions'
import { type Destination, isCrossChain } from './delivery'
import { isOver, JournalLoader } from './journalLoader'
import { currentPayment, withManualPaymentRequested } from './manualPayment'
import { openOrder } from './openOrder'
import type { Order } from './order'
import type { OrdersSnapshot } from './ordersSnapshot'
import type { Ports } from './ports'
import { OrderRunner } from './runner/orderRunner'
import type { SequencePart } from './sequencePart'
import { SnapshotPublisher } from './snapshotPublisher'
import { OrderStore } from './store/orderStore'
import { createDeliveryWatcher } from './watchers/deliveryWatcher'
import { createLateTransactionWatcher } from './watchers/lateTransactionWatcher'
import { createPaymentExpiryTimer } from './watchers/paymentExpiryTimer'

/** The orders API for screens. One per tab; tabs mirror each other. */
export type OrderService = {
  /** Reads the journal, once, and watches orders in progress. Never prompts a wallet. */
  load(): Promise<void>
  /** Reads only the newest orders of a long journal. Returns */
  loadNewest(): Promise<boolean>
  /**
   * Writes a reviewed plan to the journal as an order, and of which sequence it is a `part`. Call it in the click that confirms the review, then `act` with `start`.
   * Throws `NotWritten` when this browser's storage fails, and `NotWanted` when `isWanted` has become false:
   * in both cases there is no order, and no wallet is asked.
   */
  open(plan: AnyPlan, isWanted?: () => boolean, part?: SequencePart): Promise<string>
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
  const snapshots = new SnapshotPublisher(store, runner)
  const loader = new JournalLoader(ports, store, runner, snapshots)
  const handlers = new ActionHandlers(runner)
  const deliveryWatcher = createDeliveryWatcher(ports, store)
  const lateWatcher = createLateTransactionWatcher(runner.context)
  const paymentTimer = createPaymentExpiryTimer(ports, store)
  const stopListening = [
    // The loader publishes the orders in few parts: each is a render of every screen that shows orders.
    store.subscribe((id) => id !== undefined && publish()),
    ports.channel.subscribe((message) => loader.mirror(message)),
  ]

  return {
    load: () => loader.load(),
    loadNewest: () => loader.loadNewest(),
    open,
    act,
    importOrders,
    getSnapshot: snapshots.getSnapshot,
    subscribe: snapshots.subscribe,
    close: () => {
      for (const stop of stopListening) stop()
      deliveryWatcher.close()
      lateWatcher.close()
      paymentTimer.close()
      runner.close()
    },
  }

  function publish() {
    loader.publish()
  }

  async function open(plan: AnyPlan, isWanted = () => true, part?: SequencePart): Promise<string> {
    const destination = isCrossChain(plan) ? await readDestination(plan, ports) : undefined
    if (!isWanted()) throw new NotWanted()
    const now = ports.clock.now()
    const order = withManualPaymentRequested(openOrder(ports.newId(), plan, now, destination, part), now)
    const write = () => {
      // Before the order is known: otherwise loading would treat the order as one of an earlier visit.
      runner.context.permissions.set(order.id, 'sign')
      return store.add(order)
    }
    await (currentPayment(order) ? write() : runner.reserve(order, write))
    loader.hasOpened()
    return order.id
  }

  /**
   * The possible actions of an order depend on the other orders, so all are read first, and again when that failed. If
   * the journal cannot be read then either, the action is carried out all the same.
   */
  async function act(id: string, action: OrderAction): Promise<void> {
    await loader.allRead()
    return handlers.handle(id, action)
  }

  async function importOrders(orders: readonly Order[]): Promise<ImportOutcome> {
    const over = orders.filter((order) => isOver(order))
    const added: boolean[] = []
    for (const order of over) added.push(await store.addMissing(order))
    const count = added.filter(Boolean).length
    return { added: count, known: over.length - count, open: orders.length - over.length }
  }
}

/** Reads the destination chain before signing: the baseline that deliveries are compared with. */
async function readDestination(plan: AnyPlan, { deliveryTracker }: Ports): Promise<Destination> {
  const since = await deliveryTracker?.readBaseline(plan).catch(() => undefined)
  return { since, delivery: { at: 'awaited' } }
}

export class NotWanted extends Error {
  override readonly name = 'NotWanted'

  constructor() {
    super('The review was closed before the order was written down, so there is no order.')
  }
}
