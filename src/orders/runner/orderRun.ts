import type { BlockedReason } from '../blockedReason'
import { currentPosition, currentTask, type Order, type Task } from '../order'
import type { PendingEvent } from '../orderEvents'
import type { EventSource } from '../orderStore'
import type { StepProgress } from '../progress'
import type { TabContext } from './tabContext'

/** What follows one iteration: the next one, nothing, or a wait until the reason is gone. */
export type NextMove = 'continue' | 'rest' | { readonly blockedBy: BlockedReason }

/** One order that this tab carries out: what is known of it, what is recorded of it, and what it waits for. */
export class OrderRun {
  readonly id: string
  readonly context: TabContext
  /** A click or a late answer asked for the order since its last iteration began. */
  isWanted = false
  /** New quotes asked for since the last prompt. */
  requotes = 0
  /** Resolves when this tab knows which tab owns the order, and whether a wallet was ever asked for it. */
  readonly ownershipKnown: Promise<void>

  #isEnded = false
  #resolveOwnership: () => void = () => {}
  /** Resumes the run where it sleeps. */
  #resume: (() => void) | undefined
  /** A signal that came while the run was awake: the next sleep ends at once. */
  #isSignalled = false
  /** When the last iterations began. */
  #iterations: readonly number[] = []

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

  /** Reads the order again after another tab may have changed it. */
  refresh(): Promise<void> {
    return this.context.store.refresh(this.id)
  }

  /** Says why the order waits, once. */
  async block(reason: BlockedReason): Promise<void> {
    await this.record((order) =>
      order.blocked === reason || currentPosition(order) === undefined ? [] : [{ type: 'blocked', reason }],
    )
  }

  async unblock(reason: BlockedReason): Promise<void> {
    await this.record((order) => (order.blocked === reason ? [{ type: 'unblocked' }] : []))
  }

  /** Something happened that a sleeping run wants to know. Not lost when it comes a moment too early. */
  signal(): void {
    if (this.#resume) this.#resume()
    else this.#isSignalled = true
  }

  /** The next sleep ends at once. */
  signalNextSleep(): void {
    this.#isSignalled = true
  }

  /** Ends the sleep it is in now, if any. */
  resume(): void {
    this.#resume?.()
  }

  /** Sleeps for so many milliseconds, or until something happens. */
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
   * Sleeps, but not less because of a signal that came before: what it was about is in the order that was just read.
   * Otherwise a node that answers differently each time would be asked without a pause.
   */
  sleepThrough(milliseconds: number): Promise<void> {
    this.#isSignalled = false
    return this.sleep(milliseconds)
  }

  /** Waits while there is no connection. `false` when there was none, so that time has passed. */
  async waitForConnection(): Promise<boolean> {
    const { network } = this.context.ports
    if (network.isOnline()) return true
    await this.block('offline')
    while (!network.isOnline() && !this.#isEnded) await this.sleep()
    await this.unblock('offline')
    return false
  }

  /** A chain or a wallet that answers differently each time must not make an order run in circles. */
  async throttle(): Promise<void> {
    const { clock } = this.context.ports
    const recent = this.#iterations.filter((started) => clock.elapsed() - started < throttleWindow)
    this.#iterations = [...recent, clock.elapsed()]
    if (this.#iterations.length <= maxIterations) return
    this.#iterations = []
    await new Promise<void>((resolve) => void clock.after(throttleWindow, resolve))
  }
}

/** More iterations in so many milliseconds than any order needs. */
const maxIterations = 40
const throttleWindow = 10_000

/** Puts a step back to waiting that was on its way to the wallet and did not get there. */
export function withdrawal(order: Order): readonly PendingEvent[] {
  const at = currentTask(order)?.progress.at
  return at === 'checking' || at === 'switching' ? [{ type: 'withdrawn' }] : []
}
