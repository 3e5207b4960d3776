import { isManualPayment } from './manualPayment'
import { currentTask, type Order, type Task } from './order'
import { canRetry } from './orderReducer'
import type { StepProgress } from './progress'

/** What a person can do about an order now. Each is one action of `OrderService.act`. */
export type OrderAction =
  | 'accept'
  | 'resume'
  | 'retry'
  | 'open wallet'
  | 'rejected it'
  | 'look'
  | 'paste hash'
  | 'not sent'
  | 'take over'
  | 'dismiss'

/** The choices, the most helpful first. An order another tab carries can only be taken over. */
export function availableActions(order: Order, isElsewhere: boolean): readonly OrderAction[] {
  const task = currentTask(order)
  if (!task) return []
  if (isManualPayment(task)) return manualPaymentActions(task.progress)
  if (isElsewhere) return ['take over']
  if (order.offer) return ['accept', 'dismiss']
  switch (order.blocked) {
    case 'paused':
      return ['resume', 'dismiss']
    case 'other tab':
      return ['take over', 'dismiss']
    case 'no answer':
      return ['open wallet', 'rejected it', 'look', 'paste hash']
    case 'unreachable':
      return unreachableActions(task)
    default:
      return actionsAt(task.progress, order.isDismissed)
  }
}

/** A payment that was once told to the person may have been made, whatever they said of it since. */
function manualPaymentActions({ at }: StepProgress): readonly OrderAction[] {
  switch (at) {
    case 'signing':
      return ['paste hash', 'not sent']
    case 'rejected':
    case 'expired':
    case 'sent':
      return ['paste hash']
    default:
      return []
  }
}

/** Nobody tells anything of the chain: what was not asked of the wallet may be checked anew, what was sent looked for. */
function unreachableActions({ progress, asked }: Task): readonly OrderAction[] {
  switch (progress.at) {
    case 'checking':
    case 'switching':
      return asked ? ['retry', 'paste hash', 'dismiss'] : ['retry', 'dismiss']
    case 'sent':
    case 'confirming':
      return ['look', 'paste hash']
    default:
      return actionsAt(progress, false)
  }
}

function actionsAt(progress: StepProgress, isDismissed: boolean): readonly OrderAction[] {
  switch (progress.at) {
    case 'waiting':
      return isDismissed ? ['resume'] : ['dismiss']
    case 'unknown':
      return progress.isQuiet
        ? ['look', 'paste hash', 'retry', 'dismiss']
        : ['look', 'paste hash', 'not sent', 'dismiss']
    default:
      return canRetry(progress) ? ['retry', 'dismiss'] : []
  }
}
