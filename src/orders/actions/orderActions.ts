import { isManualPayment } from '../manualPayment'
import { currentTask, type Order, type Task } from '../order'
import { canRetry } from '../orderReducer'
import { isQueued, type StepProgress } from '../progress'
import type { Cancellation, PendingTransaction } from './cancellation'

/**
 * The actions of a person on an order. Each one has a handler in `actionHandlers.ts`; this file decides which of them
 * are offered.
 */
export type OrderAction =
  /** Carries out an order that was just confirmed. */
  | { readonly type: 'start' }
  /** Continues an order from an earlier visit: it is re-quoted, and the new plan waits for `accept`. */
  | { readonly type: 'resume' }
  /** Tries a rejected, failed, reverted or expired step again, or an unknown one that the chain has not seen. */
  | { readonly type: 'retry' }
  /** Accepts the newer plan and continues. */
  | { readonly type: 'accept' }
  /** Restarts the wallet timeout: the person looks for the request in the wallet. */
  | { readonly type: 'open wallet' }
  /**
   * The person reports that they rejected a request the wallet never answered. Believed under the same conditions as
   * `not sent`; if an older request had to be gone first, the step is then requested again.
   */
  | { readonly type: 'rejected it' }
  /** Looks on chain for the transaction of a request the wallet never answered. */
  | { readonly type: 'look' }
  /** Follows a hash the person found in their wallet. Throws `NotAHash` or `NotThisStep`. */
  | { readonly type: 'paste hash'; readonly hash: string }
  /** The person reports that nothing was sent. Believed only if the chain has seen nothing either. */
  | { readonly type: 'not sent' }
  /** Takes an order over from another tab. A request made there is looked up, not repeated. */
  | { readonly type: 'take over' }
  /** Asks the wallet to replace a pending transaction. Throws `WalletBusy` while the account is asked for another one. */
  | {
      readonly type: 'cancel transaction'
      readonly pending: PendingTransaction
      readonly cancellation: Cancellation
    }
  /** Ends the sequence that the order is a step of. The order itself goes on. */
  | { readonly type: 'stop sequence' }
  /** Ends the order. A transaction that may have been sent is still watched; nothing is erased. */
  | { readonly type: 'dismiss' }

/** An action that is offered as a button. */
export type OfferedAction = Exclude<OrderAction['type'], 'start' | 'cancel transaction' | 'stop sequence'>

/** The current actions, the most helpful first. An order owned by another tab can only be taken over. */
export function availableActions(order: Order, isOwnedByOtherTab: boolean): readonly OfferedAction[] {
  const task = currentTask(order)
  if (!task) return []
  if (isManualPayment(task)) return manualPaymentActions(task.progress)
  if (isOwnedByOtherTab) return ['take over']
  if (order.updatedPlan) return ['accept', 'dismiss']
  switch (order.blocked) {
    case 'paused':
      return ['resume', 'dismiss']
    case 'other tab':
      return ['take over', 'dismiss']
    case 'no answer':
      return ['open wallet', 'rejected it', 'look', 'paste hash']
    case 'older request':
      return ['rejected it', 'look', 'dismiss']
    case 'not found':
      return ['look', 'paste hash', 'dismiss']
    case 'not accepted':
      return ['look']
    case 'no details':
      return ['look', 'dismiss']
    case 'unreachable':
    case 'limited':
    case 'behind':
    case 'refused':
      return unreachableActions(task)
    default:
      return actionsAt(task.progress, order.isDismissed)
  }
}

/** A payment that was once requested may have been made, even if the person denied it. */
function manualPaymentActions({ at }: StepProgress): readonly OfferedAction[] {
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
