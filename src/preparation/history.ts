import type { SeenContract, SignedHistory } from '../guard/checkInputs'
import type { PayingIntent } from '../guard/liquidityIntent'
import { rememberContracts } from '../guard/seenContracts'
import type { Order, Task } from '../orders/order'
import { orderPhase } from '../orders/orderPhase'
import { isAllowanceStep } from '../orders/orderReducer'
import { isInFlight } from '../orders/progress'
import { isRevocation } from './revocation'

/** What the orders of this browser tell the checks: what was sent and what is under way, and contracts that did their work. */
export function historyFrom(orders: readonly Order[]): SignedHistory {
  const sent = orders.flatMap(({ tasks, openedAt }) =>
    tasks
      .filter(({ progress }) => progress.at === 'done' || isInFlight(progress))
      .map(({ planHash }) => ({ hash: planHash, at: openedAt })),
  )
  // Of a contract whose code changed, the later order knows the code it has now.
  const pins = [...orders].sort((a, b) => a.openedAt - b.openedAt).flatMap(({ tasks }) => tasks.flatMap(pinOf))
  const none: SignedHistory = { contracts: [], sent, underWay: orders.flatMap(depositUnderWay) }
  return pins.reduce((memory, pin) => rememberContracts(memory, [pin]), none)
}

/** A deposit, not what takes its allowances back, whose wallet may be asked any moment, was asked, or has sent something that is not in yet. */
function depositUnderWay(order: Order): readonly PayingIntent[] {
  const { intent } = order.plan
  const isOpen = orderPhase(order) === 'under way' || order.tasks.some(({ progress }) => isInFlight(progress))
  return isOpen && !isRevocation(order.plan) && (intent.kind === 'deposit' || intent.kind === 'increase')
    ? [intent]
    : []
}

/** An allowance teaches nothing: a spender is known only once the step that used it went through. */
function pinOf({ step, progress }: Task): readonly SeenContract[] {
  if (step.kind !== 'evm' || isAllowanceStep(step) || progress.at !== 'done') return []
  const { mark } = progress
  if (mark.kind !== 'evm' || mark.codeHash === undefined) return []
  return [{ chainId: step.chainId, address: step.to, codeHash: mark.codeHash }]
}
