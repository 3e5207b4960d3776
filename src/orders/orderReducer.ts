import { errorClass } from '../domain/errorClass'
import type { AnyPlan, Step } from '../guard/plan'
import { batchIdOf } from './batch'
import { batchPositions, mainStepOf } from './batchTasks'
import type { Failure } from './failure'
import { newTask } from './openOrder'
import {
  currentPosition,
  type HistoryEntry,
  isAllowanceStep,
  isRequested,
  type Order,
  type Task,
  type UpdatedPlan,
} from './order'
import type { OrderEvent, TaskEvent } from './orderEvents'
import { isInFlight, type StepProgress, transactionHashOf } from './progress'
import { isNews } from './requestedDeposit'
import type { EarlierRequest, RequestOutcome } from './requests/earlierRequest'
import { isSameAnchor } from './requests/sameRequest'
import { hasNonce, type TransactionAnchor } from './requests/transactionAnchor'
import { isTurnedDown } from './requests/turnedDown'
import { hashOfOutcome, requestGivenUp, requestOf, taskFulfilledBy } from './requests/unsettledRequests'

/** The order after an event. Throws `InvalidTransition` if the event cannot follow the order's state. */
export function applyEvent(order: Order, event: OrderEvent): Order {
  return withHistoryEntry(nextOrder(order, event), order, event)
}

function nextOrder(order: Order, event: OrderEvent): Order {
  switch (event.type) {
    case 'blocked':
      return { ...requireUnfinished(order, event), blocked: event.reason }
    case 'unblocked':
      return { ...order, blocked: undefined }
    case 'offered':
      return withUpdatedPlan(requireIdle(order, event), event.updatedPlan)
    case 'renewed':
      return withPlan(requireIdle(order, event), event.plan, event.steps)
    case 'accepted':
      return accepted(requireIdle(order, event), requireUpdatedPlan(order, event).plan, event.steps)
    case 'dismissed':
      return { ...withdrawn(order), isDismissed: true, blocked: undefined, updatedPlan: undefined }
    case 'reopened':
      return { ...requireUnfinished(order, event), isDismissed: false, blocked: undefined }
    case 'noted':
      return order
    case 'requests gone':
      return withClosedRequests({ ...order, blocked: undefined }, () => true)
    case 'answered':
      if ('givenUp' in event) return withGivenUpBatch(order, event.givenUp)
      return event.batch === undefined
        ? withClosedRequests(order, (anchor) => isSameAnchor(anchor, event.anchor))
        : withTakenLate(order, event.anchor, event.batch)
    case 'found late':
      return withFoundLate(order, event.request, event.outcome)
    case 'delivery':
      return { ...order, destination: { since: order.destination?.since, delivery: event.delivery } }
    case 'request':
      return requested(order, event)
    case 'planned':
      return planned(order, event)
    case 'sequence stopped':
      return order.part ? { ...order, part: { ...order.part, isStopped: true } } : order
    case 'skipped':
      return withoutTask(order, event)
    default:
      return withTask(order, event)
  }
}

function requested(order: Order, { type, progress }: Extract<OrderEvent, { type: 'request' }>): Order {
  if (!isRequested(order) || !isNews(order.request.progress, progress.at))
    throw new InvalidTransition(order.request?.progress.at ?? 'not requested', type)
  return { ...order, request: { ...order.request, progress } }
}

function planned(order: Order, { type, plan, part }: Extract<OrderEvent, { type: 'planned' }>): Order {
  if (!isRequested(order) || order.request.progress.at !== 'to sign')
    throw new InvalidTransition(order.request?.progress.at ?? 'not requested', type)
  return {
    ...order,
    ...(part ? { part } : {}),
    plan,
    tasks: plan.steps.map((step) => newTask(step, plan)),
    confirmedMinimum: plan.quote.minimumReceived,
    isDismissed: false,
  }
}

function withTask(order: Order, event: TaskEvent & OrderEvent): Order {
  const position = positionOf(order, event)
  const task = order.tasks[position]
  if (!task) throw new InvalidTransition('absent', event.type)
  // A dismissed order, or one that waits for confirmation, asks no wallet and prepares to ask none.
  if ((event.type === 'asked' || event.type === 'checking') && (order.isDismissed || order.updatedPlan))
    throw new InvalidTransition('dismissed', event.type)
  const tasks = movedTasks(order, position, event)
  const past = batchPositions(order, position).flatMap((index) => earlierRequestOf(order, order.tasks[index], event))
  const settled = clearsBlockedReason(event) ? { blocked: undefined, updatedPlan: undefined } : {}
  const isDismissed = order.isDismissed && event.type !== 'retried'
  const moved = { ...order, ...settled, tasks, isDismissed, isStale: order.isStale || makesQuoteStale(task, event) }
  return withEarlier(moved, past)
}

/**
 * The remaining state of a task when it is requested again: a request that may still be sent, or its own transaction.
 */
function earlierRequestOf(order: Order, task: Task | undefined, { type }: TaskEvent): readonly EarlierRequest[] {
  const left =
    task && (type === 'asked' ? requestGivenUp(order, task) : type === 'retried' && transactionLeft(order, task))
  return left ? [left] : []
}

function transactionLeft(order: Order, task: Task): EarlierRequest | undefined {
  const outcome = outcomeLeft(task.progress)
  const request = task.lastAnchor && outcome && requestOf(order, task, task.lastAnchor)
  return request && { ...request, outcome }
}

function outcomeLeft(progress: StepProgress): RequestOutcome | undefined {
  if (progress.at === 'reverted') {
    const { hash, why, cost } = progress
    return { is: 'reverted', hash, why, ...(cost && { cost }) }
  }
  if (progress.at === 'expired' && progress.hash !== undefined) return { is: 'expired', hash: progress.hash }
  if (progress.at === 'replaced' && (progress.how === 'altered' || progress.how === 'lowered'))
    return { is: 'altered', hash: progress.by }
  return undefined
}

/** A queue that dropped a request for good: a result found later belongs to the next request. */
function isDropped(progress: StepProgress): boolean {
  return progress.at === 'replaced' && progress.by === progress.hash
}

function withEarlier(order: Order, requests: readonly EarlierRequest[]): Order {
  if (requests.length === 0) return order
  return { ...order, earlier: [...(order.earlier ?? []), ...requests].slice(-maxPastRequests) }
}

/** Limit of stored requests, far more than one order makes. */
const maxPastRequests = 200

/** Restores the current plan's step in a task that a transaction of another plan had replaced. */
function withPlannedStep(task: Task, { plan }: Order): Task {
  if (plan.steps.includes(task.step)) return task
  const wanted = task.step.purpose.does
  const planned = plan.steps.find(({ index }) => index === task.step.index && plan.hash === task.planHash)
  const step = planned ?? plan.steps.find(({ purpose }) => purpose.does === wanted)
  const { assertion: _, ...rest } = task
  return step ? { ...rest, step, planHash: plan.hash } : task
}

/** Requests with these anchors are not open in the wallet any more. */
function withClosedRequests(order: Order, isClosed: (anchor: TransactionAnchor) => boolean): Order {
  const closed = withRequestsNot('isOpen', order, isClosed)
  const isWaiting = [...closed.tasks, ...(closed.earlier ?? [])].some(({ isOpen }) => isOpen)
  return order.blocked === 'older request' && !isWaiting ? { ...closed, blocked: 'paused' } : closed
}

/** The wallet will not carry out this batch id any more, so no later request needs to reuse it. */
function withGivenUpBatch(order: Order, id: string): Order {
  const isOfBatch = (anchor: TransactionAnchor) => batchIdOf(anchor) === id
  return withRequestsNot('isLost', withClosedRequests(order, isOfBatch), isOfBatch)
}

function withRequestsNot(
  flag: 'isOpen' | 'isLost',
  order: Order,
  isMeant: (anchor: TransactionAnchor) => boolean,
): Order {
  const tasks = order.tasks.map((task) =>
    task[flag] && task.lastAnchor && isMeant(task.lastAnchor) ? { ...task, [flag]: false } : task,
  )
  const earlier = order.earlier?.map((request) =>
    request[flag] && isMeant(request.anchor) ? { ...request, [flag]: false } : request,
  )
  return { ...order, tasks, ...(earlier ? { earlier } : {}) }
}

/**
 * A request that was given up was sent after all: it completes the open step with the same purpose, and the request
 * pending for that step is given up instead. If the step is done already, it was carried out twice.
 */
function withFoundLate(order: Order, { outcome: _, ...found }: EarlierRequest, outcome: RequestOutcome): Order {
  const fulfilled = outcome.is === 'altered' ? undefined : withFulfilled(order, found, sentAs(hashOfOutcome(outcome)))
  return fulfilled ?? { ...order, earlier: [...others(order, found), { ...found, isOpen: false, outcome }] }
}

/** The wallet carries out a batch that was given up, so its steps need no new request. */
function withTakenLate(order: Order, anchor: TransactionAnchor, id: string): Order {
  const known = order.earlier?.find((request) => isSameAnchor(request.anchor, anchor))
  if (!known || !hasNonce(anchor)) return order
  const batch = { ...anchor, batch: { id, isTaken: true } } as const
  const taken = { ...known, anchor: batch, isOpen: false, isLost: true }
  const signing: StepProgress = { at: 'signing', anchor: batch }
  return withFulfilled(order, taken, () => signing, known) ?? { ...order, earlier: [...others(order, known), taken] }
}

function sentAs(hash: string) {
  return (anchor: TransactionAnchor): StepProgress => ({ at: 'sent', anchor, hash })
}

function others({ earlier = [] }: Order, { anchor }: EarlierRequest): readonly EarlierRequest[] {
  return earlier.filter((request) => !isSameAnchor(request.anchor, anchor))
}

/** The order with its open steps completed by a late request; `undefined` if no open step matches. */
function withFulfilled(
  order: Order,
  request: EarlierRequest,
  progressFrom: (anchor: TransactionAnchor) => StepProgress,
  known = request,
): Order | undefined {
  const position = taskFulfilledBy(order, request)
  const task = position === undefined ? undefined : order.tasks[position]
  if (!task) return undefined
  const { step, batch, planHash, anchor } = request
  const progress = progressFrom(anchor)
  const own = { planHash, lastAnchor: anchor, progress, ...(batch ? { assertion: batch.assertion } : {}) }
  const fulfilled: readonly Task[] = (batch?.steps ?? [step]).map((each) => ({ ...own, step: each }))
  // Drop approvals that this step no longer needs; their requests may still be open in the wallet. All other calls of
  // its batch are dropped, too: the step came in another transaction.
  const together = isAllowanceStep(step) ? [] : batchPositions(order, order.tasks.indexOf(task))
  const dropped = order.tasks.filter(
    (old, index) => old !== task && old.progress.at !== 'done' && (index < (position ?? 0) || together.includes(index)),
  )
  // A batch request is kept whole, even if one of its steps was done separately.
  const touched = [...dropped, task].flatMap((old) => batchPositions(order, order.tasks.indexOf(old)))
  const tasks = order.tasks.flatMap((old, index) => {
    if (old === task) return fulfilled
    if (dropped.includes(old)) return []
    return [touched.includes(index) ? withoutRequest(old) : old]
  })
  const left = order.tasks.flatMap((old, index) => (touched.includes(index) ? (leftBy(order, old, known) ?? []) : []))
  return withEarlier(
    { ...order, tasks, earlier: others(order, known), blocked: undefined, updatedPlan: undefined },
    left,
  )
}

/**
 * The newer request for a task that an earlier request has completed after all. It is kept in the order, because the
 * wallet may still show it.
 */
function leftBy(order: Order, task: Task, { anchor }: EarlierRequest): EarlierRequest | undefined {
  const { progress, lastAnchor } = task
  if (!lastAnchor || isSameAnchor(lastAnchor, anchor)) return undefined
  if (progress.at !== 'signing')
    return transactionLeft(order, task) ?? requestGivenUp(order, { ...task, progress: waiting })
  const open = requestOf(order, task, lastAnchor)
  return open && { ...open, isOpen: true, isLost: true }
}

/** The steps of a batch move as one. The transaction's receipt or cost is recorded once, on the step that the others serve. */
function movedTasks(order: Order, position: number, event: TaskEvent): readonly Task[] {
  const moved = batchPositions(order, position)
  const main = mainStepOf(order.tasks.flatMap(({ step }, index) => (moved.includes(index) ? [step] : [])))
  return order.tasks.map((task, index) =>
    moved.includes(index)
      ? nextTask(plannedTask(task, order, event), task.step === main ? event : withoutAmounts(event))
      : task,
  )
}

function plannedTask(task: Task, order: Order, { type }: TaskEvent): Task {
  return type === 'retried' ? withPlannedStep(task, order) : task
}

function withoutAmounts(event: TaskEvent): TaskEvent {
  if (event.type === 'reverted') return { type: 'reverted', why: event.why }
  if (event.type !== 'confirmed') return event
  const { hash, block } = event.receipt
  return { type: 'confirmed', receipt: { hash, block, fee: 0n, received: undefined, spent: undefined } }
}

/** News from wallet or chain clears the reason the order was blocked for. */
function clearsBlockedReason({ type }: TaskEvent): boolean {
  return type !== 'checking' && type !== 'switching' && type !== 'withdrawn' && type !== 'seen' && type !== 'reorged'
}

function nextTask(task: Task, event: TaskEvent): Task {
  const { progress } = task
  switch (event.type) {
    case 'asked':
      if (progress.at !== 'checking' && progress.at !== 'switching') break
      return { ...withoutRequest(task), progress: { at: 'signing', anchor: event.anchor }, lastAnchor: event.anchor }
    case 'taken': {
      const anchor = takenBatch(task, event.id)
      if (!anchor) break
      return { ...withoutRequest(task), progress: { at: 'signing', anchor }, lastAnchor: anchor }
    }
    case 'sent': {
      const anchor = withSigned(anchorToFollow(task), event.signed)
      return {
        ...withoutRequest(task),
        ...(task.lastAnchor ? { lastAnchor: withSigned(task.lastAnchor, event.signed) } : {}),
        progress: { at: 'sent', anchor, hash: event.hash },
        isLost: false,
      }
    }
    case 'lost':
      // If the wallet has not answered, its prompt may still be open.
      return { ...task, progress: lost(progress, event), ...(isUnanswered(progress, event) ? { isOpen: true } : {}) }
    case 'retried':
      if (!canRetry(progress)) break
      if (outcomeLeft(progress) || isDropped(progress)) return { ...withoutRequest(task), progress: { at: 'waiting' } }
      return { ...task, progress: { at: 'waiting' }, isLost: isLost(task) }
    case 'rejected':
      // The person may declare an unanswered request rejected; if that is wrong, its nonce turns out to be used.
      if (progress.at !== 'unknown') break
      if (!progress.isUnseen || progress.hash !== undefined) break
      return { ...task, progress: { at: 'rejected' }, isLost: true }
    case 'reorged':
      if (!isTurnedDown(progress) || !task.lastAnchor) break
      return { ...task, progress: { at: 'confirming', anchor: task.lastAnchor, hash: progress.hash, confirmations: 0 } }
  }
  return { ...task, progress: nextProgress(progress, event) }
}

function nextProgress(from: StepProgress, event: TaskEvent): StepProgress {
  switch (event.type) {
    case 'checking':
      if (from.at === 'waiting' || from.at === 'switching') return { at: 'checking' }
      break
    case 'switching':
      if (from.at === 'checking') return { at: 'switching' }
      break
    case 'withdrawn':
      if (from.at === 'checking' || from.at === 'switching') return { at: 'waiting' }
      break
    case 'rejected':
      if (from.at === 'checking' || from.at === 'switching' || from.at === 'signing') return { at: 'rejected' }
      break
    case 'failed':
      if (from.at === 'checking' || from.at === 'switching') return failed(event.failure)
      if ((from.at === 'signing' || isUnsentBatch(from)) && isDefinitelyUnsent(event.failure))
        return failed(event.failure)
      break
    case 'seen':
      if (from.at !== 'sent' && from.at !== 'confirming') break
      return { at: 'confirming', anchor: from.anchor, hash: from.hash, confirmations: event.confirmations }
    case 'repriced':
      if (from.at !== 'sent' && from.at !== 'confirming' && from.at !== 'unknown') break
      return { at: 'sent', anchor: from.anchor, hash: event.hash }
    case 'confirmed':
      if ((from.at !== 'sent' && from.at !== 'confirming') || from.hash !== event.receipt.hash) break
      return { at: 'done', anchor: from.anchor, hash: from.hash, receipt: event.receipt }
    case 'reorged':
      if (from.at === 'done') return { at: 'confirming', anchor: from.anchor, hash: from.hash, confirmations: 0 }
      break
    case 'replaced':
      if (from.at !== 'sent' && from.at !== 'confirming' && from.at !== 'unknown' && from.at !== 'signing') break
      return { at: 'replaced', hash: 'hash' in from ? (from.hash ?? event.by) : event.by, by: event.by, how: event.how }
    case 'reverted':
      if (from.at === 'sent' || from.at === 'confirming')
        return { at: 'reverted', hash: from.hash, why: event.why, ...(event.cost && { cost: event.cost }) }
      break
    case 'expired':
      if (isInFlight(from)) return { at: 'expired', hash: 'hash' in from ? from.hash : undefined }
      break
  }
  throw new InvalidTransition(from.at, event.type)
}

/**
 * A wallet that chooses the nonce could execute both the request and its repeat, regardless of its answer to the first.
 */
function isUnanswered(progress: StepProgress, { failure }: Extract<TaskEvent, { type: 'lost' }>): boolean {
  if (progress.at !== 'signing') return false
  if (failure === undefined || failure.facts.is === 'no answer') return true
  return hasNonce(progress.anchor) && progress.anchor.isOpenNonce === true
}

/** The task without its last request, so that only the next one counts. */
function withoutRequest({ lastAnchor: _, isLost: __, isOpen: ___, ...task }: Task): Task {
  return task
}

function lost(from: StepProgress, { isUnseen, failure }: Extract<TaskEvent, { type: 'lost' }>): StepProgress {
  switch (from.at) {
    case 'signing':
      return { at: 'unknown', anchor: from.anchor, hash: undefined, isUnseen, failure }
    case 'sent':
    case 'confirming':
      return { at: 'unknown', anchor: from.anchor, hash: from.hash, isUnseen, failure }
    case 'unknown':
      return { ...from, isUnseen, failure: failure ?? from.failure }
    default:
      throw new InvalidTransition(from.at, 'lost')
  }
}

/** The anchor of a batch that the wallet has accepted, maybe late; only a batch can be `taken`. */
function takenBatch(task: Task, id: string): TransactionAnchor | undefined {
  if (transactionHashOf(task.progress) !== undefined) return undefined
  const anchor = anchorToFollow(task)
  return hasNonce(anchor) && anchor.batch ? { ...anchor, batch: { id, isTaken: true } } : undefined
}

/** The wallet reports a batch's status, even after its first answer was lost. */
function isUnsentBatch(from: StepProgress): boolean {
  return from.at === 'unknown' && from.hash === undefined && batchIdOf(from.anchor) !== undefined
}

function failed(failure: Failure): StepProgress {
  return { at: 'failed', failure, hash: undefined }
}

/**
 * A hash may arrive late: after the person reported a rejection, or while the next one is being prepared. It is
 * watched, because it may move money; the request being prepared is cancelled.
 */
function anchorToFollow({ progress, lastAnchor }: Task): TransactionAnchor {
  switch (progress.at) {
    case 'signing':
    case 'unknown':
      return progress.anchor
    case 'waiting':
    case 'checking':
    case 'switching':
    case 'rejected':
    case 'failed':
    case 'expired':
      if (lastAnchor) return lastAnchor
  }
  throw new InvalidTransition(progress.at, 'sent')
}

function withSigned(anchor: TransactionAnchor, signed: string | undefined): TransactionAnchor {
  return anchor.kind === 'solana' && signed !== undefined ? { ...anchor, signed } : anchor
}

/** Whether the person may ask for the step again. */
export function canRetry(progress: StepProgress): boolean {
  switch (progress.at) {
    case 'rejected':
    case 'failed':
    case 'reverted':
    case 'replaced':
    case 'expired':
      return true
    case 'unknown':
      return progress.isUnseen
    default:
      return false
  }
}

/** The wallet was not asked, or rejected before sending. After other failures it may have been broadcast. */
export function isDefinitelyUnsent({ code }: Failure): boolean {
  switch (code) {
    case 'rejected':
    case 'locked':
    case 'unsupported':
    case 'wrong chain':
    case 'wrong account':
    case 'insufficient funds':
    case 'busy':
    case 'refused':
    case 'tampered':
    case 'expired':
      return true
    default:
      return false
  }
}

/** Whether the plan may be re-quoted: only approvals have been sent so far. */
export function canRequote(order: Order): boolean {
  return order.tasks.every(({ step, progress }) => progress.at !== 'done' || isAllowanceStep(step))
}

/** It is unknown whether the last request was sent: only a request with the same nonce may follow it. */
function isLost({ progress, isLost: wasLost }: Task): boolean {
  return wasLost === true || progress.at === 'unknown'
}

/** Whether the event makes the plan stale: calldata quoted with an approval is old once that is confirmed. */
function makesQuoteStale({ progress }: Task, { type }: OrderEvent): boolean {
  if (type === 'confirmed') return true
  return type === 'retried' && (progress.at === 'reverted' || progress.at === 'replaced' || progress.at === 'expired')
}

/** Completed tasks stay; the others are replaced by the new plan's steps. */
function withPlan(order: Order, plan: AnyPlan, steps: readonly Step[]): Order {
  const done = order.tasks.filter(({ progress }) => progress.at === 'done')
  // Requests of replaced steps may still be sent: they are kept with their step.
  const left = order.tasks.flatMap((task) => requestGivenUp(order, task) ?? transactionLeft(order, task) ?? [])
  const tasks = [...done, ...steps.map((step) => newTask(step, plan))]
  return withEarlier({ ...order, plan, tasks, updatedPlan: undefined, blocked: undefined, isStale: false }, left)
}

/** The order stops until the person confirms the new plan. */
function withUpdatedPlan(order: Order, updatedPlan: UpdatedPlan): Order {
  const blocked = updatedPlan.why === 'resumed' ? 'paused' : 'price moved'
  return { ...withdrawn(order), updatedPlan, blocked, isDismissed: false }
}

function withdrawn(order: Order): Order {
  const tasks = order.tasks.map((task) => (isApproaching(task.progress) ? { ...task, progress: waiting } : task))
  return { ...order, tasks }
}

function isApproaching({ at }: StepProgress): boolean {
  return at === 'checking' || at === 'switching'
}

const waiting: StepProgress = { at: 'waiting' }

function accepted(order: Order, plan: AnyPlan, steps: readonly Step[]): Order {
  return { ...withPlan(order, plan, steps), confirmedMinimum: plan.quote.minimumReceived }
}

/** Only an approval can be left out, once it was found that the chain has its allowance already. */
function withoutTask(order: Order, event: OrderEvent): Order {
  const position = positionOf(order, event)
  const task = order.tasks[position]
  if (task?.progress.at !== 'checking' || !isAllowanceStep(task.step))
    throw new InvalidTransition(progressNameOf(task), event.type)
  const left = requestGivenUp(order, task)
  return withEarlier({ ...order, tasks: order.tasks.filter((_, index) => index !== position) }, left ? [left] : [])
}

function positionOf(order: Order, event: OrderEvent): number {
  const position = event.task ?? currentPosition(order)
  if (position === undefined) throw new InvalidTransition('done', event.type)
  return position
}

function requireUnfinished(order: Order, event: OrderEvent): Order {
  if (currentPosition(order) === undefined) throw new InvalidTransition('done', event.type)
  return order
}

/** Requires that the next step is neither open in the wallet nor sent: only then may the plan change. */
function requireIdle(order: Order, event: OrderEvent): Order {
  const open = order.tasks.filter(({ progress }) => progress.at !== 'done')
  const busy = open.find(({ progress }) => isInFlight(progress))
  if (open.length === 0) throw new InvalidTransition('done', event.type)
  if (busy) throw new InvalidTransition(busy.progress.at, event.type)
  return order
}

function requireUpdatedPlan(order: Order, event: OrderEvent): UpdatedPlan {
  if (!order.updatedPlan) throw new InvalidTransition('without an updated plan', event.type)
  return order.updatedPlan
}

function progressNameOf(task: Task | undefined): string {
  return task?.progress.at ?? 'absent'
}

function withHistoryEntry(next: Order, before: Order, event: OrderEvent): Order {
  const position = isAboutTask(event) ? positionOf(before, event) : undefined
  const failure = 'failure' in event ? event.failure : undefined
  const entry: HistoryEntry = {
    when: event.when,
    what: event.type,
    task: position,
    note: noteOf(event),
    ...(failure ? { failure } : {}),
  }
  return { ...next, history: appendHistory(before.history, entry), changedAt: event.when }
}

/** Consecutive confirmation counts share one entry, and so do repeated identical delivery states. */
function appendHistory(history: readonly HistoryEntry[], moment: HistoryEntry): readonly HistoryEntry[] {
  if (moment.what === 'delivery') return [...withoutLook(history, moment), moment].slice(-maxHistory)
  const last = history.at(-1)
  if (moment.what === 'seen' && last?.what === 'seen' && last.task === moment.task)
    return [...history.slice(0, -1), moment]
  return [...history, moment].slice(-maxHistory)
}

/** Tabs whose nodes disagree about the destination alternate: keep only the last entry of each state. */
function withoutLook(history: readonly HistoryEntry[], { note }: HistoryEntry): readonly HistoryEntry[] {
  const before = history.findLastIndex(({ what }) => what !== 'delivery')
  return history.filter((entry, index) => index <= before || entry.note !== note)
}

/** Limit of history entries, so that an endless loop cannot fill the disk. */
const maxHistory = 500

export function isAboutTask({ type }: Pick<OrderEvent, 'type'>): boolean {
  switch (type) {
    case 'blocked':
    case 'unblocked':
    case 'renewed':
    case 'offered':
    case 'accepted':
    case 'dismissed':
    case 'reopened':
    case 'noted':
    case 'delivery':
    case 'requests gone':
    case 'answered':
    case 'found late':
    case 'sequence stopped':
    case 'request':
    case 'planned':
      return false
    default:
      return true
  }
}

function noteOf(event: OrderEvent): string | undefined {
  switch (event.type) {
    case 'taken':
      return event.id
    case 'sent':
    case 'repriced':
      return event.hash
    case 'confirmed':
      return event.receipt.hash
    case 'seen':
      return String(event.confirmations)
    case 'replaced':
      return `${event.how} by ${event.by}`
    case 'reverted':
      return event.why
    case 'blocked':
      return event.reason
    case 'offered':
      return event.updatedPlan.why
    case 'noted':
      return event.note
    case 'delivery':
      return event.delivery.at
    case 'request':
      return event.progress.at
    case 'found late':
      return hashOfOutcome(event.outcome)
    default:
      return undefined
  }
}

/** An event that the order's state does not allow: the caller did not check it first. */
export const InvalidTransition = errorClass(
  'InvalidTransition',
  (from: string, event: string) => `A step that is "${from}" cannot be "${event}".`,
)
