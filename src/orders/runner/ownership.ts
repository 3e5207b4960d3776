import { currentTask, type Order, type Task } from '../order'
import type { LockMode, LockRequest } from '../ports'
import { isSameRequest } from '../requests/sameRequest'
import type { OrderRun, TabContext } from './orderRun'

/** How a run got its account's lock: immediately, after another tab released it, or not at all. */
export type Acquired = 'at once' | 'after waiting' | 'no'

/** A lock of this tab, and the orders that use it. `isQueued`: another tab holds it, and this one waits. */
type Hold = { readonly request: LockRequest; readonly users: Set<string>; isQueued: boolean }

/**
 * Which tab carries out which orders: the one that holds the lock of their account on their chain. The others wait for
 * the lock and mirror its changes. Orders of one tab share its locks: one is released when the last of them is done.
 */
export class Ownership {
  readonly #context: TabContext
  readonly #holds = new Map<string, Hold>()
  readonly #onChange: () => void
  readonly #onLost: (ids: readonly string[]) => void
  readonly #ownedByOtherTab = new Set<string>()
  /** Orders that should take their account's lock over from another tab. */
  readonly #accountTakeovers = new Set<string>()
  /** Orders the person has taken over in this tab: their other tab is not waited for. */
  readonly #takenOver = new Set<string>()

  /** `onLost` is given the orders whose lock another tab has taken. */
  constructor(context: TabContext, onChange: () => void, onLost: (ids: readonly string[]) => void) {
    this.#context = context
    this.#onChange = onChange
    this.#onLost = onLost
  }

  ownedByOtherTab(): ReadonlySet<string> {
    return this.#ownedByOtherTab
  }

  /**
   * Takes both locks before an order is written down, so that no other tab considers the order abandoned. They are released
   * for `user`: the order itself, or an action about it.
   */
  async reserve(order: Order, user = order.id): Promise<void> {
    const task = currentTask(order)
    if (!task) return
    await this.#lock(orderLockName(order.id), user, 'if free')
    await this.#lock(accountLockName(task), user, 'if free')
  }

  /** The run of an order keeps the order's lock after the action that started it. */
  async keepOrder(id: string): Promise<void> {
    await this.#lock(orderLockName(id), id, 'if free')
  }

  /**
   * `true` after waiting for the tab in which the person confirmed the order, which may itself wait behind this tab. An
   * order without a wallet request is abandoned only when that tab is gone.
   */
  async waitedForItsTab(run: OrderRun): Promise<boolean> {
    const { locks } = this.#context.ports
    const isWaitedFor = () =>
      !run.isEnded && !wasAsked(run.order) && !run.order.isDismissed && !this.#takenOver.has(run.id)
    if (!isWaitedFor()) return false
    const probe = locks.request(orderLockName(run.id), 'if free')
    const isGone = await probe.held
    probe.release()
    if (isGone) return false

    this.release(run.id)
    this.#setOwnedByOtherTab(run.id, true)
    run.settleOwnership()
    const gone = await run.queueFor(orderLockName(run.id), isWaitedFor)
    gone?.release()
    return true
  }

  isHeldHere(task: Task): boolean {
    return this.#holds.get(accountLockName(task))?.isQueued === false
  }

  release(user: string): void {
    for (const [name, { users }] of this.#holds) if (users.delete(user) && users.size === 0) this.#drop(name)
  }

  /** Releases the lock: the run of the order is over. */
  end(id: string): void {
    this.release(id)
    this.#setOwnedByOtherTab(id, false)
  }

  /** The person wants to continue the order in this tab: its locks are taken over when they are needed next. */
  takeOver(id: string): void {
    this.#accountTakeovers.add(id)
    this.#takenOver.add(id)
    this.#context.promptTakeovers.add(id)
  }

  /** Takes the lock the task needs, or waits until the other tab releases it. */
  async acquire(run: OrderRun, task: Task): Promise<Acquired> {
    // Looking for a lost transaction needs no wallet, so it does not need the lock.
    if (task.progress.at === 'unknown') return 'after waiting'
    const name = accountLockName(task)
    for (; !run.isEnded; await run.throttle()) {
      if (await this.#lock(name, run.id, this.#accountTakeovers.delete(run.id) ? 'take over' : 'if free'))
        return 'at once'
      const { at } = run
      if (this.#context.permissions.has(run.id) && (at === 'waiting' || at === 'checking')) await run.block('other tab')
      this.#setOwnedByOtherTab(run.id, true)
      run.settleOwnership()
      const before = run.order
      if (!(await this.#lock(name, run.id, 'when free'))) continue
      this.#setOwnedByOtherTab(run.id, false)
      await run.refresh()
      if (wasCarriedOn(before, run.order)) this.#context.permissions.delete(run.id)
      await run.unblock('other tab')
      return 'after waiting'
    }
    return 'no'
  }

  /** Locks a name for this order. `false` when it was not free, or `release` came before it was. */
  async #lock(name: string, user: string, how: LockMode): Promise<boolean> {
    if (how === 'take over') this.#drop(name)
    const known = this.#holds.get(name)
    // A name this tab only waits for is not held yet.
    if (known?.isQueued && how === 'if free') return false
    if (known) {
      known.users.add(user)
      return (await known.request.held) && known.users.has(user)
    }
    const request = this.#context.ports.locks.request(name, how)
    const fresh: Hold = { request, users: new Set([user]), isQueued: how === 'when free' }
    const forget = () => this.#holds.get(name) === fresh && this.#holds.delete(name)
    this.#holds.set(name, fresh)
    if (!(await request.held)) {
      forget()
      return false
    }
    fresh.isQueued = false
    void request.lost.then(() => {
      forget()
      this.#onLost([...fresh.users])
    })
    return fresh.users.has(user)
  }

  #drop(name: string) {
    this.#holds.get(name)?.request.release()
    this.#holds.delete(name)
  }

  #setOwnedByOtherTab(id: string, isOwned: boolean) {
    if (this.#ownedByOtherTab.has(id) === isOwned) return
    if (isOwned) this.#ownedByOtherTab.add(id)
    else this.#ownedByOtherTab.delete(id)
    this.#onChange()
  }
}

/** Another tab has carried the order on, so what the person clicked here before no longer allows a wallet request. */
export function wasCarriedOn(before: Order, after: Order): boolean {
  const isSame = before.tasks.every((task, index) => {
    const now = after.tasks[index]
    return now && isSameRequest(task, now) && task.progress.at === now.progress.at
  })
  return !isSame || before.tasks.length !== after.tasks.length
}

function wasAsked({ earlier, tasks }: Order): boolean {
  return earlier !== undefined || tasks.some(({ lastAnchor }) => lastAnchor !== undefined)
}

/** The lock of one order. Held by the tab in which the person confirmed it, as long as that tab is open. */
function orderLockName(id: string): string {
  return `order:${id}`
}

/** The lock of an account on one chain: the tab that holds it carries out the orders there. */
function accountLockName({ step }: Task): string {
  return `exec:${step.from.toLowerCase()}:${step.chainId}`
}
