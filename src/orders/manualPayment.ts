import { isPaymentStep, type PaymentStep } from '../guard/plan'
import { currentTask, type Order, type Task } from './order'
import { applyEvent } from './orderReducer'
import type { TransactionAnchor } from './requests/transactionAnchor'

/** A task the person pays from a wallet of their own. No wallet is asked, and the payment cannot be looked up. */
export type ManualPaymentTask = Task & { readonly step: PaymentStep }

export function isManualPayment(task: Task | undefined): task is ManualPaymentTask {
  return task !== undefined && isPaymentStep(task.step)
}

/** The payment an order waits for, or whose delivery it waits for. */
export function currentPayment(order: Order): ManualPaymentTask | undefined {
  const task = currentTask(order)
  return isManualPayment(task) ? task : undefined
}

/** The person reported the payment, and no delivery has confirmed it yet. */
export function isReportedPaid(order: Order): boolean {
  return currentPayment(order)?.progress.at === 'sent'
}

/**
 * The order with its payment requested: from then on the person may pay at any moment. Recorded
 * before the address is shown.
 */
export function withManualPaymentRequested(order: Order, when: number): Order {
  const payment = currentPayment(order)
  if (!payment) return order
  const { from, until } = payment.step
  const anchor: TransactionAnchor = { kind: 'bitcoin', account: from, until }
  return applyEvent(applyEvent(order, { type: 'checking', when }), { type: 'asked', anchor, when })
}
