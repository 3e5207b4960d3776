import type { Amount } from '../domain/amount'
import type { AssertedBounds } from '../guard/decode/evm/assertion'
import type { AnyPlan, Step } from '../guard/plan'
import type { BlockedReason } from './actions/blockedReason'
import type { UpdatedPlan } from './actions/updatedPlan'
import type { Destination } from './delivery'
import type { Failure } from './failure'
import type { OrderEvent } from './orderEvents'
import type { StepProgress } from './progress'
import type { EarlierRequest } from './requests/earlierRequest'
import type { TransactionAnchor } from './requests/transactionAnchor'
import type { SequencePart } from './sequencePart'
import { isAwaited, type ServiceRequest } from './serviceRequest'

/** One step of the plan, and how far it has come. */
export type Task = {
  readonly step: Step
  readonly progress: StepProgress
  /** Hash of the plan the step came with. */
  readonly planHash: string
  /** The last request made of the wallet for this step. */
  readonly lastAnchor?: TransactionAnchor
  /** That request was given up without knowing whether it was sent: the next one reuses its nonce. */
  readonly isLost?: boolean
  /** The wallet has not answered that request, and the person has not confirmed that it is gone. */
  readonly isOpen?: boolean
  /** The asserted bounds of the older plan's batch it was sent with. */
  readonly assertion?: AssertedBounds
}

/** A plan being carried out, with its history. */
export type Order = {
  readonly version: 2
  readonly id: string
  /** The current plan; newer than the reviewed one after a re-quote. */
  readonly plan: AnyPlan
  readonly tasks: readonly Task[]
  readonly blocked: BlockedReason | undefined
  readonly updatedPlan: UpdatedPlan | undefined
  /** The minimum received that the person confirmed; newer plans are compared with it. */
  readonly confirmedMinimum: Amount | undefined
  /** The plan no longer fits what happened since (a revert, a cancellation): a fresh quote comes first. */
  readonly isStale: boolean
  /** Dismissed by the person; still in the journal and still watched. */
  readonly isDismissed: boolean
  /** The delivery of a cross-chain order. Absent for orders on one chain. */
  readonly destination?: Destination
  /** The request to the service, for a deposit. The order has steps once there is something to sign. */
  readonly request?: ServiceRequest
  /** The sequence that it is a step of. Absent for an order on its own. */
  readonly part?: SequencePart
  /** Superseded requests and their outcomes. Absent without any. */
  readonly earlier?: readonly EarlierRequest[]
  readonly history: readonly HistoryEntry[]
  /** Milliseconds since the epoch. */
  readonly openedAt: number
  readonly changedAt: number
}

/** One line of an order's timeline. */
export type HistoryEntry = {
  /** Milliseconds since the epoch. */
  readonly when: number
  readonly what: 'opened' | OrderEvent['type']
  /** Position of the task it is about; `undefined` when it is about the whole order. */
  readonly task: number | undefined
  /** A hash, a reason, or a chain's answer. */
  readonly note: string | undefined
  readonly failure?: Failure
}

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
