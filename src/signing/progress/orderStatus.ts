import { isTaken } from '../../orders/batch'
import { type DeliveryStatus, isCrossChain } from '../../orders/delivery'
import { currentPayment, isManualPayment } from '../../orders/manualPayment'
import { currentPosition, currentTask, isAllowanceStep, type Order } from '../../orders/order'
import { availableActions, type OfferedAction } from '../../orders/orderActions'
import type { StepProgress } from '../../orders/progress'
import { isInFlight, isQueued } from '../../orders/progress'
import { isRejectedUnsent, openRequests, unsettledRequests } from '../../orders/unsettledRequests'
import { isReclaim, isRevocation } from '../../preparation/revocation'

/** Where an order stands, for the person: what it is, how grave, and what can be done about it. */
export type OrderStatusView = {
  readonly is: StoppedStatus | Working | Ending
  readonly tone: 'busy' | 'ask' | 'good' | 'bad'
  /** What the person can do, the most helpful first. */
  readonly choices: readonly OfferedAction[]
  /** Position of the step it is about; the number of steps when all are done. */
  readonly position: number
}

/**
 * `taken`: the wallet carries the batch out, and its transaction is not known yet. `queued`: the account is a contract,
 * and others send its transaction.
 */
type Working = 'waiting' | 'checking' | 'switching' | 'signing' | 'taken' | 'queued' | 'sent' | 'confirming'

type StoppedStatus =
  | 'wrong network'
  | 'wallet gone'
  | 'other account'
  | 'other tab'
  | 'other order'
  | 'offline'
  | 'unreachable'
  | 'no answer'
  | 'older request'
  | 'not found'
  | 'price moved'
  | 'paused'

type Ending =
  | 'done'
  /** All is done that can be done on this side; the far side is a promise. */
  | 'handed over'
  /** The promise was not kept, and all came back. */
  | 'refunded'
  /** The promise is overdue. */
  | 'late'
  /** The far side cannot be told of. */
  | 'unseen'
  /** By hand: the person is to pay. */
  | 'payment awaited'
  /** By hand: paid, as the person says; what was bought is awaited. */
  | 'payment told'
  /** By hand: paid, as the person says, and long unanswered. */
  | 'payment unanswered'
  /** By hand: its time is over. */
  | 'payment expired'
  /** By hand: the person said it will not be made. */
  | 'payment ended'
  | 'rejected'
  | 'failed'
  | 'cancelled'
  | 'replaced'
  | 'altered'
  /** The allowance given in the wallet is less than the step needs. */
  | 'lowered'
  | 'reverted'
  | 'expired'
  | 'unknown'
  | 'not seen'
  | 'put away'
  /** Ended by the person, though a request of it may still be sent. */
  | 'put away unsettled'

export function orderStatus(order: Order, isElsewhere: boolean): OrderStatusView {
  const position = currentPosition(order) ?? order.tasks.length
  const choices = availableActions(order, isElsewhere)
  return {
    ...standing(order, isElsewhere),
    choices: currentPayment(order)
      ? []
      : isRevocation(order.plan) || isReclaim(order.plan)
        ? choices.filter(isIdle)
        : choices,
    position,
  }
}

/** Taking an allowance back is asked for anew where it is found; asking the service for a price again is no part of it. */
function isIdle(choice: OfferedAction): boolean {
  return choice !== 'retry' && choice !== 'resume' && choice !== 'accept'
}

function standing(order: Order, isElsewhere: boolean): Pick<OrderStatusView, 'is' | 'tone'> {
  const task = currentTask(order)
  if (isManualPayment(task)) return paymentStanding(task.progress, order.destination?.delivery)
  if (!task) return isCrossChain(order.plan) ? farStanding(order.destination?.delivery) : { is: 'done', tone: 'good' }
  if (order.isDismissed && task.progress.at === 'unknown') return { is: 'put away unsettled', tone: 'ask' }
  if (order.isDismissed && isRejectedUnsent(order) && !maySpendLate(order)) return { is: 'rejected', tone: 'ask' }
  if (order.isDismissed && !isInFlight(task.progress))
    return { is: mayBeSentLate(order) ? 'put away unsettled' : 'put away', tone: 'ask' }
  if (isElsewhere) return { is: 'other tab', tone: 'ask' }
  if (order.blocked) return { is: order.blocked, tone: order.blocked === 'other order' ? 'busy' : 'ask' }
  return progressing(task.progress)
}

function paymentStanding(
  { at }: StepProgress,
  delivery: DeliveryStatus | undefined,
): Pick<OrderStatusView, 'is' | 'tone'> {
  switch (at) {
    case 'sent':
      if (delivery?.at === 'late') return { is: 'payment unanswered', tone: 'bad' }
      return delivery?.at === 'unknown' ? { is: 'unseen', tone: 'ask' } : { is: 'payment told', tone: 'busy' }
    case 'rejected':
      return { is: 'payment ended', tone: 'ask' }
    case 'expired':
      return { is: 'payment expired', tone: 'bad' }
    default:
      return { is: 'payment awaited', tone: 'ask' }
  }
}

function farStanding(delivery: DeliveryStatus | undefined): Pick<OrderStatusView, 'is' | 'tone'> {
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

/** Where the sold money is, as far as anybody can tell. */
export type FundsLocation =
  /** Nothing of it is on chain, but a request that spends it may still be sent. */
  | { readonly is: 'unsettled' }
  /** Nothing but permissions was given. */
  | { readonly is: 'untouched'; readonly isAllowed: boolean }
  /** A transaction that spends it may be on its way. */
  | { readonly is: 'moving' }
  /** Only the person knows: nobody sees their wallet. */
  | { readonly is: 'by hand' }
  /** The person says it was paid. */
  | { readonly is: 'reported' }
  /** It arrived. */
  | { readonly is: 'arrived' }
  /** It was handed over on one chain for a promise on another. */
  | { readonly is: 'promised' }
  /** The bridge gave it back. */
  | { readonly is: 'returned' }
  /** The bridge has it, though its time is over. */
  | { readonly is: 'overdue' }
  /** It is on its way back from the bridge. */
  | { readonly is: 'reclaimed' }
  /** It has no part in this order. */
  | { readonly is: 'aside' }
  /** A step spent it, and a later one did not follow. */
  | { readonly is: 'between' }

export function fundsLocation(order: Order): FundsLocation {
  if (isRevocation(order.plan)) return { is: 'aside' }
  if (isReclaim(order.plan)) return { is: currentTask(order) ? 'reclaimed' : 'returned' }
  const payment = currentPayment(order)
  if (payment) return payment.progress.at === 'sent' ? { is: 'reported' } : { is: 'by hand' }
  const spending = order.tasks.filter(({ step }) => !isAllowanceStep(step))
  if (spending.every(({ progress }) => progress.at === 'done'))
    return { is: isCrossChain(order.plan) ? farMoney(order.destination?.delivery) : 'arrived' }
  if (spending.some(({ progress }) => isInFlight(progress) && (progress.at !== 'signing' || isTaken(progress))))
    return { is: 'moving' }
  if (unsettledRequests(order).some(({ step, outcome }) => outcome && !isAllowanceStep(step))) return { is: 'moving' }
  if (spending.some(({ progress }) => progress.at === 'done')) return { is: 'between' }
  if (maySpendLate(order)) return { is: 'unsettled' }
  const isAllowed = order.tasks.some(({ step, progress }) => step.purpose.does === 'approve' && progress.at === 'done')
  return { is: 'untouched', isAllowed }
}

/** Whether a request that spends something was given up and its fate is not known: it may be sent at any time. */
function maySpendLate(order: Order): boolean {
  return unsettledRequests(order).some(({ step, isOpen, isLost }) => (isOpen || isLost) && !isAllowanceStep(step))
}

/** Whether any request of the order, an allowance too, may still be confirmed in the wallet. */
function mayBeSentLate(order: Order): boolean {
  return maySpendLate(order) || openRequests(order).length > 0
}

function farMoney(delivery: DeliveryStatus | undefined): 'promised' | 'arrived' | 'returned' | 'overdue' {
  switch (delivery?.at) {
    case 'filled':
      return 'arrived'
    case 'refunded':
      return 'returned'
    case 'late':
      return 'overdue'
    default:
      return 'promised'
  }
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
