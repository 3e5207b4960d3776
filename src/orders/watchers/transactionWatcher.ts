import type { TransactionStatus } from '../executor'
import { pollInterval, unreachableAfterPolls } from '../intervals'
import { currentPosition, currentTask, type Order, type Task } from '../order'
import type { PendingEvent } from '../orderEvents'
import { type StepProgress, transactionHashOf } from '../progress'
import { receiptAccounts, withIntentAmounts } from '../receipt'
import { block, isOnline, type Next, type OrderRun, orderNamed, type RunContext, sleep } from '../runner/runContext'
import { eventsForStatus } from './statusEvents'

/** Follows a transaction that was sent until the chain has decided. A node's silence is never the order's failure. */
export async function watchTransaction(tab: RunContext, run: OrderRun): Promise<Next> {
  const { clock } = tab.ports
  let lastSeen = clock.elapsed()
  let deaf = 0
  for (let looks = 0; ; looks++) {
    const before = currentTask(orderNamed(tab, run.id))
    if (run.isEnded || !isFollowed(before?.progress)) return 'again'
    if (!(await isOnline(tab, run))) continue

    const sighting = await readStatus(tab, run.id)
    deaf = sighting ? 0 : deaf + 1
    if (deaf === unreachableAfterPolls) await block(tab, run, 'unreachable')
    if (sighting) {
      if (sighting.is !== 'not seen' && sighting.is !== 'undecided') lastSeen = clock.elapsed()
      const unseenFor = clock.elapsed() - lastSeen
      await tab.book.record(run.id, (order) => [...unblockedByStatus(order), ...eventsFor(order, sighting, unseenFor)])
    }
    if (isFollowed(currentTask(orderNamed(tab, run.id))?.progress)) await rest(tab, run, pollInterval(looks))
  }
}

/** Looks for a transaction whose hash is not known, or that no node knows any more. */
export async function findTransaction(tab: RunContext, run: OrderRun): Promise<Next> {
  const sought = currentTask(orderNamed(tab, run.id))?.progress.at
  for (let looks = 0; ; looks++) {
    const at = currentTask(orderNamed(tab, run.id))?.progress.at
    if (run.isEnded || at !== sought) return 'again'
    if (!(await isOnline(tab, run))) continue

    const sighting = await readStatus(tab, run.id)
    // A request of an earlier visit that nobody can tell anything of is unknown, also when no node answers.
    if (sighting || at === 'signing') {
      await tab.book.record(run.id, (order) => [
        ...unblockedByStatus(order),
        ...eventsFor(order, sighting ?? undecided, 0),
      ])
    }
    if (currentTask(orderNamed(tab, run.id))?.progress.at === 'unknown') await rest(tab, run, pollInterval(looks + 3))
  }
}

/**
 * Sleeps until the next look. What rang before is in the order that was just read, or was written here: were it heard,
 * a node that says one thing and then another would be asked without a pause.
 */
function rest(tab: RunContext, run: OrderRun, milliseconds: number): Promise<void> {
  run.isRung = false
  return sleep(tab, run, milliseconds)
}

/** Looks once. `undefined` when no node answered, which says nothing about the transaction. */
export async function readStatus(
  tab: RunContext,
  id: string,
  position?: number,
): Promise<TransactionStatus | undefined> {
  const order = orderNamed(tab, id)
  const task = order.tasks[position ?? currentPosition(order) ?? -1]
  const mark = task && anchorOf(task)
  if (!mark) return undefined
  try {
    const executor = await tab.ports.executor(task.step.kind)
    return await executor.getStatus(
      task.step,
      mark,
      transactionHashOf(task.progress),
      receiptAccounts(order.plan.intent),
    )
  } catch {
    // A node that does not answer is asked again later; the screen says so after the third time.
    return undefined
  }
}

/** Without the wallet's word only what is found counts; that nothing is found says nothing. */
export async function recordIfFound(tab: RunContext, id: string, sighting: TransactionStatus | undefined) {
  if (!sighting || sighting.is === 'not seen' || sighting.is === 'undecided') return
  await tab.book.record(id, (order) => {
    const at = currentTask(order)?.progress.at
    return at === 'signing' || at === 'unknown' ? eventsFor(order, sighting, 0) : []
  })
}

/** Looks once more at finished steps on this chain before building upon them: a chain may take its word back. */
export async function wasReorged(tab: RunContext, run: OrderRun, chainId: number): Promise<boolean> {
  for (const [position, { step, progress }] of orderNamed(tab, run.id).tasks.entries()) {
    if (progress.at !== 'done' || step.chainId !== chainId) continue
    const executor = await tab.ports.executor(step.kind)
    const sighting = await executor.getStatus(step, progress.mark, progress.hash)
    if (sighting.is === 'done') continue
    await tab.book.record(run.id, [{ type: 'withdrawn' }, { type: 'reorged', task: position }])
    return true
  }
  return false
}

export function eventsFor(order: Order, sighting: TransactionStatus, unseenFor: number): readonly PendingEvent[] {
  const task = currentTask(order)
  if (!task) return []
  if (sighting.is !== 'done') return eventsForStatus(sighting, task.progress, unseenFor)
  return eventsForStatus(
    { is: 'done', receipt: withIntentAmounts(order.plan.intent, sighting.receipt) },
    task.progress,
    unseenFor,
  )
}

/** Once something is seen again, whatever kept the order from seeing is over. */
function unblockedByStatus({ blocked }: Order): readonly PendingEvent[] {
  return blocked === 'unreachable' || blocked === 'offline' ? [{ type: 'unblocked' }] : []
}

function isFollowed(progress: StepProgress | undefined): boolean {
  return progress?.at === 'sent' || progress?.at === 'confirming'
}

function anchorOf({ progress, asked }: Task) {
  return 'mark' in progress ? progress.mark : asked
}

const undecided: TransactionStatus = { is: 'undecided' }
