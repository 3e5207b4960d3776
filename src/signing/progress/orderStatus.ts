import { availableActions, type OfferedAction } from '../../orders/actions/orderActions'
import { isTaken } from '../../orders/batch'
import { type DeliveryStatus, isCrossChain } from '../../orders/delivery'
import { currentPayment, isManualPayment } from '../../orders/manualPayment'
import { type BlockedReason, currentPosition, currentTask, isAllowanceStep, type Order } from '../../orders/order'
import type { StepProgress } from '../../orders/progress'
import { isInFlight, isQueued } from '../../orders/progress'
import { type ReceiptOutcome, receiptOutcome } from '../../orders/receipt'
import { isRejectedUnsent } from '../../orders/requests/givenUpRequest'
import { hasNonce, type TransactionAnchor } from '../../orders/requests/transactionAnchor'
import { openRequests, unsettledRequests } from '../../orders/requests/unsettledRequests'
import { isReclaim, isRevocation } from '../../preparation/revocation'

/** How a request is repeated. With the nonce or the batch id of the first, only one of the two can be carried out. */
export type Repeat = 'same nonce' | 'same batch' | 'new request'

/** An order's state for display: its name, its severity, and the possible actions. */
export type OrderStatusView = {
  readonly is: BlockedReason | Working | Ending
  readonly tone: 'busy' | 'ask' | 'good' | 'bad'
  /** Actions the person can take, the most helpful first. */
  readonly choices: readonly OfferedAction[]
  /** Index of the current step; the number of steps when all are done. */
  readonly position: number
}

/**
 * `taken`: the wallet has accepted the batch, and its transaction is not known yet. `queued`: the account is a
 * contract, and someone else sends its transaction.
 */
type Working = 'waiting' | 'checking' | 'switching' | 'signing' | 'taken' | 'queued' | 'sent' | 'confirming'

type Ending =
  | 'done'
  /** All steps are done, and the receipts show less than the confirmed minimum. */
  | 'short'
  /** All steps are done, and the receipts do not show how much arrived. */
  | 'unread'
  /** Done on the source chain; the bridge has yet to deliver on the destination chain. */
  | 'handed over'
  /** The bridge did not deliver and refunded everything. */
  | 'refunded'
  /** The delivery is overdue. */
  | 'late'
  /** The delivery cannot be observed. */
  | 'unseen'
  /** Manual payment: the person has to pay. */
  | 'payment awaited'
  /** Manual payment: reported as paid; waiting for the delivery. */
  | 'payment reported'
  /** Manual payment: reported as paid, without a delivery for a long time. */
  | 'payment unanswered'
  /** Manual payment: its deadline has passed. */
  | 'payment expired'
  /** Manual payment: the person reported that they will not pay. */
  | 'payment ended'
  | 'rejected'
  | 'failed'
  | 'cancelled'
  /** A smart account carried out another transaction with the same number. */
  | 'passed over'
  | 'replaced'
  | 'altered'
  /** The allowance chosen in the wallet is lower than the step needs. */
  | 'lowered'
  | 'reverted'
  | 'expired'
  | 'unknown'
  | 'not seen'
  | 'dismissed'
  /** Dismissed by the person, though one of its requests may still be sent. */
  | 'dismissed unsettled'

export function orderStatus(order: Order, isElsewhere: boolean): OrderStatusView {
  const position = currentPosition(order) ?? order.tasks.length
  const choices = availableActions(order, isElsewhere)
  return {
    ...statusOf(order, isElsewhere),
    choices: currentPayment(order)
      ? []
      : isRevocation(order.plan) || isReclaim(order.plan)
        ? choices.filter(isIdle)
        : choices,
    position,
  }
}

/** A revocation is repeated from where approvals are listed, and needs no new quote. */
function isIdle(choice: OfferedAction): boolean {
  return choice !== 'retry' && choice !== 'resume' && choice !== 'accept'
}

function statusOf(order: Order, isElsewhere: boolean): Pick<OrderStatusView, 'is' | 'tone'> {
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

function endingOf(order: Order): Pick<OrderStatusView, 'is' | 'tone'> {
  const ending = isCrossChain(order.plan) ? deliveryStatusView(order.destination?.delivery) : doneStatus
  if (ending.is !== 'done') return ending
  const arrival = receiptOutcome(order)
  return arrival === 'as agreed' ? ending : { is: arrival, tone: 'bad' }
}

const doneStatus = { is: 'done', tone: 'good' } as const

function paymentStatus(
  { at }: StepProgress,
  delivery: DeliveryStatus | undefined,
): Pick<OrderStatusView, 'is' | 'tone'> {
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

function deliveryStatusView(delivery: DeliveryStatus | undefined): Pick<OrderStatusView, 'is' | 'tone'> {
  switch (delivery?.at) {
    case 'filled':
      return { is: 'done', tone: 'good' }
    case 'refunded':
      return { is: 'refunded', tone: 'ask' }
    case 'late':
      return { is: 'late', tone: 'bad' }
    case 'unknown':
      return { is: 'unseen', tone: 'bad' }
    default:
      return { is: 'handed over', tone: 'busy' }
  }
}

/** Where the sold tokens are, as far as is known. */
export type FundsLocation =
  /** Nothing is on chain, but a request that spends them may still be sent. */
  | { readonly is: 'unsettled' }
  /** No tokens moved; at most an approval was given. */
  | { readonly is: 'untouched'; readonly isAllowed: boolean }
  /** A transaction that spends them may be pending. */
  | { readonly is: 'moving' }
  /** Only the person knows, because they pay from a wallet that is not connected. */
  | { readonly is: 'by hand' }
  /** The person reports a payment. */
  | { readonly is: 'reported' }
  /** The bought tokens arrived. */
  | { readonly is: 'arrived' }
  /** They were spent, and less than the minimum arrived, or it cannot be read how much. */
  | { readonly is: 'short' | 'unread' }
  /** Paid to a bridge, which has yet to deliver on the other chain. */
  | { readonly is: 'promised' }
  /** The bridge refunded them. */
  | { readonly is: 'returned' }
  /** The bridge still has them after its deadline. */
  | { readonly is: 'overdue' }
  /** A refund from the bridge is on its way. */
  | { readonly is: 'reclaimed' }
  /** The order moves no tokens. */
  | { readonly is: 'aside' }
  /** A step spent them, and a later step did not follow. */
  | { readonly is: 'between' }

export function fundsLocation(order: Order): FundsLocation {
  if (isRevocation(order.plan)) return { is: 'aside' }
  if (isReclaim(order.plan)) return { is: currentTask(order) ? 'reclaimed' : 'returned' }
  const payment = currentPayment(order)
  if (payment) return payment.progress.at === 'sent' ? { is: 'reported' } : { is: 'by hand' }
  const spending = order.tasks.filter(({ step }) => !isAllowanceStep(step))
  if (spending.every(({ progress }) => progress.at === 'done'))
    return { is: isCrossChain(order.plan) ? destinationFunds(order) : arrivedOr(receiptOutcome(order)) }
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

function arrivedOr(arrival: ReceiptOutcome): 'arrived' | 'short' | 'unread' {
  return arrival === 'as agreed' ? 'arrived' : arrival
}

function destinationFunds(order: Order): 'promised' | 'returned' | 'overdue' | ReturnType<typeof arrivedOr> {
  switch (order.destination?.delivery.at) {
    case 'filled':
      return arrivedOr(receiptOutcome(order))
    case 'refunded':
      return 'returned'
    case 'late':
      return 'overdue'
    default:
      return 'promised'
  }
}

/** How a step whose last request had this anchor would be requested again. */
export function repeatOf(anchor: TransactionAnchor | undefined): Repeat {
  if (!anchor || !hasNonce(anchor)) return 'new request'
  if (anchor.batch) return 'same batch'
  return anchor.isOpenNonce || anchor.isContract ? 'new request' : 'same nonce'
}

function progressing(progress: StepProgress): Pick<OrderStatusView, 'is' | 'tone'> {
  switch (progress.at) {
    case 'done':
      return { is: 'done', tone: 'good' }
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
