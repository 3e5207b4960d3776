import type { Step } from '../guard/plan'
import type { blockedReason, orderSchema, Stored, task } from './orderSchema'
import { isAwaited, type ServiceRequest } from './serviceRequest'

/** A plan being carried out, with its history. */
export type Order = Stored<typeof orderSchema>
/** One step of the plan, and how far it has come. */
export type Task = Stored<typeof task>
export type HistoryEntry = Order['history'][number]
/** A newer plan that needs the person's confirmation. */
export type UpdatedPlan = NonNullable<Order['updatedPlan']>
/** Why an order waits though nothing has failed. */
export type BlockedReason = Stored<typeof blockedReason>

/** Position of the first task that is not done; `undefined` when the order is complete. */
export function currentPosition(order: Order): number | undefined {
  const position = order.tasks.findIndex(({ progress }) => progress.at !== 'done')
  return position === -1 ? undefined : position
}

export function currentTask(order: Order): Task | undefined {
  const position = currentPosition(order)
  return position === undefined ? undefined : order.tasks[position]
}

export function isComplete(order: Order): boolean {
  return currentPosition(order) === undefined && (!isRequested(order) || order.request.progress.at === 'seen')
}

/** The service was asked to carry it out, and the person's wallet has nothing to sign. */
export type RequestedOrder = Order & { readonly request: ServiceRequest }

export function isRequested(order: Order): order is RequestedOrder {
  return order.request !== undefined && order.tasks.length === 0
}

/** It is unknown whether the service carried it out, so the pool is watched for it. */
export function isWatched(order: Order): order is RequestedOrder {
  return isRequested(order) && isAwaited(order.request.progress.at)
}

/** Steps that only change an allowance. After any other step a fresh quote would spend a second time. */
export function isAllowanceStep({ purpose }: Step): boolean {
  return purpose.does === 'approve' || purpose.does === 'reset'
}

/** The chain cannot be read at the moment. */
export function isWithoutNode(reason: BlockedReason | undefined): boolean {
  return reason === 'unreachable' || reason === 'limited' || reason === 'behind' || reason === 'refused'
}
