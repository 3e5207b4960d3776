import { isManualPayment } from '../manualPayment'
import { type BlockedReason, currentTask, isWithoutNode, type Order, type Task } from '../order'
import { canRetry } from '../orderReducer'
import { isQueued, type StepProgress } from '../progress'
import type { ActionOf, Actions } from './actionHandlers'

/** An action of a person on an order. This file decides which of them are offered. */
export type OrderAction = ActionOf<keyof Actions>

/** An action that is offered as a button. */
export type OfferedAction = Exclude<keyof Actions, 'start' | 'cancel transaction' | 'stop sequence'>

/** The current actions, the most helpful first. An order owned by another tab can only be taken over. */
export function availableActions(order: Order, isOwnedByOtherTab: boolean): readonly OfferedAction[] {
  const task = currentTask(order)
  if (!task) return []
  if (isManualPayment(task)) return choicesOfPayment[task.progress.at] ?? []
  if (isOwnedByOtherTab) return ['take over']
  if (order.updatedPlan) return ['accept', 'dismiss']
  if (isWithoutNode(order.blocked)) return unreachableActions(task)
  return (order.blocked && choicesWhile[order.blocked]) ?? actionsAt(task.progress, order.isDismissed)
}

/** The actions while an order waits; for the other reasons, the actions of its step. */
const choicesWhile: Readonly<Partial<Record<BlockedReason, readonly OfferedAction[]>>> = {
  paused: ['resume', 'dismiss'],
  'other tab': ['take over', 'dismiss'],
  'no answer': ['open wallet', 'rejected it', 'look', 'paste hash'],
  'older request': ['rejected it', 'look', 'dismiss'],
  'not found': ['look', 'paste hash', 'dismiss'],
  'not accepted': ['look'],
  'no details': ['look', 'dismiss'],
}

/** A payment that was once requested may have been made, even if the person denied it. */
const choicesOfPayment: Readonly<Partial<Record<StepProgress['at'], readonly OfferedAction[]>>> = {
  signing: ['paste hash', 'not sent'],
  rejected: ['paste hash'],
  expired: ['paste hash'],
  sent: ['paste hash'],
}

/** No node answers: offers to restart the checks or to look for a sent transaction. */
function unreachableActions({ progress, lastAnchor }: Task): readonly OfferedAction[] {
  switch (progress.at) {
    case 'checking':
    case 'switching':
      return lastAnchor ? ['retry', 'paste hash', 'dismiss'] : ['retry', 'dismiss']
    case 'sent':
    case 'confirming':
      return ['look', 'paste hash']
    default:
      return actionsAt(progress, false)
  }
}

function actionsAt(progress: StepProgress, isDismissed: boolean): readonly OfferedAction[] {
  switch (progress.at) {
    case 'waiting':
      return isDismissed ? ['resume'] : ['dismiss']
    case 'sent':
      if (!isQueued(progress)) return []
      return isDismissed ? ['look', 'paste hash'] : ['look', 'paste hash', 'dismiss']
    case 'unknown':
      if (isDismissed) return ['look', 'paste hash']
      return progress.isUnseen
        ? ['look', 'paste hash', 'retry', 'dismiss']
        : ['look', 'paste hash', 'not sent', 'dismiss']
    default:
      return canRetry(progress) ? ['retry', 'dismiss'] : []
  }
}
