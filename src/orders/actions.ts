import { isByHand } from './manualPayment'
import { currentTask, type Order, type Progress, type Task } from './order'
import { canRetry } from './orderReducer'

/** What a person can do about an order now. Each is a call of the desk. */
export type Choice =
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
export function choicesOf(order: Order, isElsewhere: boolean): readonly Choice[] {
  const task = currentTask(order)
  if (!task) return []
  if (isByHand(task)) return choicesByHand(task.progress)
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
      return choicesInTheDark(task)
    default:
      return choicesAt(task.progress, order.isDismissed)
  }
}

/** A payment that was once told to the person may have been made, whatever they said of it since. */
function choicesByHand({ at }: Progress): readonly Choice[] {
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
function choicesInTheDark({ progress, asked }: Task): readonly Choice[] {
  switch (progress.at) {
    case 'checking':
    case 'switching':
      return asked ? ['retry', 'paste hash', 'dismiss'] : ['retry', 'dismiss']
    case 'sent':
    case 'confirming':
      return ['look', 'paste hash']
    default:
      return choicesAt(progress, false)
  }
}

function choicesAt(progress: Progress, isDismissed: boolean): readonly Choice[] {
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
