import type { Step } from '../../guard/plan'
import { batchIdOf } from '../batch'
import { batchWith, mainStepOf } from '../batchTasks'
import { isAllowanceStep, type Order, type Task } from '../order'
import { isOnItsWay, type StepProgress, transactionHashOf } from '../progress'
import type { EarlierRequest, RequestOutcome, SentOutcome } from './earlierRequest'
import { isGivenUp } from './givenUpRequest'
import { hasNonce, type TransactionAnchor } from './transactionAnchor'

/** Requests of an order that may still be sent, though no step waits for them any more. */
export function unsettledRequests(order: Order): readonly EarlierRequest[] {
  const givenUp = order.tasks.flatMap((task) => requestGivenUp(order, task) ?? [])
  return [...(order.earlier ?? []), ...givenUp].filter(({ outcome }) => !outcome || outcome.is === 'pending')
}

/** Requests that may still be open in the wallet: a new prompt for the same step would be a second one. */
export function openRequests(order: Order): readonly EarlierRequest[] {
  return unsettledRequests(order).filter(({ isOpen, outcome }) => isOpen && !outcome)
}

/** Superseded requests that were found on chain after all: the step was carried out twice. */
export function unexpectedTransactions(order: Order): readonly (EarlierRequest & { readonly outcome: SentOutcome })[] {
  return (order.earlier ?? []).flatMap((request) => {
    const { outcome } = request
    return outcome && outcome.is !== 'expired' ? { ...request, outcome } : []
  })
}

/** The request whose nonce the next one for this step has to take, so that only one of the two can land. */
export function requestToRepeat(order: Order, { step, lastAnchor, isLost }: Task): TransactionAnchor | undefined {
  if (isLost && lastAnchor) return lastAnchor
  const lost = unsettledRequests(order).filter(
    (request) => request.isLost && request.step.chainId === step.chainId && hasNonce(request.anchor),
  )
  return lost.at(-1)?.anchor
}

/** The last request of a stopped task, unless it is known to have been sent. */
export function requestGivenUp(order: Order, task: Task): EarlierRequest | undefined {
  const { lastAnchor, isLost, isOpen } = task
  if (!lastAnchor || !isGivenUp(task)) return undefined
  const request = requestOf(order, task, lastAnchor)
  return request && { ...request, ...(isLost ? { isLost } : {}), ...(isOpen ? { isOpen } : {}) }
}

/** The wallet requests with this anchor. The steps of a batch are one request, represented by its main step. */
export function requestOf(order: Order, task: Task, anchor: TransactionAnchor): EarlierRequest | undefined {
  const { step, planHash } = task
  const batch = batchIdOf(anchor) === undefined ? undefined : batchWith(order, task)
  if (!batch) return { step, planHash, anchor }
  return mainStepOf(batch.steps) === step ? { step, planHash, anchor, batch } : undefined
}

/**
 * The open task that a late transaction completes; `undefined` if that step is done or sent otherwise. A swap
 * that was carried out needs no approval any more, so approvals before it are skipped. A batch open in the
 * wallet contains its own approval, so a late single approval completes no task of it.
 */
export function taskFulfilledBy({ tasks }: Order, { step, batch }: EarlierRequest): number | undefined {
  const first = tasks.findIndex(({ progress }) => progress.at !== 'done')
  const open = first === -1 ? [] : tasks.slice(first)
  const ahead = open.findIndex((task) => isSamePurpose(task.step, step))
  if (ahead === -1 || !open.slice(0, ahead + 1).every(({ progress }) => isReplaceable(progress))) return undefined
  if (!batch && isAllowanceStep(step) && isBeforeWalletAsBatch(open[ahead]?.progress)) return undefined
  const isOnlyAllowed = open.slice(0, ahead).every((task) => isAllowanceStep(task.step))
  return isOnlyAllowed ? first + ahead : undefined
}

function isBeforeWalletAsBatch(progress: StepProgress | undefined): boolean {
  return progress !== undefined && 'anchor' in progress && batchIdOf(progress.anchor) !== undefined
}

/** All transaction hashes of an order, except the one of a given task (shared by the steps of its batch). */
export function hashesOf(order: Order, except?: Task): readonly string[] {
  const ofTasks = order.tasks.flatMap((task) => (task === except ? [] : (transactionHashOf(task.progress) ?? [])))
  const own = except && transactionHashOf(except.progress)
  return [
    ...ofTasks.filter((hash) => hash !== own),
    ...(order.earlier ?? []).flatMap(({ outcome }) => (outcome ? hashOfOutcome(outcome) : [])),
  ]
}

export function hashOfOutcome(outcome: RequestOutcome): string {
  return outcome.is === 'done' ? outcome.receipt.hash : outcome.hash
}

function isSamePurpose(a: Step, b: Step): boolean {
  if (a.chainId !== b.chainId || a.purpose.does !== b.purpose.does) return false
  return a.purpose.does !== 'approve' || b.purpose.does !== 'approve' || a.purpose.token === b.purpose.token
}

/** No transaction of the step is known to be in flight. */
function isReplaceable(progress: StepProgress): boolean {
  if (progress.at === 'unknown') return progress.hash === undefined || progress.isUnseen
  return progress.at !== 'done' && !isOnItsWay(progress)
}
