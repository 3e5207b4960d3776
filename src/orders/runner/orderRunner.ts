import type { BlockedReason } from '../blockedReason'
import { reorgChecks } from '../intervals'
import { isManualPayment } from '../manualPayment'
import { currentPosition, currentTask, type Order, type Task } from '../order'
import type { PendingEvent } from '../orderEvents'
import { InvalidTransition } from '../orderReducer'
import type { OrderStore } from '../orderStore'
import type { Ports } from '../ports'
import { findTransaction, readStatus, watchTransaction } from '../watchers/transactionWatcher'
import { prepareStep, reasonAgainst, withdrawal } from './prepareStep'
import {
  block,
  type Next,
  newRun,
  type OrderRun,
  orderNamed,
  type RunContext,
  sleep,
  unblock,
  wake,
} from './runContext'
import { createTabLocks } from './tabLocks'
import { waitForWallet } from './walletPrompt'

/** Carries orders on, each as far as it goes by itself. One per tab. */
export type OrderRunner = {
  readonly tab: RunContext
  /** Holds the account on its chain before an order is written down, so that no other tab takes it for abandoned. */
  readonly reserve: (order: Order) => Promise<void>
  /** Carries an order, or wakes it where it waits. */
  readonly carry: (id: string, why?: Reason) => void
  /** Another tab has moved an order: it is watched here should that tab go away. */
  readonly mirror: (id: string) => void
  /** Resolves when it is known which tab carries an order, and what was never asked of a wallet is put away. */
  readonly placed: (id: string) => Promise<void>
  /** Resolves when the order stands still. */
  readonly standstill: (id: string) => Promise<void>
  /** Looks at finished orders once more, in case the chain has taken its word back. */
  readonly careAfter: (id: string) => Promise<void>
  readonly takeOver: (id: string) => Promise<void>
  /** Orders another tab carries. */
  readonly elsewhere: () => ReadonlySet<string>
  readonly close: () => void
}

/** `click`: the person wants it. `found`: it is from an earlier visit. `word`: another tab spoke of it. */
type Reason = 'click' | 'found' | 'word'

export function createOrderRunner(ports: Ports, book: OrderStore, onElsewhere: () => void): OrderRunner {
  const tab: RunContext = {
    ports,
    book,
    consents: new Map(),
    requests: new Map(),
    seizing: new Set(),
    carry: (id) => carry(id),
  }
  const runs = new Map<string, OrderRun>()
  const elsewhere = new Set<string>()
  /** Orders whose account and chain are to be taken over from another tab. */
  const seizing = new Set<string>()
  const endings = new Set<() => void>()
  const holds = createTabLocks(ports.locks, taken)
  let isClosed = false

  const stopListening = [
    book.subscribe((id) => {
      const run = id === undefined ? undefined : runs.get(id)
      if (run) wake(run)
    }),
    ports.network.subscribe(() => runs.forEach(wake)),
  ]

  return { tab, reserve, carry, mirror, placed, standstill, careAfter, takeOver, elsewhere: () => elsewhere, close }

  async function reserve(order: Order) {
    const task = currentTask(order)
    if (task) await holds.take(nameOf(task), order.id, 'if free')
  }

  function mirror(id: string) {
    const task = currentTask(orderNamed(tab, id))
    // What this tab itself holds is not another tab's to be waited for.
    if (task && !holds.has(nameOf(task))) carry(id, 'word')
  }

  async function placed(id: string) {
    await runs.get(id)?.placed
  }

  function carry(id: string, why: Reason = 'click') {
    const known = runs.get(id)
    if (known) {
      known.isWanted ||= why === 'click'
      return wake(known)
    }
    if (isClosed) return
    const run = newRun(id)
    runs.set(id, run)
    void carried(run, why).then(() => {
      end(run)
      // Somebody wanted more of it in the very moment it came to rest.
      if (isManualPayment(currentTask(orderNamed(tab, id)))) return
      if (run.isWanted) carry(id)
      else if (currentPosition(orderNamed(tab, id)) === undefined) void careAfter(id)
    })
  }

  function end(run: OrderRun) {
    run.isEnded = true
    run.place()
    if (runs.get(run.id) === run) {
      runs.delete(run.id)
      holds.release(run.id)
      setElsewhere(run.id, false)
    }
    wake(run)
    for (const tell of endings) tell()
  }

  async function carried(run: OrderRun, why: Reason) {
    let isToRecover = why !== 'click'
    let stumbles = 0
    while (!run.isEnded) {
      await brake(run)
      try {
        const task = currentTask(orderNamed(tab, run.id))
        // What the person pays by hand is never carried: nobody is asked, and nothing can be looked up.
        if (!task || isManualPayment(task)) return
        const held = await placeOf(run, task)
        // Spoken of by another tab that holds nothing: it is about to, or knows of no locks. It is left alone.
        if (held === 'no' || (isToRecover && why === 'word' && held === 'at once')) return
        if (isToRecover) await recover(run)
        isToRecover = false
        run.place()
        run.isWanted = false
        const next = await deed(run)
        if (next === 'rest') return
        if (next !== 'again') await standBy(run, next.standBy)
        stumbles = 0
      } catch (error) {
        if (!(error instanceof InvalidTransition) || ++stumbles > 5) return unexpected(run, error)
        // Another tab was faster; what it did is read and built upon.
        await book.refresh(run.id)
      }
    }
  }

  /** A chain or a wallet that says one thing and then another must not make an order run in circles. */
  async function brake(run: OrderRun) {
    const { clock } = ports
    run.turns = [...run.turns.filter((turn) => clock.elapsed() - turn < breath), clock.elapsed()]
    if (run.turns.length <= mostTurns) return
    run.turns = []
    await new Promise<void>((resolve) => void clock.after(breath, resolve))
  }

  /** Looking for a lost transaction asks nobody for anything: no other order has to wait for that. */
  function placeOf(run: OrderRun, task: Task): Promise<'at once' | 'in the end' | 'no'> {
    return task.progress.at === 'unknown' ? Promise.resolve('in the end') : holdsName(run, nameOf(task))
  }

  async function deed(run: OrderRun): Promise<Next> {
    switch (currentTask(orderNamed(tab, run.id))?.progress.at) {
      case 'waiting':
      case 'checking':
      case 'switching':
        return prepareStep(tab, run)
      case 'signing':
        return tab.requests.has(run.id) ? waitForWallet(tab, run) : findTransaction(tab, run)
      case 'sent':
      case 'confirming':
        return watchTransaction(tab, run)
      case 'unknown':
        holds.release(run.id)
        return findTransaction(tab, run)
      default:
        return 'rest'
    }
  }

  /** What was never asked of a wallet is put away; what was stands paused; what may be under way is watched. */
  async function recover(run: OrderRun) {
    await book.refresh(run.id)
    await book.record(run.id, (order) => {
      const at = currentTask(order)?.progress.at
      const back = withdrawal(order)
      if (at !== 'waiting' && back.length === 0) return order.blocked ? [{ type: 'unblocked' }] : []
      if (order.tasks.every(({ asked }) => !asked)) return order.isDismissed ? back : [...back, { type: 'dismissed' }]
      return order.blocked === 'paused' || order.offer ? back : [...back, { type: 'blocked', reason: 'paused' }]
    })
  }

  /** Waits until account, chain and wallet are right again, or until the person says to try. */
  async function standBy(run: OrderRun, reason: BlockedReason) {
    await book.record(run.id, (order) => [...withdrawal(order), { type: 'blocked', reason }])
    const task = currentTask(orderNamed(tab, run.id))
    if (!task) return
    const executor = await ports.executor(task.step.kind)
    const stop = executor.onChange?.(() => wake(run))
    while (!run.isEnded && orderNamed(tab, run.id).blocked === reason) {
      await sleep(tab, run)
      // Another reason against it is a new one: the right account may be back on the wrong network.
      const now = await reasonAgainst(executor, task.step)
      if (now !== reason && now !== 'other') break
    }
    stop?.()
  }

  /** A fault of ours must not take the order with it: it stands still with the reason, and what was sent stays sent. */
  async function unexpected(run: OrderRun, error: unknown) {
    tab.consents.delete(run.id)
    const note = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    await book
      .record(run.id, (order) => {
        const at = currentTask(order)?.progress.at
        const isIdle = at === 'waiting' || at === 'checking' || at === 'switching'
        const standing: PendingEvent[] = isIdle ? [...withdrawal(order), { type: 'blocked', reason: 'paused' }] : []
        return [{ type: 'noted', note }, ...standing]
      })
      .catch(() => undefined)
  }

  async function careAfter(id: string) {
    if (orderNamed(tab, id).tasks.every(isManualPayment)) return
    for (const delay of reorgChecks) {
      await new Promise<void>((resolve) => void ports.clock.after(delay, resolve))
      const order = book.get(id)
      if (isClosed || !order || runs.has(id) || currentPosition(order) !== undefined) return
      if (await isTakenBackAfterAll(id, order.tasks.length - 1)) return carry(id)
    }
  }

  async function isTakenBackAfterAll(id: string, last: number): Promise<boolean> {
    const sighting = await readStatus(tab, id, last)
    if (sighting?.is !== 'pending' && sighting?.is !== 'not seen') return false
    const order = await book.record(id, (current) =>
      currentPosition(current) === undefined ? [{ type: 'reorged', task: last }] : [],
    )
    return currentPosition(order) !== undefined
  }

  /** Only the tab that holds the account on this chain carries its orders; the others wait, and mirror it. */
  async function holdsName(run: OrderRun, name: string): Promise<'at once' | 'in the end' | 'no'> {
    while (!run.isEnded) {
      if (await holds.take(name, run.id, seizing.delete(run.id) ? 'take over' : 'if free')) return 'at once'
      const at = currentTask(orderNamed(tab, run.id))?.progress.at
      if (tab.consents.has(run.id) && (at === 'waiting' || at === 'checking')) await block(tab, run, 'other tab')
      setElsewhere(run.id, true)
      run.place()
      if (!(await holds.wait(name, run.id))) continue
      setElsewhere(run.id, false)
      await book.refresh(run.id)
      await unblock(tab, run, 'other tab')
      return 'in the end'
    }
    return 'no'
  }

  /** Another tab has taken names over: their orders are its own now, and go on here only when it lets go. */
  function taken(users: readonly string[]) {
    for (const id of users) {
      const run = runs.get(id)
      if (!run) continue
      tab.consents.delete(id)
      end(run)
      carry(id, 'found')
    }
  }

  async function takeOver(id: string) {
    const run = runs.get(id)
    if (run) end(run)
    seizing.add(id)
    tab.seizing.add(id)
    await book.refresh(id)
    carry(id, tab.consents.has(id) ? 'click' : 'found')
  }

  function standstill(id: string): Promise<void> {
    if (isStill(id)) return Promise.resolve()
    return new Promise((resolve) => {
      const stop = book.subscribe(check)
      endings.add(check)
      function check() {
        if (!isStill(id)) return
        stop()
        endings.delete(check)
        resolve()
      }
    })
  }

  function isStill(id: string): boolean {
    const order = book.get(id)
    return !order || !runs.has(id) || order.blocked !== undefined || currentTask(order)?.progress.at === 'unknown'
  }

  function setElsewhere(id: string, isElsewhere: boolean) {
    if (elsewhere.has(id) === isElsewhere) return
    if (isElsewhere) elsewhere.add(id)
    else elsewhere.delete(id)
    onElsewhere()
  }

  function close() {
    isClosed = true
    for (const stop of stopListening) stop()
    for (const run of [...runs.values()]) end(run)
  }
}

/** More turns than any honest order takes, in so many milliseconds. */
const mostTurns = 40
const breath = 10_000

/** Whose account on which chain: what one tab holds while it carries an order. */
function nameOf({ step }: Task): string {
  return `exec:${step.from.toLowerCase()}:${step.chainId}`
}
