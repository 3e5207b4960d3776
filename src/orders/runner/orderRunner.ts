import { Listeners } from '../../domain/listeners'
import { isTaken } from '../batch'
import { isManualPayment } from '../manualPayment'
import { currentTask, type Order, type Task } from '../order'
import { InvalidTransition } from '../orderReducer'
import type { Ports } from '../ports'
import { isBeforeWallet } from '../progress'
import { decidedPosition } from '../requests/turnedDown'
import type { OrderStore } from '../store/orderStore'
import { findTransaction, watchTransaction } from '../watchers/transactionWatcher'
import { type NextMove, OrderRun, type TabContext } from './orderRun'
import { Ownership, wasCarriedOn } from './ownership'
import { promptStep, waitUntilUnblocked } from './promptStep'
import { recordUnexpectedError, recoverOrder, watchForReorg } from './recovery'
import { waitForWallet } from './walletPrompt'

/** `click`: the person wants it. `journal`: it is from an earlier visit. `other tab`: another tab announced a change. */
type Origin = 'click' | 'journal' | 'other tab'

/** Carries orders out, each until it is finished or needs the person. One per tab. */
export class OrderRunner {
  readonly context: TabContext
  readonly #runs = new Map<string, OrderRun>()
  readonly #ownership: Ownership
  readonly #endListeners = new Listeners()
  /** The last recheck of each order. */
  readonly #rechecks = new Map<string, symbol>()
  readonly #stopListening: readonly (() => void)[]
  #isClosed = false
  #actions = 0

  constructor(ports: Ports, store: OrderStore, onOwnershipChange: () => void) {
    this.context = {
      ports,
      store,
      permissions: new Map(),
      iterations: new Map(),
      walletRequests: new Map(),
      promptTakeovers: new Set(),
      start: (id) => this.start(id),
    }
    this.#ownership = new Ownership(this.context, onOwnershipChange, (ids) => this.#handOver(ids))
    this.#stopListening = [
      store.subscribe((id) => {
        if (id !== undefined) this.#runs.get(id)?.signal()
      }),
      ports.network.subscribe(() => {
        for (const run of this.#runs.values()) run.signal()
      }),
    ]
  }

  /** Orders another tab carries out. */
  ownedByOtherTab(): ReadonlySet<string> {
    return this.#ownership.ownedByOtherTab()
  }

  /**
   * Takes the locks of an order and writes it down, so that no other tab considers it abandoned. They stay with it until it
   * has been carried out; an order that cannot be written has none.
   */
  async reserve(order: Order, write: () => Promise<void>): Promise<void> {
    await this.#ownership.reserve(order)
    try {
      await write()
    } catch (error) {
      this.#ownership.release(order.id)
      throw error
    }
  }

  /** Takes the locks of an order for what a person does about it, whose run keeps what it needs of them. */
  async withLocks(id: string, act: () => Promise<void>): Promise<void> {
    // Locks of its own: a run that ends in the meantime releases only those of the order.
    const action = `${id} ${++this.#actions}`
    await this.#ownership.reserve(this.context.store.require(id), action)
    try {
      await act()
    } finally {
      if (this.#runs.has(id)) await this.#ownership.keepOrder(id)
      this.#ownership.release(action)
    }
  }

  /** Runs an order, or wakes it where it waits. */
  start(id: string, origin: Origin = 'click'): void {
    const known = this.#runs.get(id)
    if (known) {
      known.isWanted ||= origin === 'click'
      known.signal()
      return
    }
    if (this.#isClosed) return
    const run = new OrderRun(id, this.context)
    this.#runs.set(id, run)
    void this.#runUntilIdle(run, origin).then(() => this.#finish(run))
  }

  /**
   * Another tab has changed an order, which was as `before`: it is watched here in case that tab goes away. If it is asked
   * there, what the person clicked here before no longer allows a wallet request.
   */
  mirror(id: string, before: Order | undefined): void {
    const order = this.context.store.require(id)
    const task = currentTask(order)
    // Skipped when this tab holds the lock itself.
    if (!task || this.#ownership.isHeldHere(task)) return
    if (before && isAsked(task) && wasCarriedOn(before, order)) this.context.permissions.delete(id)
    this.start(id, 'other tab')
  }

  async takeOver(id: string): Promise<void> {
    const { store, permissions } = this.context
    const run = this.#runs.get(id)
    if (run) this.#end(run)
    this.#ownership.takeOver(id)
    await store.refresh(id)
    this.start(id, permissions.has(id) ? 'click' : 'journal')
  }

  /** Resolves when it is known which tab carries the order out, and the order is dismissed if no wallet was ever asked. */
  async ownershipKnown(id: string): Promise<void> {
    await this.#runs.get(id)?.ownershipKnown
  }

  /** Resolves when the order is finished or needs the person. */
  whenIdle(id: string): Promise<void> {
    if (this.#isIdle(id)) return Promise.resolve()
    return new Promise((resolve) => {
      const check = () => {
        if (!this.#isIdle(id)) return
        for (const stop of stops) stop()
        resolve()
      }
      const stops = [this.context.store.subscribe(check), this.#endListeners.add(check)]
    })
  }

  /**
   * Polls an order whose end is decided a few more times, and restarts it when a reorg has undone that. A recheck ends when
   * the next one begins: nodes that disagree undo an order again and again, and each end of it begins one.
   */
  async recheckAfterDone(id: string): Promise<void> {
    const recheck = Symbol(id)
    this.#rechecks.set(id, recheck)
    const isStopped = () => this.#isClosed || this.#runs.has(id) || this.#rechecks.get(id) !== recheck
    const isUndone = await watchForReorg(this.context, id, isStopped)
    if (this.#rechecks.get(id) === recheck) this.#rechecks.delete(id)
    if (isUndone) this.start(id)
  }

  close(): void {
    this.#isClosed = true
    for (const stop of this.#stopListening) stop()
    for (const run of [...this.#runs.values()]) this.#end(run)
  }

  async #runUntilIdle(run: OrderRun, origin: Origin): Promise<void> {
    let mustRecover = origin !== 'click'
    let conflictRetries = 0
    while (!run.isEnded) {
      await run.throttle()
      try {
        const { task } = run
        // A manual payment has no run: no wallet is asked, and its transaction is unknown.
        if (!task || isManualPayment(task)) return
        const acquired = await this.#ownership.acquire(run, task)
        // The announcing tab holds no lock: it is about to take it, or its browser has no Web Locks. Not run here.
        if (acquired === 'no' || (mustRecover && origin === 'other tab' && acquired === 'at once')) return
        if (mustRecover && (await this.#ownership.waitedForItsTab(run))) continue
        if (mustRecover) await recoverOrder(run)
        mustRecover = false
        run.settleOwnership()
        run.isWanted = false
        const next = await this.#advanceStep(run)
        if (next === 'rest') return
        if (next !== 'continue') await waitUntilUnblocked(run, next.blockedBy)
        conflictRetries = 0
      } catch (error) {
        if (!(error instanceof InvalidTransition) || ++conflictRetries > maxConflictRetries)
          return recordUnexpectedError(run, error)
        // Another tab wrote first: read the order again with its changes.
        await run.refresh()
      }
    }
  }

  async #advanceStep(run: OrderRun): Promise<NextMove> {
    switch (run.at) {
      case 'waiting':
      case 'checking':
      case 'switching':
        return promptStep(run)
      case 'signing':
        return this.context.walletRequests.has(run.id) && !isCarriedOut(run) ? waitForWallet(run) : findTransaction(run)
      case 'sent':
      case 'confirming':
        return watchTransaction(run)
      case 'unknown':
        this.#ownership.release(run.id)
        return findTransaction(run)
      default:
        return 'rest'
    }
  }

  #finish(run: OrderRun) {
    this.#end(run)
    const order = this.context.store.require(run.id)
    if (isManualPayment(currentTask(order))) return
    // Requested again at the moment it stopped.
    if (run.isWanted) this.start(run.id)
    else if (decidedPosition(order) !== undefined) void this.recheckAfterDone(run.id)
  }

  #end(run: OrderRun) {
    run.end()
    if (this.#runs.get(run.id) === run) {
      this.#runs.delete(run.id)
      this.#ownership.end(run.id)
    }
    this.#endListeners.notify()
  }

  /** Another tab has taken over locks: these orders continue here only when it releases them. */
  #handOver(ids: readonly string[]) {
    for (const id of ids) {
      const run = this.#runs.get(id)
      if (!run) continue
      this.context.permissions.delete(id)
      this.#end(run)
      this.start(id, 'journal')
    }
  }

  #isIdle(id: string): boolean {
    const order = this.context.store.get(id)
    if (!order || !this.#runs.has(id)) return true
    return order.blocked !== undefined || currentTask(order)?.progress.at === 'unknown'
  }
}

/** The step has been tried again, or is being sent to the wallet. */
function isAsked({ progress }: Task): boolean {
  return isBeforeWallet(progress) || progress.at === 'signing'
}

/** The wallet has accepted the batch, so the open request for it need not be awaited. */
function isCarriedOut({ task }: OrderRun): boolean {
  return task !== undefined && isTaken(task.progress)
}

/** How many write conflicts with other tabs in a row are retried. */
const maxConflictRetries = 5
