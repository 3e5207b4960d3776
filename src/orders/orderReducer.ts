import { errorClass } from '../domain/errorClass'
import type { AnyPlan, Step } from '../guard/plan'
import { batchIdOf } from './batch'
import { batchPositions, mainStepOf } from './batchTasks'
import type { DeliveryStatus } from './delivery'
import type { Failure } from './failure'
import { newTask } from './openOrder'
import {
  type BlockedReason,
  currentPosition,
  currentTask,
  type HistoryEntry,
  isAllowanceStep,
  isRequested,
  type Order,
  type Task,
  type UpdatedPlan,
} from './order'
import {
  hasStopped,
  isApproaching,
  isInFlight,
  isOnItsWay,
  type NetworkCost,
  type Replacement,
  type StepProgress,
  type StepReceipt,
  transactionHashOf,
} from './progress'
import { isNews } from './requestedDeposit'
import type { EarlierRequest, RequestOutcome } from './requests/earlierRequest'
import { isSameAnchor } from './requests/sameRequest'
import { hasNonce, type TransactionAnchor } from './requests/transactionAnchor'
import { isTurnedDown } from './requests/turnedDown'
import { hashOfOutcome, requestGivenUp, requestOf, taskFulfilledBy } from './requests/unsettledRequests'
import type { SequencePart } from './sequence'
import type { RequestProgress } from './serviceRequest'

/** The events about a step, with their facts: its progress after each, or `undefined` where it cannot follow. */
const taskEvents = {
  checking: ({ progress: { at } }: Task) => (at === 'waiting' || at === 'switching' ? { at: 'checking' } : undefined),
  switching: ({ progress: { at } }: Task) => (at === 'checking' ? { at: 'switching' } : undefined),
  /** Back to waiting: the wallet was not asked. */
  withdrawn: ({ progress }: Task) => (isApproaching(progress) ? { at: 'waiting' } : undefined),
  asked: ({ progress }: Task, { anchor }: { readonly anchor: TransactionAnchor }) =>
    isApproaching(progress) ? { at: 'signing', anchor } : undefined,
  /** The wallet carries the batch out, under this id, maybe late; its transaction is not known yet. */
  taken: (task: Task, { id }: { readonly id: string }) => {
    const anchor = anchorToFollow(task)
    if (!anchor || !hasNonce(anchor) || !anchor.batch || transactionHashOf(task.progress) !== undefined)
      return undefined
    return { at: 'signing', anchor: { ...anchor, batch: { id, isTaken: true } } }
  },
  /** `signed`: the transaction in base64, where the page itself sends it. */
  sent: (task: Task, { hash, signed }: { readonly hash: string; readonly signed?: string }) => {
    const anchor = anchorToFollow(task)
    return anchor && { at: 'sent', anchor: withSigned(anchor, signed), hash }
  },
  seen: ({ progress }: Task, { confirmations }: { readonly confirmations: number }) =>
    isOnItsWay(progress) ? { ...progress, at: 'confirming', confirmations } : undefined,
  /** The wallet sent the same call again with a higher fee. */
  repriced: ({ progress }: Task, { hash }: { readonly hash: string }) =>
    isOnItsWay(progress) || progress.at === 'unknown' ? { at: 'sent', anchor: progress.anchor, hash } : undefined,
  confirmed: ({ progress }: Task, { receipt }: { readonly receipt: StepReceipt }) => {
    if (!isOnItsWay(progress) || progress.hash !== receipt.hash) return undefined
    return { at: 'done', anchor: progress.anchor, hash: progress.hash, receipt }
  },
  reorged: ({ progress, lastAnchor }: Task) => {
    if (progress.at !== 'done' && !isTurnedDown(progress)) return undefined
    const anchor = progress.at === 'done' ? progress.anchor : lastAnchor
    return anchor && { at: 'confirming', anchor, hash: progress.hash, confirmations: 0 }
  },
  /** The person may also declare an unanswered request rejected; if that is wrong, its nonce turns out to be used. */
  rejected: ({ progress }: Task) => {
    const isDeclared = progress.at === 'unknown' && progress.isUnseen && progress.hash === undefined
    return isDeclared || isApproaching(progress) || progress.at === 'signing' ? { at: 'rejected' } : undefined
  },
  failed: ({ progress }: Task, { failure }: { readonly failure: Failure }) => {
    const isUnsent = (progress.at === 'signing' || isUnsentBatch(progress)) && isDefinitelyUnsent(failure)
    return isUnsent || isApproaching(progress) ? { at: 'failed', failure, hash: undefined } : undefined
  },
  replaced: ({ progress }: Task, { by, how }: { readonly by: string; readonly how: Replacement }) =>
    isInFlight(progress) ? { at: 'replaced', hash: transactionHashOf(progress) ?? by, by, how } : undefined,
  reverted: ({ progress }: Task, { why, cost }: { readonly why: string | undefined; readonly cost?: NetworkCost }) =>
    isOnItsWay(progress) ? { at: 'reverted', hash: progress.hash, why, ...(cost && { cost }) } : undefined,
  expired: ({ progress }: Task) =>
    isInFlight(progress) ? { at: 'expired', hash: transactionHashOf(progress) } : undefined,
  /** It is unknown whether it was sent. */
  lost: ({ progress }: Task, { isUnseen, failure }: { readonly isUnseen: boolean; readonly failure?: Failure }) => {
    if (!isInFlight(progress)) return undefined
    const known = progress.at === 'unknown' ? progress.failure : undefined
    const hash = transactionHashOf(progress)
    return { at: 'unknown', anchor: progress.anchor, hash, isUnseen, failure: failure ?? known }
  },
  retried: ({ progress }: Task) => (canRetry(progress) ? { at: 'waiting' } : undefined),
} satisfies Readonly<Record<string, (task: Task, facts: never) => StepProgress | undefined>>

/** The events about an order, with their facts: the order after each, or `undefined` where it cannot follow. */
const orderEvents = {
  /** The chain already has the state that the step would produce. */
  skipped: withoutTask,
  blocked: (order: Order, { reason }: { readonly reason: BlockedReason }) =>
    currentTask(order) && { ...order, blocked: reason },
  unblocked: (order: Order) => ({ ...order, blocked: undefined }),
  renewed: (order: Order, { plan, steps }: { readonly plan: AnyPlan; readonly steps: readonly Step[] }) =>
    isIdle(order) ? withPlan(order, plan, steps) : undefined,
  /** The order stops until the person confirms the new plan. */
  offered: (order: Order, { updatedPlan }: { readonly updatedPlan: UpdatedPlan }) => {
    const blocked = updatedPlan.why === 'resumed' ? 'paused' : 'price moved'
    return isIdle(order) ? { ...withdrawn(order), updatedPlan, blocked, isDismissed: false } : undefined
  },
  accepted: (order: Order, { steps }: { readonly steps: readonly Step[] }) => {
    const plan = isIdle(order) ? order.updatedPlan?.plan : undefined
    return plan && { ...withPlan(order, plan, steps), confirmedMinimum: plan.quote.minimumReceived }
  },
  dismissed: (order: Order) => ({ ...withdrawn(order), isDismissed: true, blocked: undefined, updatedPlan: undefined }),
  /** A click on an order that was dismissed or paused. */
  reopened: (order: Order) => currentTask(order) && { ...order, isDismissed: false, blocked: undefined },
  noted: (order: Order, _: { readonly note: string }) => order,
  /** The person confirms that the wallet no longer shows requests it never answered. */
  'requests gone': (order: Order) => withClosedRequests({ ...order, blocked: undefined }, () => true),
  answered: withAnswer,
  /** A request that was given up was sent after all. */
  'found late': (order: Order, { request, outcome }: FoundLate) => withFoundLate(order, request, outcome),
  /** The person has ended the sequence that the order is a step of. */
  'sequence stopped': (order: Order) => (order.part ? { ...order, part: { ...order.part, isStopped: true } } : order),
  /** The service has answered, or what it was asked for was seen. */
  request: (order: Order, { progress }: { readonly progress: RequestProgress }) =>
    isRequested(order) && isNews(order.request.progress, progress.at)
      ? { ...order, request: { ...order.request, progress } }
      : undefined,
  /** The person confirms the transactions of a deposit that the service has accepted. */
  planned: (order: Order, { plan, part }: { readonly plan: AnyPlan; readonly part: SequencePart | undefined }) => {
    if (!isRequested(order) || order.request.progress.at !== 'to sign') return undefined
    const tasks = plan.steps.map((step) => newTask(step, plan))
    const confirmedMinimum = plan.quote.minimumReceived
    return { ...order, ...(part ? { part } : {}), plan, tasks, confirmedMinimum, isDismissed: false }
  },
  /** The destination chain was polled. */
  delivery: (order: Order, { delivery }: { readonly delivery: DeliveryStatus }) => ({
    ...order,
    destination: { since: order.destination?.since, delivery },
  }),
} satisfies Readonly<Record<string, (order: Order, facts: never) => Order | undefined>>

type FoundLate = { readonly request: EarlierRequest; readonly outcome: RequestOutcome }

/**
 * The wallet has answered a request that was given up, without a hash. `batch`: it carries it out under this id.
 * `givenUp`: it will not carry out the batch with this id, so that no later request may repeat it.
 */
type Answer = { readonly anchor: TransactionAnchor; readonly batch?: string } | { readonly givenUp: string }

/** The argument of a row of a table: its name as `type`, and its facts. */
export type EventOf<Events, Type extends keyof Events> = {
  [Name in Type]: { readonly type: Name } & FactsOf<Events[Name]>
}[Type]
type FactsOf<Effect> = Effect extends (before: never, facts: infer Facts) => unknown ? Facts : never
type TaskEventOf<Type extends keyof typeof taskEvents> = EventOf<typeof taskEvents, Type>
type WholeOrderEventOf<Type extends keyof typeof orderEvents> = EventOf<typeof orderEvents, Type>

export type TaskEvent = TaskEventOf<keyof typeof taskEvents>
type WholeOrderEvent = WholeOrderEventOf<keyof typeof orderEvents>

/** An event without its time. `task` is the position of its task, the first unfinished one by default. */
export type PendingEvent = (TaskEvent | WholeOrderEvent) & { readonly task?: number }
/** `when` is in milliseconds since the epoch. */
export type OrderEvent = PendingEvent & { readonly when: number }

/** The order after an event. Throws `InvalidTransition` if the event cannot follow the order's state. */
export function applyEvent(order: Order, event: OrderEvent): Order {
  const next = isOfTask(event) ? withTask(order, event) : effectOf(order, event)
  if (!next) throw new InvalidTransition(order.tasks[event.task ?? -1]?.progress.at ?? stateOf(order), event.type)
  return withHistoryEntry(next, order, event)
}

function isOfTask(event: OrderEvent): event is Extract<OrderEvent, TaskEvent> {
  return event.type in taskEvents
}

/** Whether an event is about one step. */
export function isAboutTask({ type }: Pick<OrderEvent, 'type'>): boolean {
  return type in taskEvents || type === 'skipped'
}

function progressAfter<Type extends keyof typeof taskEvents>(task: Task, event: TaskEventOf<Type>) {
  const table: Effects<typeof taskEvents, Task, StepProgress> = taskEvents
  return table[event.type](task, event)
}

function effectOf<Type extends keyof typeof orderEvents>(order: Order, event: WholeOrderEventOf<Type>) {
  const table: Effects<typeof orderEvents, Order, Order> = orderEvents
  return table[event.type](order, event)
}

type Effects<Events, Before, After> = {
  readonly [Type in keyof Events]: (before: Before, event: EventOf<Events, Type>) => After | undefined
}

function withTask(order: Order, event: TaskEvent & { readonly task?: number }): Order | undefined {
  const position = event.task ?? currentPosition(order)
  const task = position === undefined ? undefined : order.tasks[position]
  if (position === undefined || !task) return undefined
  // A dismissed order, or one that waits for confirmation, asks no wallet and prepares to ask none.
  if ((event.type === 'asked' || event.type === 'checking') && (order.isDismissed || order.updatedPlan))
    return undefined
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

function withAnswer(order: Order, answer: Answer): Order {
  if ('givenUp' in answer) return withGivenUpBatch(order, answer.givenUp)
  const { anchor, batch } = answer
  return batch === undefined
    ? withClosedRequests(order, (open) => isSameAnchor(open, anchor))
    : withTakenLate(order, anchor, batch)
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
  const progress = progressAfter(task, event)
  if (!progress) throw new InvalidTransition(task.progress.at, event.type)
  if (progress.at === 'signing') return { ...withoutRequest(task), progress, lastAnchor: progress.anchor }
  switch (event.type) {
    case 'sent': {
      const signed = task.lastAnchor && { lastAnchor: withSigned(task.lastAnchor, event.signed) }
      return { ...withoutRequest(task), ...signed, progress, isLost: false }
    }
    case 'lost':
      // If the wallet has not answered, its prompt may still be open.
      return { ...task, progress, ...(isUnanswered(task.progress, event) && { isOpen: true }) }
    case 'retried':
      if (outcomeLeft(task.progress) || isDropped(task.progress)) return { ...withoutRequest(task), progress }
      return { ...task, progress, isLost: isLost(task) }
    case 'rejected':
      return { ...task, progress, ...(task.progress.at === 'unknown' && { isLost: true }) }
    default:
      return { ...task, progress }
  }
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

/** The wallet reports a batch's status, even after its first answer was lost. */
function isUnsentBatch(from: StepProgress): boolean {
  return from.at === 'unknown' && from.hash === undefined && batchIdOf(from.anchor) !== undefined
}

/**
 * A hash may arrive late: after the person reported a rejection, or while the next one is being prepared. It is
 * watched, because it may move money; the request being prepared is cancelled.
 */
function anchorToFollow({ progress, lastAnchor }: Task): TransactionAnchor | undefined {
  if (isOnItsWay(progress)) return undefined
  if (isInFlight(progress)) return progress.anchor
  return progress.at === 'done' || progress.at === 'replaced' || progress.at === 'reverted' ? undefined : lastAnchor
}

function withSigned(anchor: TransactionAnchor, signed: string | undefined): TransactionAnchor {
  return anchor.kind === 'solana' && signed !== undefined ? { ...anchor, signed } : anchor
}

/** Whether the person may ask for the step again. */
export function canRetry(progress: StepProgress): boolean {
  return progress.at === 'unknown' ? progress.isUnseen : hasStopped(progress)
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
function makesQuoteStale({ progress }: Task, { type }: TaskEvent): boolean {
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

function withdrawn(order: Order): Order {
  const tasks = order.tasks.map((task) => (isApproaching(task.progress) ? { ...task, progress: waiting } : task))
  return { ...order, tasks }
}

const waiting: StepProgress = { at: 'waiting' }

/** Only an approval can be left out, once it was found that the chain has its allowance already. */
function withoutTask(order: Order, { task: position = currentPosition(order) }: { readonly task?: number }) {
  const task = position === undefined ? undefined : order.tasks[position]
  if (task?.progress.at !== 'checking' || !isAllowanceStep(task.step)) return undefined
  const left = requestGivenUp(order, task)
  return withEarlier({ ...order, tasks: order.tasks.filter((each) => each !== task) }, left ? [left] : [])
}

/** The next step is neither open in the wallet nor sent: only then may the plan change. */
function isIdle(order: Order): boolean {
  const open = order.tasks.filter(({ progress }) => progress.at !== 'done')
  return open.length > 0 && !open.some(({ progress }) => isInFlight(progress))
}

function stateOf(order: Order): string {
  return currentTask(order)?.progress.at ?? order.request?.progress.at ?? 'done'
}

function withHistoryEntry(next: Order, before: Order, event: OrderEvent): Order {
  const position = isAboutTask(event) ? (event.task ?? currentPosition(before)) : undefined
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

type Events = typeof taskEvents & typeof orderEvents

const notes: { readonly [Type in keyof Events]?: (event: EventOf<Events, Type>) => string | undefined } = {
  taken: ({ id }) => id,
  sent: ({ hash }) => hash,
  repriced: ({ hash }) => hash,
  confirmed: ({ receipt }) => receipt.hash,
  seen: ({ confirmations }) => String(confirmations),
  replaced: ({ how, by }) => `${how} by ${by}`,
  reverted: ({ why }) => why,
  blocked: ({ reason }) => reason,
  offered: ({ updatedPlan }) => updatedPlan.why,
  noted: ({ note }) => note,
  delivery: ({ delivery }) => delivery.at,
  request: ({ progress }) => progress.at,
  'found late': ({ outcome }) => hashOfOutcome(outcome),
}

function noteOf<Type extends keyof Events>(event: EventOf<Events, Type>): string | undefined {
  return notes[event.type]?.(event)
}

/** An event that the order's state does not allow: the caller did not check it first. */
export const InvalidTransition = errorClass(
  'InvalidTransition',
  (from: string, event: string) => `A step that is "${from}" cannot be "${event}".`,
)
