import type { Signable } from '../batch'
import { signableOf } from '../batchTasks'
import type { Executor, TransactionStatus } from '../executor'
import { nodeProblemIn } from '../failure'
import { missingAfter, pollInterval, unreachableAfterPolls } from '../intervals'
import { type BlockedReason, currentPosition, currentTask, isWithoutNode, type Order, type Task } from '../order'
import type { PendingEvent } from '../orderReducer'
import { isOnItsWay, transactionHashOf } from '../progress'
import { receiptAccounts, withIntentAmounts } from '../receipt'
import { isSameCall, isSameRequest, isSameSignable } from '../requests/sameRequest'
import { hashesOf, unsettledRequests } from '../requests/unsettledRequests'
import type { NextMove, OrderRun, TabContext } from '../runner/orderRun'
import type { EventSource, OrderStore } from '../store/orderStore'
import { eventsForStatus } from './statusEvents'

/** Follows a transaction that was sent until the chain has decided. An unreachable node never fails an order. */
export async function watchTransaction(run: OrderRun): Promise<NextMove> {
  const { clock } = run.context.ports
  let lastSeen = clock.elapsed()
  let failedPolls = 0
  let halfReadSince: number | undefined
  let why: unknown
  for (let polls = 0; ; polls++) {
    if (run.isEnded || !isOnItsWay(run.task?.progress)) return 'continue'
    if (!(await run.waitForConnection())) continue

    const { task } = run
    const status = await readStatus(run.context, run.id, undefined, (error) => {
      why = error
    })
    failedPolls = status ? 0 : failedPolls + 1
    if (failedPolls > 0 && failedPolls % unreachableAfterPolls === 0) await run.block(await reasonOfSilence(run, why))
    if (status) {
      if (status.is === 'not accepted' || (isFound(status) && !isOnlySent(task, status))) lastSeen = clock.elapsed()
      const unseenFor = clock.elapsed() - lastSeen
      await run.record((order) => [
        ...unblockedByStatus(order, status),
        ...eventsFor(run.context.store, order, task, status, unseenFor),
      ])
      if (status.is === 'not accepted' && isOnItsWay(run.task?.progress)) await run.block('not accepted')
      if (unseenFor >= missingAfter && isOnItsWay(run.task?.progress)) await run.block('not found')
      // Confirmed on Solana means final but for the details.
      const isHalfRead = task?.step.kind === 'solana' && status.is === 'pending' && status.confirmations > 0
      halfReadSince = isHalfRead ? (halfReadSince ?? clock.elapsed()) : undefined
      const halfReadFor = clock.elapsed() - (halfReadSince ?? clock.elapsed())
      if (halfReadFor >= missingAfter && isOnItsWay(run.task?.progress)) await run.block('no details')
    }
    if (isOnItsWay(run.task?.progress)) await run.pauseBetweenPolls(pollInterval(polls))
  }
}

/** `why`: the error of the last poll. */
async function reasonOfSilence({ task, context }: OrderRun, why: unknown): Promise<BlockedReason> {
  if (!task) return 'unreachable'
  try {
    const executor = await context.ports.executor(task.step.kind)
    const failure = executor.toFailure(why)
    // No node is configured for the chain, and the wallet that it is read through is on another network.
    return failure.code === 'wrong chain' ? 'wrong network' : (nodeProblemIn(failure) ?? 'unreachable')
  } catch {
    // The deployment no longer lists the chain, or the executor's code could not be loaded: keep watching.
    return 'unreachable'
  }
}

/** Looks for a transaction with an unknown hash, or one that no node has now. */
export async function findTransaction(run: OrderRun): Promise<NextMove> {
  const sought = run.at
  for (let polls = 0; ; polls++) {
    const { at } = run
    if (run.isEnded || at !== sought) return 'continue'
    if (!(await run.waitForConnection())) continue

    const { task } = run
    const status = await readStatus(run.context, run.id)
    // A request from an earlier visit has an unknown outcome, even when no node answers.
    if (status || at === 'signing')
      await recordGuess(run.context, run.id, task, status, (order) => [
        ...unblockedByStatus(order, status),
        ...eventsFor(run.context.store, order, task, status ?? undecided, 0),
      ])
    if (run.at === 'unknown') await run.pauseBetweenPolls(pollInterval(polls + 3))
    // A batch that the wallet carries out has no transaction yet.
    else if (run.at === 'signing') await run.pauseBetweenPolls(pollInterval(polls))
  }
}

/** Asks the chain once. `undefined` when no node responded, which proves nothing about the transaction. */
export async function readStatus(
  { ports, store }: TabContext,
  id: string,
  position?: number,
  onError: (error: unknown) => void = () => undefined,
): Promise<TransactionStatus | undefined> {
  const order = store.require(id)
  const task = order.tasks[position ?? currentPosition(order) ?? -1]
  const anchor = task && anchorOf(task)
  if (!anchor) return undefined
  try {
    const executor = await ports.executor(task.step.kind)
    const request = signableOf(order, task)
    const status = await executor.getStatus(
      request,
      anchor,
      transactionHashOf(task.progress),
      receiptAccounts(order.plan.intent),
      claimedHashes(store, id, task),
    )
    if (await isEarlierBatch(executor, order, request, status)) return undecided
    // A match by content may belong to another order that has requested the same call and has no answer yet.
    const isGuess = transactionHashOf(task.progress) === undefined && isFound(status)
    return isGuess && isAskedElsewhere(store, id, task) ? undecided : status
  } catch (error) {
    // Retried later; the screen mentions it after the third failed poll.
    onError(error)
    return undefined
  }
}

/**
 * A batch that was renewed goes to the wallet under the id of the request that was lost. The wallet may have executed
 * the older one: then nothing was altered, and it is recorded as the earlier request.
 */
export async function isEarlierBatch(
  executor: Executor,
  order: Order,
  request: Signable,
  status: TransactionStatus,
): Promise<boolean> {
  if (status.is !== 'replaced' || status.how !== 'altered' || request.kind !== 'evm batch') return false
  for (const { batch, anchor: own } of unsettledRequests(order)) {
    if (!batch || isSameSignable(batch, request)) continue
    const { is } = await executor.getStatus(batch, own, status.by)
    if (is === 'pending' || is === 'done' || is === 'reverted') return true
  }
  return false
}

/** Whether the wallet is being asked for the very same call by another order. */
function isAskedElsewhere(store: OrderStore, id: string, { step }: Task): boolean {
  return store
    .all()
    .some(
      (order) =>
        order.id !== id && order.tasks.some((task) => task.progress.at === 'signing' && isSameCall(task.step, step)),
    )
}

/** Hashes of all other steps: one transaction carries out only one step, and does not count as a replacement of another. */
export function claimedHashes(store: OrderStore, id: string, except?: Task): ReadonlySet<string> {
  return new Set(store.all().flatMap((order) => hashesOf(order, order.id === id ? except : undefined)))
}

/**
 * While the wallet has not answered, record only a transaction that was found: finding none proves nothing. `sought` is
 * the task whose status was read.
 */
export async function recordIfFound(
  context: TabContext,
  id: string,
  sought: Task | undefined,
  status: TransactionStatus | undefined,
) {
  if (!isFound(status)) return
  await recordGuess(context, id, sought, status, (order) => {
    const at = currentTask(order)?.progress.at
    return at === 'signing' || at === 'unknown' ? eventsFor(context.store, order, sought, status, 0) : []
  })
}

/** A transaction that was found without its hash may be treated as another order's by another tab at this moment. */
async function recordGuess(
  { store }: TabContext,
  id: string,
  sought: Task | undefined,
  status: TransactionStatus | undefined,
  events: EventSource,
) {
  const isGuess = isFound(status) && sought && transactionHashOf(sought.progress) === undefined
  const record = () => store.record(id, events)
  await (isGuess ? store.withTransactionLock(record) : record())
}

/** Whether the chain knows the transaction, or what took its place. */
export function isFound(status: TransactionStatus | undefined): status is TransactionStatus {
  return status !== undefined && status.is !== 'not seen' && status.is !== 'undecided' && status.is !== 'not accepted'
}

/** On Solana a transaction that is sent again counts as pending, though no node may ever show it. */
function isOnlySent(task: Task | undefined, status: TransactionStatus): boolean {
  return task?.step.kind === 'solana' && status.is === 'pending' && status.confirmations === 0
}

/** Re-reads finished steps on this chain before the next one depends on them: there may have been a reorg. */
export async function wasReorged(run: OrderRun, chainId: number): Promise<boolean> {
  const { order, task: next } = run
  for (const [position, task] of order.tasks.entries()) {
    const { step, progress } = task
    if (progress.at !== 'done' || step.chainId !== chainId) continue
    const executor = await run.context.ports.executor(step.kind)
    const status = await executor.getStatus(signableOf(order, task), progress.anchor, progress.hash)
    if (status.is === 'done') continue
    if (next) await run.recordAbout(next, [{ type: 'withdrawn' }, { type: 'reorged', task: position }])
    return true
  }
  return false
}

/**
 * Nothing when the order has moved on while the chain was asked (the status is of what was `sought`), or when another
 * order has recorded the transaction in the meantime.
 */
function eventsFor(
  store: OrderStore,
  order: Order,
  sought: Task | undefined,
  status: TransactionStatus,
  unseenFor: number,
): readonly PendingEvent[] {
  const task = currentTask(order)
  if (!task || !sought || !isSameRequest(task, sought)) return []
  const found = transactionHashOf(task.progress) === undefined ? hashOfStatus(status) : undefined
  if (found !== undefined && claimedHashes(store, order.id, task).has(found)) return []
  if (status.is !== 'done') return eventsForStatus(status, task.progress, unseenFor)
  const receipt = withIntentAmounts(order.plan.intent, status.receipt)
  return eventsForStatus({ is: 'done', receipt }, task.progress, unseenFor)
}

function hashOfStatus(status: TransactionStatus): string | undefined {
  if (status.is === 'replaced') return status.by
  if (status.is === 'done') return status.receipt.hash
  return 'hash' in status ? status.hash : undefined
}

/** Unblocks an order that waited for a node, once a node answers. */
function unblockedByStatus(order: Order, status: TransactionStatus | undefined): readonly PendingEvent[] {
  const { blocked } = order
  const isOver =
    isWithoutNode(blocked) ||
    blocked === 'wrong network' ||
    blocked === 'offline' ||
    (blocked === 'not accepted' && status !== undefined && status.is !== 'not accepted') ||
    (blocked === 'not found' && isFound(status) && !isOnlySent(currentTask(order), status))
  return isOver ? [{ type: 'unblocked' }] : []
}

function anchorOf({ progress, lastAnchor }: Task) {
  return 'anchor' in progress ? progress.anchor : lastAnchor
}

const undecided: TransactionStatus = { is: 'undecided' }
