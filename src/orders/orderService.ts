import type { AnyPlan } from '../guard/plan'
import { type Destination, isCrossChain } from './delivery'
import type { TransactionStatus } from './executor'
import { reorgCheckAge } from './intervals'
import {
  createPaymentExpiryTimer,
  currentPayment,
  isManualPayment,
  readBitcoinTransactionId,
  withManualPaymentRequested,
} from './manualPayment'
import { currentTask, isComplete, type Order, openOrder, type Task } from './order'
import type { PendingEvent } from './orderEvents'
import { canRetry } from './orderReducer'
import { createOrderStore, readChangeMessage } from './orderStore'
import type { Ports } from './ports'
import { createOrderRunner } from './runner/orderRunner'
import { orderNamed } from './runner/runContext'
import { restartTimeout, stopWaiting } from './runner/walletPrompt'
import { createDeliveryWatcher } from './watchers/deliveryWatcher'
import { readStatus as lookAt, recordIfFound } from './watchers/transactionWatcher'

/** What screens know of orders. One per tab; tabs mirror each other. */
export type OrderService = {
  /** Reads the journal and takes up watching. Nothing is asked of a wallet by it. */
  load(): Promise<void>
  /**
   * Writes a reviewed plan down as an order. Call it in the click that confirms the review, then `run`. Throws
   * `NotWritten` when this browser does not let it be written, and `NotWanted` when `isWanted` says no by then: in
   * both cases there is no order, and nothing is asked of a wallet.
   */
  open(plan: AnyPlan, isWanted?: () => boolean): Promise<string>
  /** Carries an order on. Resolves when it stands still: done, failed, rejected, or in need of the person. */
  run(id: string): Promise<void>
  /** A click on an order of an earlier visit: asks the service again and offers what it says for `accept`. */
  resume(id: string): Promise<void>
  /** Tries a rejected, failed, reverted, expired or quiet unknown step again. */
  retry(id: string): Promise<void>
  /** Takes the offer on the table and goes on. */
  accept(id: string): Promise<void>
  /** Follows a hash the person found in their wallet. Throws `NotAHash` or `NotThisStep`. */
  pasteHash(id: string, hash: string): Promise<void>
  /** The person says nothing was sent. Believed only if the chain has seen nothing either. */
  notSent(id: string): Promise<void>
  /** The person says they rejected a request the wallet never answered. Believed as `notSent` is. */
  rejectedIt(id: string): Promise<void>
  /** Looks on chain for a request the wallet never answered. */
  look(id: string): Promise<void>
  /** Gives a silent wallet another minute, and shows its request again where the wallet has a way to. */
  openWallet(id: string): Promise<void>
  /** Takes an order over from another tab. What was being asked there is looked for, not asked again. */
  takeOver(id: string): Promise<void>
  /** Puts an order away. What may have been sent is still watched; nothing is erased. */
  dismiss(id: string): Promise<void>
  /** For `useSyncExternalStore`. */
  readonly getSnapshot: () => OrdersSnapshot
  readonly subscribe: (listener: () => void) => () => void
  /** Ends timers and locks of this tab. */
  close(): void
}

export type OrdersSnapshot = {
  readonly isLoaded: boolean
  /** The newest first. */
  readonly orders: readonly Order[]
  /** Orders that another tab carries at the moment. */
  readonly ownedByOtherTab: ReadonlySet<string>
  /** Journal entries that could not be read; they are kept, not shown. */
  readonly unreadable: number
}

export function createOrderService(ports: Ports): OrderService {
  const book = createOrderStore(ports)
  const runner = createOrderRunner(ports, book, changed)
  const { tab } = runner
  const listeners = new Set<() => void>()
  let isListening = false
  let isLoaded = false
  let snapshot = pictured()

  const courier = createDeliveryWatcher(ports, book)
  const hourglass = createPaymentExpiryTimer(ports, book)
  const stopListening = [book.subscribe(changed), ports.channel.subscribe(mirror), courier.close, hourglass.close]

  return {
    load,
    open,
    run,
    resume,
    retry,
    accept,
    pasteHash,
    notSent,
    rejectedIt: notSent,
    look,
    openWallet,
    takeOver,
    dismiss,
    getSnapshot: () => snapshot,
    subscribe,
    close,
  }

  async function load() {
    await book.load()
    isListening = true
    for (const order of book.all()) {
      if (isActive(order)) runner.carry(order.id, 'found')
      else if (isComplete(order) && ports.clock.now() - order.changedAt < reorgCheckAge) void runner.careAfter(order.id)
    }
    // What another tab carries, and what was never asked of a wallet, is known as such before it is shown.
    await Promise.all(book.all().map(({ id }) => runner.placed(id)))
    isLoaded = true
    changed()
  }

  async function open(plan: AnyPlan, isWanted = () => true): Promise<string> {
    const farSide = isCrossChain(plan) ? await beginning(plan) : undefined
    if (!isWanted()) throw new NotWanted()
    const now = ports.clock.now()
    const order = withManualPaymentRequested(openOrder(ports.newId(), plan, now, farSide), now)
    if (!currentPayment(order)) await runner.reserve(order)
    await book.add(order)
    isListening = true
    tab.consents.set(order.id, 'given')
    return order.id
  }

  /** The far side as it is before anything is signed: what arrives later is told from it. */
  async function beginning(plan: AnyPlan): Promise<Destination> {
    const since = await ports.deliveryTracker?.readBaseline(plan).catch(() => undefined)
    return { since, delivery: { at: 'awaited' } }
  }

  async function run(id: string) {
    await book.record(id, ({ blocked }) =>
      blocked === 'wrong network' || blocked === 'other account' || blocked === 'wallet gone'
        ? [{ type: 'unblocked' }]
        : [],
    )
    await carriedOn(id)
  }

  async function resume(id: string) {
    await runner.reserve(orderNamed(tab, id))
    if (!tab.consents.has(id)) tab.consents.set(id, 'asked')
    await book.record(id, [{ type: 'reopened' }])
    await carriedOn(id)
  }

  async function retry(id: string) {
    await runner.reserve(orderNamed(tab, id))
    if (progressOf(id) === 'unknown') await settle(id)
    const order = await book.record(id, (current) => {
      // Checks that nobody answers begin anew; the order itself knows what was already asked for.
      if (isWaitingForNode(current)) return [{ type: 'unblocked' }, { type: 'withdrawn' }]
      return mayRetry(current) ? [{ type: 'retried' }] : []
    })
    if (currentTask(order)?.progress.at !== 'waiting') return
    if (!tab.consents.has(id)) tab.consents.set(id, 'asked')
    await carriedOn(id)
  }

  async function accept(id: string) {
    await runner.reserve(orderNamed(tab, id))
    tab.consents.set(id, 'given')
    await book.record(id, (order) => [{ type: 'accepted', steps: stepsOfOffer(order) }])
    await carriedOn(id)
  }

  async function pasteHash(id: string, pasted: string) {
    const task = currentTask(orderNamed(tab, id))
    const mark = task && ('mark' in task.progress ? task.progress.mark : task.asked)
    if (!task || !mark) throw new NotThisStep(pasted)
    const hash = readHash(task, pasted)
    // Nobody here can look up a payment made by hand: it is believed, and said to be only that.
    if (isManualPayment(task)) {
      await book.record(id, [
        ...(task.progress.at === 'sent' ? [{ type: 'repriced', hash } as const] : [{ type: 'sent', hash } as const]),
      ])
      return
    }
    const executor = await ports.executor(task.step.kind)
    const sighting = await executor.getStatus(task.step, mark, hash)
    if (sighting.is === 'undecided') throw new NotThisStep(hash)
    stopWaiting(tab, id)
    await book.record(id, [{ type: 'sent', hash }])
    runner.carry(id)
  }

  async function notSent(id: string) {
    if (currentPayment(orderNamed(tab, id))) {
      await book.record(id, (order) => (currentPayment(order)?.progress.at === 'signing' ? [{ type: 'rejected' }] : []))
      return
    }
    await settle(id)
    await book.record(id, (order) => {
      const progress = currentTask(order)?.progress
      return progress?.at === 'unknown' && progress.isQuiet && !progress.hash ? [{ type: 'rejected' }] : []
    })
  }

  /** The person has no answer to wait for any more: the chain is asked, and what it says is written down. */
  async function settle(id: string) {
    const sighting = await lookAt(tab, id)
    if (!isFound(sighting)) stopWaiting(tab, id)
    await recordIfFound(tab, id, sighting)
    const isQuiet = sighting?.is === 'not seen'
    await book.record(id, (order) => {
      const progress = currentTask(order)?.progress
      if (progress?.at === 'signing') return [{ type: 'lost', isQuiet }]
      return progress?.at === 'unknown' && progress.isQuiet !== isQuiet ? [{ type: 'lost', isQuiet }] : []
    })
  }

  async function look(id: string) {
    const sighting = await lookAt(tab, id)
    await recordIfFound(tab, id, sighting)
    const note = sighting?.is ?? 'no node answered'
    if (!isFound(sighting)) await book.record(id, [{ type: 'noted', note }])
    runner.carry(id)
  }

  async function openWallet(id: string) {
    const task = currentTask(orderNamed(tab, id))
    restartTimeout(tab, id)
    await book.record(id, ({ blocked }) => (blocked === 'no answer' ? [{ type: 'unblocked' }] : []))
    const executor = task && (await ports.executor(task.step.kind))
    await executor?.showPendingRequest?.()
  }

  async function takeOver(id: string) {
    await runner.takeOver(id)
  }

  async function dismiss(id: string) {
    await book.record(id, (order): readonly PendingEvent[] => (order.isDismissed ? [] : [{ type: 'dismissed' }]))
  }

  function carriedOn(id: string): Promise<void> {
    runner.carry(id)
    return runner.standstill(id)
  }

  /** Another tab moved an order: it is shown as it is now, and watched here should that tab go away. */
  function mirror(message: unknown) {
    const id = readChangeMessage(message)
    if (id === undefined || !isListening) return
    void book.refresh(id).then(() => {
      const order = book.get(id)
      if (order && isActive(order)) runner.mirror(id)
    })
  }

  function progressOf(id: string) {
    return currentTask(orderNamed(tab, id))?.progress.at
  }

  function changed() {
    snapshot = pictured()
    for (const listener of listeners) listener()
  }

  function pictured(): OrdersSnapshot {
    const orders = [...book.all()].sort((a, b) => b.openedAt - a.openedAt)
    return { isLoaded, orders, ownedByOtherTab: new Set(runner.elsewhere()), unreadable: book.unreadable() }
  }

  function subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  function close() {
    for (const stop of stopListening) stop()
    runner.close()
  }
}

/** An order that goes on, or has to be looked after. */
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

/** The checks before a prompt wait for nodes that do not answer. */
function isWaitingForNode(order: Order): boolean {
  const at = currentTask(order)?.progress.at
  return order.blocked === 'unreachable' && (at === 'checking' || at === 'switching')
}

function mayRetry(order: Order): boolean {
  const task = currentTask(order)
  return task !== undefined && canRetry(task.progress)
}

/** What is left to do of the plan already under way, or all of a new one. */
function stepsOfOffer({ plan, offer, tasks }: Order) {
  if (offer && offer.plan.hash !== plan.hash) return offer.plan.steps
  return tasks.filter(({ progress }) => progress.at !== 'done').map(({ step }) => step)
}

function isFound(sighting: TransactionStatus | undefined): boolean {
  return sighting !== undefined && sighting.is !== 'not seen' && sighting.is !== 'undecided'
}

function readHash({ step }: Task, pasted: string): string {
  const text = pasted.trim()
  const id = step.kind === 'bitcoin' ? readBitcoinTransactionId(text) : undefined
  if (id !== undefined) return id
  if (step.kind === 'evm' && /^0x[0-9a-f]{64}$/i.test(text)) return text.toLowerCase()
  if (step.kind === 'solana' && /^[1-9A-HJ-NP-Za-km-z]{80,90}$/.test(text)) return text
  throw new NotAHash(text)
}

export class NotWanted extends Error {
  override readonly name = 'NotWanted'

  constructor() {
    super('The review was closed before the order was written down, so there is no order.')
  }
}

export class NotAHash extends Error {
  override readonly name = 'NotAHash'

  constructor(text: string) {
    super(`"${text.slice(0, 100)}" is not a transaction hash.`)
  }
}

export class NotThisStep extends Error {
  override readonly name = 'NotThisStep'

  constructor(hash: string) {
    super(`The transaction ${hash} is not this step: it came from another account or does something else.`)
  }
}
