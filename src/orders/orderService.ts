import { errorClass } from '../domain/errorClass'
import type { AnyPlan } from '../guard/plan'
import { type ActionOf, type Actions, createActions } from './actions/actionHandlers'
import type { OrderAction } from './actions/orderActions'
import { type Destination, isCrossChain } from './delivery'
import { isOver, JournalLoader } from './journalLoader'
import { currentPayment, withManualPaymentRequested } from './manualPayment'
import { openOrder } from './openOrder'
import type { Order } from './order'
import type { Ports } from './ports'
import { type NewRequest, newsOf, openDepositsTo, openRequest, requestLockName, targetOf } from './requestedDeposit'
import { OrderRunner } from './runner/orderRunner'
import type { SequencePart } from './sequence'
import type { RequestProgress } from './serviceRequest'
import { OrderStore } from './store/orderStore'
import { createDeliveryWatcher } from './watchers/deliveryWatcher'
import { createLateTransactionWatcher } from './watchers/lateTransactionWatcher'
import { createPaymentExpiryTimer } from './watchers/paymentExpiryTimer'

/** The orders API for screens. One per tab; tabs mirror each other. */
export type OrderService = ReturnType<typeof createOrderService>

export type Requested<Answer> =
  | { readonly is: 'posted'; readonly answer: Answer }
  /** The same deposit may be in flight already: nothing was written and nothing was sent. */
  | { readonly is: 'posted before' }

export type ImportOutcome = { readonly added: number; readonly known: number; readonly open: number }

export function createOrderService(ports: Ports) {
  const store = new OrderStore(ports)
  const runner = new OrderRunner(ports, store, publish)
  const loader = new JournalLoader(ports, store, runner)
  const actions: { readonly [Type in keyof Actions]: (id: string, action: ActionOf<Type>) => Promise<unknown> } =
    createActions(runner)
  const watchers = [
    createDeliveryWatcher(ports, store),
    createLateTransactionWatcher(runner.context),
    createPaymentExpiryTimer(ports, store),
  ]
  const stopListening = [
    // The loader publishes the orders in few parts: each is a render of every screen that shows orders.
    store.subscribe((id) => id !== undefined && publish()),
    ports.channel.subscribe((message) => loader.mirror(message)),
  ]

  return {
    /** Reads the journal, once, and watches orders in progress. Never prompts a wallet. */
    load: () => loader.load(),
    /** Reads only the newest orders of a long journal. Returns whether that is enough: none is unfinished. */
    loadNewest: () => loader.loadNewest(),
    open,
    request,
    recordRequest,
    plan: addPlan,
    act,
    importOrders,
    /** For `useSyncExternalStore`. */
    getSnapshot: loader.getSnapshot,
    subscribe: loader.subscribe,
    /** Ends timers and locks of this tab. */
    close: () => {
      for (const stop of stopListening) stop()
      for (const watcher of watchers) watcher.close()
      runner.close()
    },
  }

  function publish() {
    loader.publish()
  }

  /**
   * Writes a reviewed plan to the journal as an order, and of which sequence it is a `part`. Call it in the click that confirms the review, then `act` with `start`.
   * Throws `NotWritten` when this browser's storage fails, and `NotWanted` when `isWanted` has become false:
   * in both cases there is no order, and no wallet is asked.
   */
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
   * Writes a deposit to the journal that the service is asked for, then calls `send`, which asks. Does neither while another deposit
   * into the same pool and range may still go through, unless acknowledged.
   */
  async function request<Answer>(
    asked: NewRequest,
    acknowledged: ReadonlySet<string>,
    send: (id: string) => Promise<Answer>,
  ): Promise<Requested<Answer>> {
    const target = targetOf(asked.plan.intent)
    const lock = ports.locks.request(requestLockName(target), 'if free')
    try {
      const isHeld = await lock.held
      // Another tab may be asking now, or have asked since this one last read.
      await loader.load()
      await store.refreshAll()
      const open = openDepositsTo(store.all(), target)
      if (!isHeld || open.some(({ id }) => !acknowledged.has(id))) return { is: 'posted before' }
      const order = openRequest(ports.newId(), asked, ports.clock.now())
      await store.add(order)
      loader.hasOpened()
      return { is: 'posted', answer: await send(order.id) }
    } finally {
      lock.release()
    }
  }

  /** Notes what became of a request. Old news are ignored. */
  async function recordRequest(id: string, progress: RequestProgress): Promise<void> {
    await store.record(id, (order) => newsOf(order, progress))
  }

  /** Adds the reviewed transactions to a deposit that the service has accepted; then `act` with `start`. Otherwise like `open`. */
  async function addPlan(id: string, plan: AnyPlan, isWanted = () => true, part?: SequencePart): Promise<void> {
    if (!isWanted()) throw new NotWanted()
    const planned = openOrder(id, plan, ports.clock.now())
    await runner.reserve(planned, async () => {
      runner.context.permissions.set(id, 'sign')
      await store.record(id, [{ type: 'planned', plan, part }], true)
    })
  }

  /**
   * Performs the person's action on an order. Resolves when the order is finished or needs the person.
   * The possible actions of an order depend on the other orders, so all are read first, and again when that failed. If
   * the journal cannot be read then either, the action is carried out all the same.
   */
  async function act(id: string, action: OrderAction): Promise<void> {
    await loader.allRead()
    await perform(id, action)
  }

  function perform<Type extends keyof Actions>(id: string, action: ActionOf<Type>): Promise<unknown> {
    return actions[action.type](id, action)
  }

  /**
   * Imports orders of another browser, by id. Existing orders stay unchanged; unfinished ones are not imported
   * because only one browser may carry an order out.
   */
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

export const NotWanted = errorClass(
  'NotWanted',
  () => 'The review was closed before the order was written down, so there is no order.',
)
