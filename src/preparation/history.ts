import { addressKey } from '../domain/address'
import type { SeenContract, SignedHistory } from '../guard/checkInputs'
import type { PayingIntent } from '../guard/liquidityIntent'
import { isEvmStep, isRevocation } from '../guard/plan'
import { isAllowanceStep, isRequested, type Order, type Task } from '../orders/order'
import { orderPhase } from '../orders/orderPhase'
import { isInFlight } from '../orders/progress'
import { hasNonce } from '../orders/requests/transactionAnchor'

/** The history that checks use, from this browser's orders: deposits in progress, and contracts that worked before. */
export function historyFrom(orders: readonly Order[]): SignedHistory {
  const sent = orders.flatMap(({ tasks, openedAt }) =>
    tasks
      .filter(({ progress }) => progress.at === 'done' || isInFlight(progress))
      .map(({ planHash }) => ({ hash: planHash, at: openedAt })),
  )
  // Where the code of a contract changed, the later order knows the current code.
  const seen = orders.toSorted((a, b) => a.openedAt - b.openedAt).flatMap(({ tasks }) => tasks.flatMap(contractSeenIn))
  const contracts = new Map(seen.map((one) => [`${one.chainId} ${addressKey(one.address)}`, one]))
  return { contracts: [...contracts.values()], sent, underWay: orders.flatMap(depositUnderWay) }
}

/** The intent of a deposit that is not finished: the wallet may still be asked, or something it sent is not confirmed. */
function depositUnderWay(order: Order): readonly PayingIntent[] {
  const { intent } = order.plan
  // The review asks about a deposit that the service may carry out.
  if (isRequested(order)) return []
  const isOpen = orderPhase(order) === 'under way' || order.tasks.some(({ progress }) => isInFlight(progress))
  return isOpen && !isRevocation(order.plan) && (intent.kind === 'deposit' || intent.kind === 'increase')
    ? [intent]
    : []
}

/** An approval by itself proves nothing: a contract counts as seen once the step that called it has succeeded. */
function contractSeenIn({ step, progress }: Task): readonly SeenContract[] {
  if (!isEvmStep(step) || isAllowanceStep(step) || progress.at !== 'done') return []
  const { anchor, hash } = progress
  if (!hasNonce(anchor) || anchor.codeHash === undefined) return []
  return [{ chainId: step.chainId, address: step.to, codeHash: anchor.codeHash, hash }]
}
