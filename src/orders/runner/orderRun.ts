import { isTaken } from '../batch'
import { type BlockedReason, currentPosition, currentTask, type Order, type Task } from '../order'
import { InvalidTransition, type PendingEvent } from '../orderReducer'
import type { LockRequest, Ports } from '../ports'
import { isApproaching, type StepProgress, transactionHashOf } from '../progress'
import { isSameRequest } from '../requests/sameRequest'
import type { TransactionAnchor } from '../requests/transactionAnchor'
import { type EventSource, eventsOf, type OrderStore } from '../store/orderStore'

/**
 * The shared state of all runs of this tab. It ends with the tab; the journal holds everything that must outlive it.
 */
export type TabContext = {
  readonly ports: Ports
  readonly store: OrderStore
  /**
   * The permissions from the person's clicks in this tab, by order. `sign`: the plan was confirmed, so the wallet may
   * be asked. `quote`: a new quote is requested first, which then has to be confirmed. Without an entry no wallet is
   * asked.
   */
  readonly permissions: Map<string, 'quote' | 'sign'>
  /** When the last iterations of each order began, in milliseconds of `clock.elapsed()`. */
  readonly iterations: Map<string, readonly number[]>
  /** Requests for a signature that wallets have not answered yet: at most one per order. */
  readonly walletRequests: Map<string, WalletRequest>
  /** Orders that should take the lock of the wallet prompt over from another tab. */
  readonly promptTakeovers: Set<string>
  /** Restarts an order that has stopped. */
  readonly start: (id: string) => void
}

export type WalletRequest = {
  readonly anchor: TransactionAnchor
  /** Milliseconds of the monotonic clock (`elapsed`). */
  readonly since: number
  /** Held until the wallet answers, so that no other order or tab opens a second prompt. */
  readonly promptLock: LockRequest
}

/** The next move of a run after an iteration: iterate again, stop, or wait until the blocking reason is gone. */
export type NextMove = 'continue' | 'rest' | { readonly blockedBy: BlockedReason }

/** One order that this tab carries out: reads it, records its events, and sleeps between iterations. */
export class OrderRun {
  readonly id: string
  readonly context: TabContext
  /** A click or a late wallet answer requested another iteration since the last one began. */
  isWanted = false
  /** How often a new quote was requested since the last prompt. */
  requotes = 0
  /** Resolves when this tab knows which tab owns the order, and whether a wallet was ever asked for it. */
  readonly ownershipKnown: Promise<void>

  #isEnded = false
  #resolveOwnership: () => void = () => {}
  /** Ends the current sleep. */
  #resume: (() => void) | undefined
  /** A signal arrived while the run was awake, so the next sleep ends immediately. */
  #isSignalled = false
  constructor(id: string, context: TabContext) {
    this.id = id
    this.context = context
    this.ownershipKnown = new Promise((resolve) => {
      this.#resolveOwnership = resolve
    })
  }

  /** Throws `NoSuchOrder` when this tab does not know it. */
  get order(): Order {
    return this.context.store.require(this.id)
  }

  get task(): Task | undefined {
    return currentTask(this.order)
  }

  get at(): StepProgress['at'] | undefined {
    return this.task?.progress.at
  }

  get isEnded(): boolean {
    return this.#isEnded
  }

  settleOwnership(): void {
    this.#resolveOwnership()
  }

  end(): void {
    this.#isEnded = true
    this.#resolveOwnership()
    this.signal()
  }

  record(events: EventSource): Promise<Order> {
    return this.context.store.record(this.id, events)
  }

  /**
   * Records events about a task, if it still is the current one. Another tab may have recorded its transaction, or a new
   * plan, since this tab read the order: throws `InvalidTransition` then, and the order is read again.
   */
  recordAbout(task: Task, events: EventSource): Promise<Order> {
    return this.record((order) => {
      requireCurrentTask(order, task)
      return eventsOf(events, order)
    })
  }

  /** Reads the order again after another tab may have changed it. */
  refresh(): Promise<void> {
    return this.context.store.refresh(this.id)
  }

  /** Reports once why the order waits. */
  async block(reason: BlockedReason): Promise<void> {
    await this.record((order) =>
      order.blocked === reason || currentPosition(order) === undefined ? [] : [{ type: 'blocked', reason }],
    )
  }

  async unblock(reason: BlockedReason): Promise<void> {
    await this.record((order) => (order.blocked === reason ? [{ type: 'unblocked' }] : []))
  }

  /** Wakes a sleeping run. A signal that arrives before the run sleeps is kept for the next sleep. */
  signal(): void {
    if (this.#resume) this.#resume()
    else this.#isSignalled = true
  }

  /** The next sleep ends immediately. */
  signalNextSleep(): void {
    this.#isSignalled = true
  }

  /** Sleeps for the given milliseconds, or until a signal. */
  sleep(milliseconds?: number): Promise<void> {
    if (this.#isEnded || this.#isSignalled) {
      this.#isSignalled = false
      return Promise.resolve()
    }
    const { clock } = this.context.ports
    return new Promise((resolve) => {
      const wake = () => {
        cancelTimer?.()
        this.#resume = undefined
        resolve()
      }
      const cancelTimer = milliseconds === undefined ? undefined : clock.after(milliseconds, wake)
      this.#resume = wake
    })
  }

  /**
   * Pauses between two looks at the chain, until the step is in another state, has another hash, or the connection comes
   * or goes. Other changes do not shorten it: two tabs whose nodes disagree would wake each other for ever.
   */
  async pauseBetweenPolls(milliseconds: number): Promise<void> {
    const { clock } = this.context.ports
    const end = clock.elapsed() + milliseconds
    const before = this.#whatIsPolled()
    this.#isSignalled = false
    for (let left = milliseconds; left > 0; left = end - clock.elapsed()) {
      await this.sleep(left)
      if (this.#isEnded || this.#whatIsPolled() !== before) return
    }
  }

  #whatIsPolled(): string {
    const { task, context } = this
    const hash = task && transactionHashOf(task.progress)
    const isAccepted = task && isTaken(task.progress)
    return JSON.stringify([task?.progress.at, hash, isAccepted, context.ports.network.isOnline()])
  }

  /** Waits for a lock as long as it is wanted. `undefined` once it is not. */
  async queueFor(lockName: string, isWanted: () => boolean): Promise<LockRequest | undefined> {
    const queued = this.context.ports.locks.request(lockName, 'when free')
    let isHeld = false
    void queued.held.then((held) => {
      isHeld = held
      this.#resume?.()
    })
    while (!isHeld && isWanted()) await this.sleep()
    if (isHeld && isWanted()) return queued
    queued.release()
    return undefined
  }

  /** Waits while the browser is offline. `false` when it had to wait, so what was read before may be old. */
  async waitForConnection(): Promise<boolean> {
    const { network } = this.context.ports
    if (network.isOnline()) return true
    await this.block('offline')
    while (!network.isOnline() && !this.#isEnded) await this.sleep()
    await this.unblock('offline')
    return false
  }

  /**
   * Rate limit: a node, a wallet or another tab that answers differently each time must not cause a busy loop, nor may runs
   * of the order that begin one after the other.
   */
  async throttle(): Promise<void> {
    const { iterations, ports } = this.context
    const now = ports.clock.elapsed()
    const recent = (iterations.get(this.id) ?? []).filter((started) => now - started < throttleWindow)
    const isBusy = recent.length >= maxIterations
    iterations.set(this.id, isBusy ? [] : [...recent, now])
    if (isBusy) await new Promise<void>((resolve) => void ports.clock.after(throttleWindow, resolve))
  }
}

/** Rate limit for iterations, well above what any order needs. */
const maxIterations = 40
const throttleWindow = 10_000

/** Puts a step back to waiting if its request did not reach the wallet. */
export function withdrawal(order: Order): readonly PendingEvent[] {
  const task = currentTask(order)
  return task && isApproaching(task.progress) ? [{ type: 'withdrawn' }] : []
}

function requireCurrentTask(order: Order, task: Task): void {
  const current = currentTask(order)
  if (current && isSameRequest(current, task)) return
  throw new InvalidTransition(current?.progress.at ?? 'done', 'continued as another step')
}
