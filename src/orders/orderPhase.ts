import { isPaymentStep } from '../guard/plan'
import type { DeliveryStatus } from './delivery'
import { currentTask, isRequested, type Order, type Task } from './order'
import { isInFlight } from './progress'
import { receiptOutcome } from './receipt'
import { isRejectedUnsent } from './requests/givenUpRequest'
import type { RequestProgress } from './serviceRequest'

/** One word for lists and badges. */
export type OrderPhase = 'done' | 'under way' | 'needs you' | 'stopped'

/**
 * `under way` goes on by itself, `needs you` waits for a click, `stopped` failed, was given up, or was rejected in the
 * wallet before anything was sent.
 */
export function orderPhase(order: Order): OrderPhase {
  const task = currentTask(order)
  if (isRequested(order)) return requestPhases[order.request.progress.at]
  if (!task) return endPhase(order)
  if (isPaymentStep(task.step)) return manualPaymentPhase(task, order)
  if (order.isDismissed && (!isInFlight(task.progress) || task.progress.at === 'unknown')) return 'stopped'
  if (needsClick(order.blocked)) return 'needs you'
  switch (task.progress.at) {
    case 'failed':
    case 'replaced':
    case 'reverted':
    case 'expired':
      return 'stopped'
    case 'rejected':
      // Nothing is left to do: the person finds the swap in the form, or tries this order again.
      return isRejectedUnsent(order) ? 'stopped' : 'needs you'
    case 'unknown':
      return 'needs you'
    default:
      return 'under way'
  }
}

/**
 * It goes on, or waits for the person, who has not ended it. A deposit that was accepted and not signed waits for no one:
 * nothing has left the account, and the form continues it.
 */
export function isUnfinished(order: Order): boolean {
  const phase = orderPhase(order)
  if (isRequested(order) && order.request.progress.at === 'to sign') return false
  return !order.isDismissed && (phase === 'under way' || phase === 'needs you')
}

/** Ended by the person rather than by a failure. */
export function isCancelled(order: Order): boolean {
  return orderPhase(order) === 'stopped' && (order.isDismissed || isRejectedUnsent(order))
}

function needsClick(blocked: Order['blocked']): boolean {
  return blocked === 'price moved' || blocked === 'paused' || blocked === 'no answer' || blocked === 'older request'
}

/** A manual payment needs the person until they report it paid; after that it waits for the delivery. */
function manualPaymentPhase({ progress }: Task, { destination, isDismissed }: Order): OrderPhase {
  switch (progress.at) {
    case 'waiting':
    case 'checking':
    case 'signing':
      return isDismissed ? 'stopped' : 'needs you'
    case 'sent':
      return destination ? deliveryPhases[destination.delivery.at] : 'under way'
    default:
      return 'stopped'
  }
}

const requestPhases: Readonly<Record<RequestProgress['at'], OrderPhase>> = {
  posted: 'under way',
  accepted: 'under way',
  unanswered: 'needs you',
  'to sign': 'needs you',
  refused: 'stopped',
  seen: 'done',
}

function endPhase(order: Order): OrderPhase {
  const phase = order.destination ? deliveryPhases[order.destination.delivery.at] : 'done'
  return phase === 'done' && receiptOutcome(order) === 'short' ? 'stopped' : phase
}

const deliveryPhases: Readonly<Record<DeliveryStatus['at'], OrderPhase>> = {
  filled: 'done',
  awaited: 'under way',
  refunded: 'stopped',
  late: 'needs you',
  unknown: 'needs you',
}
