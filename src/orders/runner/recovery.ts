import type { TransactionStatus } from '../executor'
import { reorgChecks } from '../intervals'
import { isManualPayment } from '../manualPayment'
import { currentTask, isComplete } from '../order'
import type { StepProgress } from '../progress'
import { readStatus } from '../watchers/transactionWatcher'
import { type OrderRun, withdrawal } from './orderRun'
import type { TabContext } from './tabContext'

/**
 * What becomes of an order that an earlier visit or another tab left: dismissed when no wallet was ever asked, paused
 * when one was, and watched where something may be on its way.
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

/** A fault of the app must not lose an order: it pauses with the reason, and what was sent stays sent. */
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
 * Looks at a finished order a few times more, in case its chain reorganises: it may drop the last transaction, or carry
 * it out in another block, where it fails or moves other amounts. `true` when it did. `isStopped` says whether nobody wants to know any more.
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

/** Whether the chain no longer says what the receipt does. */
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
