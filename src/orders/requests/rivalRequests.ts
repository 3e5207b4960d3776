import { currentTask, type Order, type Task } from '../order'
import { transactionHashOf } from '../progress'
import type { EarlierRequest } from './earlierRequest'
import { isSameCall } from './sameRequest'
import { hasNonce, type TransactionAnchor } from './transactionAnchor'
import { unsettledRequests } from './unsettledRequests'

/**
 * Whether another order has a better claim to a transaction found for a late request. Such an order waits for the same
 * call now, or its prompt was unanswered while the wallet has declined this one. Two browsers of one wallet request the
 * same call under the same nonce, and a history may be imported.
 */
export function hasRival(orders: readonly Order[], order: Order, request: EarlierRequest): boolean {
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
