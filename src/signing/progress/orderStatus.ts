import { isReclaim, isRevocation } from '../../guard/plan'
import { availableActions, type OfferedAction } from '../../orders/actions/orderActions'
import { isTaken } from '../../orders/batch'
import { type DeliveryStatus, isCrossChain } from '../../orders/delivery'
import { currentPayment, isManualPayment } from '../../orders/manualPayment'
import { currentPosition, currentTask, isAllowanceStep, type Order } from '../../orders/order'
import { isInFlight, isQueued, type StepProgress } from '../../orders/progress'
import { receiptOutcome } from '../../orders/receipt'
import { isRejectedUnsent } from '../../orders/requests/givenUpRequest'
import { hasNonce, type TransactionAnchor } from '../../orders/requests/transactionAnchor'
import { openRequests, unsettledRequests } from '../../orders/requests/unsettledRequests'
import type { ProgressMessages, Repeat, StatusName } from './messages'

/** The state of an order, and how serious it is. */
type Status = { readonly is: StatusName; readonly tone: 'busy' | 'ask' | 'good' | 'bad' }

/** An order's state for display, the possible actions, and the index of the current step. */
export type OrderStatusView = ReturnType<typeof orderStatus>

export function orderStatus(order: Order, isElsewhere: boolean) {
  const choices = availableActions(order, isElsewhere)
  return {
    ...statusOf(order, isElsewhere),
    choices: currentPayment(order)
      ? []
      : isRevocation(order.plan) || isReclaim(order.plan)
        ? choices.filter(isIdle)
        : choices,
    position: currentPosition(order) ?? order.tasks.length,
  }
}

/** A revocation is repeated from where approvals are listed, and needs no new quote. */
function isIdle(choice: OfferedAction): boolean {
  return choice !== 'retry' && choice !== 'resume' && choice !== 'accept'
}

function statusOf(order: Order, isElsewhere: boolean): Status {
  const task = currentTask(order)
  if (isManualPayment(task)) return paymentStatus(task.progress, order.destination?.delivery)
  if (!task) return endingOf(order)
  if (order.isDismissed && task.progress.at === 'unknown') return { is: 'dismissed unsettled', tone: 'ask' }
  if (order.isDismissed && isRejectedUnsent(order) && !maySpendLate(order)) return { is: 'rejected', tone: 'ask' }
  if (order.isDismissed && !isInFlight(task.progress))
    return { is: mayBeSentLate(order) ? 'dismissed unsettled' : 'dismissed', tone: 'ask' }
  if (isElsewhere) return { is: 'other tab', tone: 'ask' }
  if (order.blocked) {
    const isBusy = order.blocked === 'other order' || order.blocked === 'not accepted'
    return { is: order.blocked, tone: isBusy ? 'busy' : 'ask' }
  }
  return progressing(task.progress)
}

function endingOf(order: Order): Ending {
  const delivery = order.destination?.delivery.at ?? 'awaited'
  const ending = isCrossChain(order.plan) ? deliveries[delivery] : doneStatus
  if (ending.is !== 'done') return ending
  const arrival = receiptOutcome(order)
  return arrival === 'as agreed' ? ending : { is: arrival, tone: 'bad' }
}

/** All steps are done; across chains, the bridge may have yet to deliver. */
type Ending = Status & { readonly is: keyof typeof fundsAtEnd }

const doneStatus: Ending = { is: 'done', tone: 'good' }

function paymentStatus({ at }: StepProgress, delivery: DeliveryStatus | undefined): Status {
  switch (at) {
    case 'sent':
      if (delivery?.at === 'late') return { is: 'payment unanswered', tone: 'bad' }
      return delivery?.at === 'unknown' ? { is: 'unseen', tone: 'ask' } : { is: 'payment reported', tone: 'busy' }
    case 'rejected':
      return { is: 'payment ended', tone: 'ask' }
    case 'expired':
      return { is: 'payment expired', tone: 'bad' }
    default:
      return { is: 'payment awaited', tone: 'ask' }
  }
}

const deliveries: Readonly<Record<DeliveryStatus['at'], Ending>> = {
  awaited: { is: 'handed over', tone: 'busy' },
  filled: doneStatus,
  refunded: { is: 'refunded', tone: 'ask' },
  late: { is: 'late', tone: 'bad' },
  unknown: { is: 'unseen', tone: 'bad' },
}

/** Where the sold tokens are, as far as is known. `isAllowed`: nothing moved, and an approval was given. */
export type FundsPlace = {
  readonly is: Exclude<keyof ProgressMessages['money'], 'allowed'>
  readonly isAllowed?: boolean
}

export function fundsLocation(order: Order): FundsPlace {
  if (isRevocation(order.plan)) return { is: 'aside' }
  if (isReclaim(order.plan)) return { is: currentTask(order) ? 'reclaimed' : 'returned' }
  const payment = currentPayment(order)
  if (payment) return payment.progress.at === 'sent' ? { is: 'reported' } : { is: 'by hand' }
  const spending = order.tasks.filter(({ step }) => !isAllowanceStep(step))
  if (spending.every(({ progress }) => progress.at === 'done')) return { is: fundsAtEnd[endingOf(order).is] }
  if (spending.some(({ progress }) => isInFlight(progress) && (progress.at !== 'signing' || isTaken(progress))))
    return { is: 'moving' }
  if (unsettledRequests(order).some(({ step, outcome }) => outcome && !isAllowanceStep(step))) return { is: 'moving' }
  if (spending.some(({ progress }) => progress.at === 'done')) return { is: 'between' }
  if (maySpendLate(order)) return { is: 'unsettled' }
  const isAllowed = order.tasks.some(({ step, progress }) => step.purpose.does === 'approve' && progress.at === 'done')
  return { is: 'untouched', isAllowed }
}

/** Whether an abandoned request that spends tokens may still be sent. */
function maySpendLate(order: Order): boolean {
  return unsettledRequests(order).some(({ step, isOpen, isLost }) => (isOpen || isLost) && !isAllowanceStep(step))
}

/** Whether any request of the order, including an approval, may still be confirmed in the wallet. */
function mayBeSentLate(order: Order): boolean {
  return maySpendLate(order) || openRequests(order).length > 0
}

const fundsAtEnd = {
  done: 'arrived',
  short: 'short',
  unread: 'short',
  'handed over': 'promised',
  unseen: 'promised',
  late: 'overdue',
  refunded: 'returned',
} as const

/** How a step whose last request had this anchor would be requested again. */
export function repeatOf(anchor: TransactionAnchor | undefined): Repeat {
  if (!anchor || !hasNonce(anchor)) return 'new request'
  if (anchor.batch) return 'same batch'
  return anchor.isOpenNonce || anchor.isContract ? 'new request' : 'same nonce'
}

function progressing(progress: StepProgress): Status {
  switch (progress.at) {
    case 'rejected':
      return { is: 'rejected', tone: 'ask' }
    case 'failed':
    case 'reverted':
    case 'expired':
      return { is: progress.at, tone: 'bad' }
    case 'replaced':
      if (progress.how === 'cancelled' && progress.by === progress.hash) return { is: 'passed over', tone: 'bad' }
      return { is: progress.how, tone: progress.how === 'lowered' ? 'ask' : 'bad' }
    case 'unknown':
      return { is: progress.isUnseen ? 'not seen' : 'unknown', tone: 'bad' }
    case 'signing':
      return isTaken(progress) ? { is: 'taken', tone: 'busy' } : { is: 'signing', tone: 'ask' }
    case 'switching':
      return { is: progress.at, tone: 'ask' }
    case 'sent':
      return { is: isQueued(progress) ? 'queued' : 'sent', tone: 'busy' }
    default:
      return { is: progress.at, tone: 'busy' }
  }
}
