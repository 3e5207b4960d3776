import { isSameAddress } from '../../domain/address'
import { errorClass } from '../../domain/errorClass'
import type { Signable } from '../batch'
import type { Executor } from '../executor'
import type { Failure } from '../failure'
import { walletTimeout } from '../intervals'
import type { Order } from '../order'
import { isDefinitelyUnsent, type PendingEvent } from '../orderReducer'
import type { LockRequest } from '../ports'
import { isBeforeWallet, transactionHashOf } from '../progress'
import { isSameAnchor } from '../requests/sameRequest'
import type { TransactionAnchor } from '../requests/transactionAnchor'
import { openRequests } from '../requests/unsettledRequests'
import { NotWritten } from '../store/orderStore'
import { readStatus, recordIfFound } from '../watchers/transactionWatcher'
import type { NextMove, OrderRun, TabContext } from './orderRun'

/**
 * Waits for the account's prompt lock: one request at a time across all orders and tabs. `undefined` when the order was
 * ended in the meantime, or its step was found on chain.
 */
export async function acquirePromptLock(run: OrderRun): Promise<LockRequest | undefined> {
  const { ports, promptTakeovers, walletRequests } = run.context
  const { task } = run
  if (!task) return undefined
  const name = promptLockName(task.step.from)
  const first = ports.locks.request(name, promptTakeovers.delete(run.id) ? 'take over' : 'if free')
  if (await first.held) return first

  const isAsked = [...walletRequests.values()].some(({ anchor }) => isSameAddress(anchor.account, task.step.from))
  await run.block(isAsked ? 'other order' : 'other tab')
  return run.queueFor(
    name,
    () => !run.isEnded && !run.order.isDismissed && run.task !== undefined && isBeforeWallet(run.task.progress),
  )
}

/** The lock of a wallet prompt: in all tabs together, an account is asked for one signature at a time. */
export function promptLockName(account: string): string {
  return `prompt:${account.toLowerCase()}`
}

export type SignatureRequest = {
  readonly request: Signable
  readonly anchor: TransactionAnchor
  readonly executor: Executor
  readonly promptLock: LockRequest
}

/** Asks the wallet once. An answer that arrives after the timeout is recorded, too. */
export function requestSignature(run: OrderRun, { request, anchor, executor, promptLock }: SignatureRequest) {
  const { context, id } = run
  run.requotes = 0
  context.walletRequests.set(id, { anchor, promptLock, since: context.ports.clock.elapsed() })
  const onHash = (hash: string, signed?: string) => recordHash(context, id, { request, anchor }, hash, signed)
  const onTaken = (batch: string) => recordTaken(context, id, anchor, batch)
  return executor
    .send(request, anchor, onHash, onTaken)
    .then(
      (hash) => (hash === undefined ? undefined : onHash(hash)),
      (error: unknown) =>
        recordFailure(context, id, anchor, error instanceof NotWritten ? unwritten(error) : executor.toFailure(error)),
    )
    .finally(() => {
      // Another request may have replaced it.
      if (context.walletRequests.get(id)?.promptLock === promptLock) context.walletRequests.delete(id)
      promptLock.release()
      // From here on the status of an accepted batch is polled with `wallet_getCallsStatus`.
      if (run.at === 'signing') context.start(id)
    })
}

/** The order could not be written down, so nothing was sent. */
export function unwritten({ cause }: NotWritten): Failure {
  return { code: 'refused', facts: { is: 'not written' }, detail: cause instanceof Error ? cause.message : undefined }
}

/** Stops waiting for the wallet. If it answers later, its hash is still recorded. */
export function stopWaiting({ walletRequests }: TabContext, id: string): void {
  walletRequests.get(id)?.promptLock.release()
  walletRequests.delete(id)
}

/** Waits for the wallet. After a minute the screen offers alternatives; the chain is watched in the meantime. */
export async function waitForWallet(run: OrderRun): Promise<NextMove> {
  const { context, id } = run
  const { since = 0 } = context.walletRequests.get(id) ?? {}
  const remaining = since + walletTimeout - context.ports.clock.elapsed()
  if (remaining > 0) {
    await run.sleep(remaining)
    return 'continue'
  }
  await run.block('no answer')
  const { task } = run
  await recordIfFound(context, id, task, await readStatus(context, id))
  if (run.at === 'signing') await run.sleep(walletTimeout / 4)
  return 'continue'
}

/**
 * Always records a hash, however late: the transaction may move money. A transaction that this page broadcasts is not
 * sent once the order has continued without it, nor before its signature is stored: a later visit could not find it.
 */
async function recordHash(
  context: TabContext,
  id: string,
  { request, anchor }: Pick<SignatureRequest, 'request' | 'anchor'>,
  hash: string,
  signed: string | undefined,
) {
  const isSentHere = request.kind === 'solana'
  await context.store.record(
    id,
    (order) => {
      if (isSentHere && !isWaitedFor(order, anchor, hash)) throw new RequestGivenUp()
      return eventsForHash(order, anchor, hash, signed)
    },
    isSentHere,
  )
  context.start(id)
}

/** The wallet has accepted the batch, maybe late: from here on its status is polled by id, also after a reload. */
async function recordTaken(context: TabContext, id: string, anchor: TransactionAnchor, batch: string) {
  await context.store.record(id, (order) => eventsForTaken(order, anchor, batch))
  context.start(id)
}

function eventsForTaken(order: Order, anchor: TransactionAnchor, batch: string): readonly PendingEvent[] {
  const { task, progress } = requested(order, anchor)
  if (!progress) {
    const isKnown = order.earlier?.some((past) => isSameAnchor(past.anchor, anchor) && !past.outcome)
    return isKnown ? [{ type: 'answered', anchor, batch }] : [{ type: 'noted', note: batch }]
  }
  return transactionHashOf(progress) === undefined
    ? [{ type: 'taken', id: batch, task }]
    : [{ type: 'noted', note: batch }]
}

function eventsForHash(
  order: Order,
  anchor: TransactionAnchor,
  hash: string,
  signed: string | undefined,
): readonly PendingEvent[] {
  const { task, progress } = requested(order, anchor)
  if (!progress) return lateEvents(order, anchor, hash)
  const known = transactionHashOf(progress)
  if (known === hash) return []
  if (known !== undefined && progress.at !== 'unknown') return [{ type: 'noted', note: hash }]
  return [{ type: 'sent', hash, task, ...(signed === undefined ? {} : { signed }) }]
}

/** Events for the answer to a superseded request: the hash is recorded for the step it was requested for. */
function lateEvents({ earlier }: Order, anchor: TransactionAnchor, hash: string): readonly PendingEvent[] {
  const request = earlier?.find((past) => isSameAnchor(past.anchor, anchor))
  if (!request) return [{ type: 'noted', note: hash }]
  return request.outcome ? [] : [{ type: 'found late', request, outcome: { is: 'pending', hash } }]
}

/** Whether the order still waits for this very request. */
function isWaitedFor(order: Order, anchor: TransactionAnchor, hash: string): boolean {
  const { progress } = requested(order, anchor)
  if (!progress || order.isDismissed) return false
  return progress.at === 'signing' || progress.at === 'unknown' || transactionHashOf(progress) === hash
}

async function recordFailure(context: TabContext, id: string, anchor: TransactionAnchor, failure: Failure) {
  await context.store.record(id, (order) => {
    const { task, progress } = requested(order, anchor)
    // A signed transaction that the node refuses: the app sends it again as long as it can land.
    if (progress?.at === 'sent' && progress.anchor.kind === 'solana')
      return [
        { type: 'noted', note: failure.detail ?? failure.code },
        { type: 'blocked', reason: 'not accepted' },
      ]
    if (progress?.at !== 'signing') return answered(order, anchor)
    if (failure.code === 'rejected') return [{ type: 'rejected', task }]
    if (isDefinitelyUnsent(failure)) return [{ type: 'failed', failure, task }]
    return [{ type: 'lost', isUnseen: false, failure, task }]
  })
}

/** An answer to a request that was given up: its prompt is closed. */
function answered(order: Order, anchor: TransactionAnchor): readonly PendingEvent[] {
  const isOpen = openRequests(order).some((request) => isSameAnchor(request.anchor, anchor))
  return isOpen || order.tasks.some((task) => task.isOpen && task.lastAnchor && isSameAnchor(task.lastAnchor, anchor))
    ? [{ type: 'answered', anchor }]
    : []
}

/** The position and progress of the task whose last request this was. */
function requested({ tasks }: Order, anchor: TransactionAnchor) {
  const task = tasks.findIndex(({ lastAnchor }) => lastAnchor && isSameAnchor(lastAnchor, anchor))
  return { task, progress: tasks[task]?.progress }
}

/** The order has continued without this signature, so the transaction is not sent. */
export const RequestGivenUp = errorClass(
  'RequestGivenUp',
  () => 'The order has gone on without this signature, so it is not sent.',
)
