import { addressKey } from '../../domain/address'
import type { Amounts } from '../../domain/liquidity/liquidity'
import type { Token } from '../../domain/token'
import { isComplete, type Order } from '../../orders/order'
import { orderPhase } from '../../orders/orderPhase'
import { isInFlight } from '../../orders/progress'
import { isRejectedUnsent } from '../../orders/requests/givenUpRequest'
import { unsettledRequests } from '../../orders/requests/unsettledRequests'
import type { Sequence, SequenceGoal, SequenceStep } from '../../orders/sequence'
import { movedAmounts } from '../orders/movedAmounts'

export type SequenceStage =
  /** The next thing to review. `budget` is what the orders so far have brought, or left. */
  | { readonly at: 'withdrawal' }
  | { readonly at: 'deposit'; readonly budget: Amounts; readonly isSwapped: boolean }
  /** An order of it is not finished, so the step is not reviewed again. */
  | {
      readonly at: 'under way'
      readonly step: SequenceStep
      readonly orderId: string
      readonly order: UnfinishedOrder
    }
  | { readonly at: 'done' }

/**
 * `unsettled`: given up, though a request of it may still be carried out. The sequence can be stopped when its order has
 * `failed` or is `unsettled`: neither need ever finish.
 */
export type UnfinishedOrder = 'open' | 'failed' | 'unsettled'

/** Where a sequence is, by its orders: after a reload, or in another tab that knows them, the answer is the same. */
export function sequenceStage({ goal, orders: ids }: Sequence, orders: readonly Order[]): SequenceStage {
  const found = (step: SequenceStep) => orders.find(({ id }) => id === ids[step])
  for (const step of steps) {
    const order = found(step)
    if (order && isUnderWay(order)) return { at: 'under way', step, orderId: order.id, order: unfinishedOrder(order) }
  }
  const [withdrawal, swap, deposit] = steps.map(found)
  if (deposit && isComplete(deposit)) return { at: 'done' }
  const isWithdrawn = withdrawal !== undefined && isComplete(withdrawal)
  if (goal.position !== undefined && !isWithdrawn) return { at: 'withdrawal' }
  const before = isWithdrawn ? arrivedIn(withdrawal, goal) : goal.budget
  const isSwapped = swap !== undefined && isComplete(swap)
  return { at: 'deposit', isSwapped, budget: isSwapped ? afterSwap(before, swap, goal) : before }
}

/** The order was rejected in the wallet, or ended with nothing left to be sent: the step can be reviewed again. */
function isUnderWay(order: Order): boolean {
  if (isComplete(order)) return false
  return mayStillHappen(order) || (!order.isDismissed && !isRejectedUnsent(order))
}

/** A second order for the same step could then happen as well. */
function mayStillHappen(order: Order): boolean {
  const mayBeSent = unsettledRequests(order).some(({ isOpen, isLost, outcome }) => isOpen || isLost || outcome)
  return mayBeSent || order.tasks.some(({ progress }) => isInFlight(progress))
}

function unfinishedOrder(order: Order): UnfinishedOrder {
  if (!order.isDismissed && orderPhase(order) !== 'stopped') return 'open'
  return mayStillHappen(order) ? 'unsettled' : 'failed'
}

function arrivedIn(order: Order, { tokens }: SequenceGoal): Amounts {
  const { arrived } = movedAmounts(order)
  const of = (address: string) => arrived.find(({ token }) => isToken(token, address))?.units ?? 0n
  return { amount0: of(tokens[0]), amount1: of(tokens[1]) }
}

/** Input and output of the swap's receipt. The native coin counts as its wrapped form. */
function afterSwap({ amount0, amount1 }: Amounts, { plan, tasks }: Order, { tokens }: SequenceGoal): Amounts {
  const { intent } = plan
  if (intent.kind !== 'swap') return { amount0, amount1 }
  const receipts = tasks.flatMap(({ progress }) => (progress.at === 'done' ? [progress.receipt] : []))
  const total = (amounts: readonly ({ readonly units: bigint } | undefined)[]) =>
    amounts.reduce((sum, amount) => sum + (amount?.units ?? 0n), 0n)
  const spent = total(receipts.map(({ spent }) => spent)) || intent.sell.units
  const received = total(receipts.map(({ received }) => received))
  const isFirstSold = intent.sell.token.isNative
    ? !isToken(intent.buy, tokens[0])
    : isToken(intent.sell.token, tokens[0])
  const less = (held: bigint) => (held > spent ? held - spent : 0n)
  return isFirstSold
    ? { amount0: less(amount0), amount1: amount1 + received }
    : { amount0: amount0 + received, amount1: less(amount1) }
}

function isToken({ address, isNative }: Token, other: string): boolean {
  return !isNative && addressKey(address) === addressKey(other)
}

const steps = ['withdrawal', 'swap', 'deposit'] as const
