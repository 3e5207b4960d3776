import { shortReason } from '../../domain/text/shortReason'
import { batchIdOf } from '../batch'
import type { TransactionStatus } from '../executor'
import { latePollInterval } from '../intervals'
import { currentTask, type Order, type Task } from '../order'
import type { PendingEvent } from '../orderReducer'
import type { Ports } from '../ports'
import { isOnItsWay, transactionHashOf } from '../progress'
import { receiptAccounts, withIntentAmounts } from '../receipt'
import type { EarlierRequest, RequestOutcome } from '../requests/earlierRequest'
import { isSameAnchor, isSameCall } from '../requests/sameRequest'
import { hasNonce, type TransactionAnchor } from '../requests/transactionAnchor'
import { hashesOf, hashOfOutcome, unsettledRequests } from '../requests/unsettledRequests'
import type { TabContext } from '../runner/orderRun'
import type { OrderStore } from '../store/orderStore'
import { claimedHashes } from './transactionWatcher'
import { watchOrders } from './watchOrders'

/**
 * Looks for abandoned requests that may still be confirmed: in orders that have continued, stopped, been dismissed or
 * completed. A transaction it finds is recorded in its order.
 */
export function createLateTransactionWatcher({ ports, store, start }: TabContext) {
  const { clock, network } = ports
  const watch = watchOrders(ports, store, (order) => nextLook(order, ageOf(order)) !== undefined, follow)
  return watch

  async function follow({ id, ...begun }: Order) {
    // The age grows by time that has passed: a clock set forward must not end the looking.
    const [age, since] = [ageOf(begun), clock.elapsed()]
    for (let order = store.get(id); order && !watch.isClosed(); order = store.get(id)) {
      const delay = nextLook(order, age + clock.elapsed() - since)
      if (delay === undefined) break
      await watch.pause(delay)
      if (watch.isClosed() || !network.isOnline()) continue
      if (await recordLateTransactions({ ports, store }, id)) start(id)
    }
    // Another tab may have recorded the last one and closed before it could watch it.
    const last = store.get(id)
    if (!watch.isClosed() && last && isOnItsWay(currentTask(last)?.progress)) start(id)
  }

  function ageOf({ openedAt }: Pick<Order, 'openedAt'>): number {
    return Math.max(0, clock.now() - openedAt)
  }
}

/**
 * Looks once for each request that was given up, and for each that failed: a reorganization may carry it out all the same.
 * `true` when one was found that the order did not know of.
 */
export async function recordLateTransactions({ ports, store }: LookContext, id: string): Promise<boolean> {
  let isAnyFound = false
  for (const request of [...watched(store.require(id)), ...failed(store.require(id))]) {
    const status = await lookFor({ ports, store }, store.require(id), request)
    const givenUp = status?.is === 'given up' ? batchIdOf(request.anchor) : undefined
    if (givenUp !== undefined) await store.record(id, (order) => eventsForGivenUp(order, givenUp))
    const outcome = status && outcomeOf(status, store.require(id))
    if (!outcome || isSame(request.outcome, outcome)) continue
    if (await store.withTransactionLock(() => recordLate(store, id, request, outcome))) isAnyFound = true
  }
  return isAnyFound
}

async function recordLate(store: OrderStore, id: string, request: EarlierRequest, outcome: RequestOutcome) {
  let isFound = false
  await store.record(id, (order) => {
    const known = [...unsettledRequests(order), ...failed(order)].find(({ anchor }) =>
      isSameAnchor(anchor, request.anchor),
    )
    // One transaction belongs to one request: another step or tab may have recorded it in the meantime.
    if (!known || isSame(known.outcome, outcome) || isTaken(store, order, known, outcome)) return []
    if (hasRival(store.all(), order, known)) return []
    isFound = true
    return [{ type: 'found late', request: known, outcome }]
  })
  return isFound
}

/** Recorded once, however many requests were sent under the id. */
function eventsForGivenUp(order: Order, id: string): readonly PendingEvent[] {
  const isPinned = unsettledRequests(order).some(
    ({ anchor, isOpen, isLost }) => (isOpen || isLost) && batchIdOf(anchor) === id,
  )
  return isPinned ? [{ type: 'answered', givenUp: id }] : []
}

type LookContext = { readonly ports: Pick<Ports, 'executor'>; readonly store: OrderStore }

async function lookFor(
  { ports, store }: LookContext,
  order: Order,
  request: EarlierRequest,
): Promise<TransactionStatus | undefined> {
  const { step, batch, anchor, outcome } = request
  const own = outcome && hashOfOutcome(outcome)
  const claimed = new Set([...claimedHashes(store, order.id)].filter((hash) => hash !== own))
  try {
    const executor = await ports.executor(step.kind)
    const accounts = receiptAccounts(order.plan.intent)
    return await executor.getStatus(batch ?? step, anchor, own, accounts, claimed)
  } catch {
    // A node that does not answer is asked again later.
    return undefined
  }
}

function outcomeOf(status: TransactionStatus, { plan }: Order): RequestOutcome | undefined {
  switch (status.is) {
    case 'pending':
      return { is: 'pending', hash: status.hash }
    case 'done':
      return { is: 'done', receipt: withIntentAmounts(plan.intent, status.receipt) }
    case 'reverted':
      return { ...status, why: status.why && shortReason(status.why) }
    default:
      return undefined
  }
}

function isTaken(store: OrderStore, order: Order, { outcome }: EarlierRequest, found: RequestOutcome): boolean {
  const hash = hashOfOutcome(found)
  if (outcome && hashOfOutcome(outcome) === hash) return false
  const others = store.all().filter(({ id }) => id !== order.id)
  return [...others, order].some((each) => hashesOf(each).includes(hash))
}

function isSame(known: RequestOutcome | undefined, found: RequestOutcome): boolean {
  return known?.is === found.is && hashOfOutcome(known) === hashOfOutcome(found)
}

/**
 * Late Solana signatures reach only this page, which does not broadcast them; those that it did are looked for as
 * `failed`. Batches are looked up by id.
 */
function watched(order: Order): readonly EarlierRequest[] {
  return unsettledRequests(order).filter(
    ({ anchor, batch }) => hasNonce(anchor) && (batch !== undefined || !anchor.batch),
  )
}

/** A transaction that failed on chain, or expired, before its step was requested again. */
function failed({ earlier = [] }: Order): readonly EarlierRequest[] {
  return earlier.filter(({ outcome }) => outcome?.is === 'reverted' || outcome?.is === 'expired')
}

/** Milliseconds until the next look; `undefined` when there is nothing to look for any more. */
function nextLook(order: Order, age: number): number | undefined {
  const requests = [...watched(order), ...failed(order).filter(({ outcome }) => outcome?.is === 'expired')]
  if (requests.length === 0) return undefined
  const isUncertain = requests.some(({ isOpen, isLost, outcome }) => isOpen || isLost || outcome)
  return latePollInterval(age, isUncertain)
}

/**
 * Whether another order has a better claim to a transaction found for a late request. Such an order waits for the same
 * call now, or its prompt was unanswered while the wallet has declined this one. Two browsers of one wallet request the
 * same call under the same nonce, and a history may be imported.
 */
function hasRival(orders: readonly Order[], order: Order, request: EarlierRequest): boolean {
  if (request.outcome) return false
  const own = { order, likelihood: request.isOpen || request.isLost ? 1 : 0 }
  return orders.some((other) => {
    const likelihood = other.id === order.id ? undefined : likelihoodIn(other, request)
    return likelihood !== undefined && comesBefore({ order: other, likelihood }, own)
  })
}

type Claim = { readonly order: Order; readonly likelihood: number }

/** Of equals, the order that was changed last: it is the one that someone works with. */
function comesBefore(a: Claim, b: Claim): boolean {
  if (a.likelihood !== b.likelihood) return a.likelihood > b.likelihood
  if (a.order.changedAt !== b.order.changedAt) return a.order.changedAt > b.order.changedAt
  return a.order.id < b.order.id
}

/** How likely the transaction of a request is the other order's; `undefined` when that asks for nothing of the kind. */
function likelihoodIn(order: Order, { step, anchor }: EarlierRequest): number | undefined {
  const task = currentTask(order)
  if (task && isAwaited(task) && isSameCall(task.step, step) && canBeOne(task.lastAnchor, anchor)) return 2
  const given = unsettledRequests(order).filter(
    (each) => !each.outcome && isSameCall(each.step, step) && canBeOne(each.anchor, anchor),
  )
  if (given.length === 0) return undefined
  return given.some(({ isOpen, isLost }) => isOpen || isLost) ? 1 : 0
}

function isAwaited({ progress }: Task): boolean {
  return (progress.at === 'signing' || progress.at === 'unknown') && transactionHashOf(progress) === undefined
}

/** Whether one transaction can be the answer to both requests. */
function canBeOne(a: TransactionAnchor | undefined, b: TransactionAnchor): boolean {
  if (!a || !hasNonce(a) || !hasNonce(b)) return false
  return a.nonce === b.nonce || a.isOpenNonce === true || b.isOpenNonce === true
}
