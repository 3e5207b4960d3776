import type { TransactionStatus } from '../executor'
import { reorgChecks } from '../intervals'
import { isManualPayment } from '../manualPayment'
import { currentTask, isComplete } from '../order'
import type { StepProgress } from '../progress'
import { readStatus } from '../watchers/transactionWatcher'
import { type OrderRun, withdrawal } from './orderRun'
import type { TabContext } from './tabContext'

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
      const at = currentTask(order)?.progress.at
      const isIdle = at === 'waiting' || at === 'checking' || at === 'switching'
      const pause = isIdle ? ([...withdrawal(order), { type: 'blocked', reason: 'paused' }] as const) : []
      return [{ type: 'noted', note }, ...pause]
    })
    .catch(() => undefined)
}

/**
 * Polls a finished order a few more times in case of a reorg: the chain may drop the last transaction, or include it in
 * another block, where it fails or moves other amounts. `true` when that happened. `isStopped` ends the polling.
 */
export async function watchForReorg(context: TabContext, id: string, isStopped: () => boolean): Promise<boolean> {
  const { ports, store } = context
  if (store.require(id).tasks.every(isManualPayment)) return false
  for (const delay of reorgChecks) {
    await new Promise<void>((resolve) => void ports.clock.after(delay, resolve))
    const order = store.get(id)
    if (isStopped() || !order || !isComplete(order)) return false
    if (await wasLastStepChanged(context, id, order.tasks.length - 1)) return true
  }
  return false
}

async function wasLastStepChanged(context: TabContext, id: string, last: number): Promise<boolean> {
  const status = await readStatus(context, id, last)
  if (!status || !isOtherThan(context.store.require(id).tasks[last]?.progress, status)) return false
  const order = await context.store.record(id, (current) =>
    isComplete(current) ? [{ type: 'reorged', task: last }] : [],
  )
  return !isComplete(order)
}

/** Whether the chain's status no longer matches the stored receipt. */
function isOtherThan(progress: StepProgress | undefined, status: TransactionStatus): boolean {
  if (progress?.at !== 'done') return false
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
