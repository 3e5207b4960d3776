import type { TransactionStatus } from '../executor'
import { reorgChecks } from '../intervals'
import { isManualPayment } from '../manualPayment'
import { currentTask } from '../order'
import { isBeforeWallet, type StepProgress } from '../progress'
import { isSameRequest } from '../requests/sameRequest'
import { decidedPosition, isTurnedDown } from '../requests/turnedDown'
import { readStatus } from '../watchers/transactionWatcher'
import { type OrderRun, type TabContext, withdrawal } from './orderRun'

/**
 * Recovers an order left by an earlier visit or another tab: dismissed when no wallet was ever asked, paused
 * when one was, and watched when a transaction may be in flight.
 */
export async function recoverOrder(run: OrderRun): Promise<void> {
  await run.refresh()
  await run.record((order) => {
    const at = currentTask(order)?.progress.at
    const back = withdrawal(order)
    if (at !== 'waiting' && back.length === 0) return order.blocked ? [{ type: 'unblocked' }] : []
    if (!order.earlier && order.tasks.every(({ lastAnchor }) => !lastAnchor))
      return order.isDismissed ? back : [...back, { type: 'dismissed' }]
    return order.blocked === 'paused' || order.blocked === 'older request' || order.updatedPlan
      ? back
      : [...back, { type: 'blocked', reason: 'paused' }]
  })
}

/** A bug in the app must not lose an order: it pauses with the reason, and sent transactions stay recorded. */
export async function recordUnexpectedError(run: OrderRun, error: unknown): Promise<void> {
  run.context.permissions.delete(run.id)
  const note = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  await run
    .record((order) => {
      const task = currentTask(order)
      const pause =
        task && isBeforeWallet(task.progress)
          ? ([...withdrawal(order), { type: 'blocked', reason: 'paused' }] as const)
          : []
      return [{ type: 'noted', note }, ...pause]
    })
    .catch(() => undefined)
}

/**
 * Polls an order that is finished, or has stopped at a failed transaction, a few more times in case of a reorg. The
 * chain may drop the transaction, or include it in another block, where it fails, succeeds or moves other amounts.
 * `true` when that happened. `isStopped` ends the polling.
 */
export async function watchForReorg(context: TabContext, id: string, isStopped: () => boolean): Promise<boolean> {
  const { ports, store } = context
  if (store.require(id).tasks.every(isManualPayment)) return false
  for (const delay of reorgChecks) {
    await new Promise<void>((resolve) => void ports.clock.after(delay, resolve))
    const order = store.get(id)
    if (isStopped() || !order || decidedPosition(order) === undefined) return false
    if (await isUndone(context, id)) return true
  }
  return false
}

/** Whether the chain has undone its decision on the order; the order is then to be watched again. */
export async function isUndone(context: TabContext, id: string): Promise<boolean> {
  const decided = decidedPosition(context.store.require(id))
  return decided !== undefined && wasUndone(context, id, decided)
}

async function wasUndone(context: TabContext, id: string, decided: number): Promise<boolean> {
  const sought = context.store.require(id).tasks[decided]
  const status = await readStatus(context, id, decided)
  if (!sought || !status || !isOtherThan(sought.progress, status)) return false
  const order = await context.store.record(id, (current) => {
    const task = current.tasks[decided]
    return decidedPosition(current) === decided && task && isSameRequest(task, sought)
      ? [{ type: 'reorged', task: decided }]
      : []
  })
  return order.tasks[decided]?.progress.at === 'confirming'
}

/** Whether the chain's status no longer matches what was stored of it. */
function isOtherThan(progress: StepProgress, status: TransactionStatus): boolean {
  if (isTurnedDown(progress)) return status.is === 'pending' || status.is === 'done'
  if (progress.at !== 'done') return false
  switch (status.is) {
    case 'pending':
    case 'not seen':
    case 'reverted':
    case 'replaced':
    case 'queued':
      return true
    case 'done':
      return status.receipt.hash === progress.hash && status.receipt.block !== progress.receipt.block
    default:
      return false
  }
}
