import { isSameAddress } from '../domain/address'
import type { Amount } from '../domain/amount'
import { sameToken, type Token } from '../domain/token'
import type { BalanceChange } from '../guard/forecast'
import type { Intent } from '../guard/intent'
import { batchOf } from './batchTasks'
import { isAllowanceStep, type Order } from './order'
import type { StepReceipt } from './progress'

/** How the native coin is named among balance changes. */
const coin = 'native'

/**
 * Adds the sold and received amounts to a receipt, from the balance
 * changes its transaction logged. Amounts that are already set stay.
 */
export function withIntentAmounts(intent: Intent, receipt: StepReceipt): StepReceipt {
  // A deposit moves two tokens together, so its balance changes are shown instead of one amount.
  if (intent.kind !== 'swap') return receipt
  const spent = receipt.spent ?? moved(receipt, intent.sell.token, intent.sender, -1n)
  const received = receipt.received ?? moved(receipt, intent.buy, intent.recipient, 1n)
  return { ...receipt, spent, received }
}

/** `unread`: the order is done, and its receipts do not show how much arrived. */
export type ReceiptOutcome = 'as agreed' | 'short' | 'unread'

/** Compares what the receipts of a completed order show with the minimum that was confirmed. */
export function receiptOutcome(order: Order): ReceiptOutcome {
  const { plan, tasks, destination } = order
  const { intent } = plan
  const delivery = destination?.delivery
  if (intent.kind === 'swap' && delivery)
    return delivery.at !== 'filled' || delivery.units >= minimumOf(order, intent.buy) ? 'as agreed' : 'short'
  // The position manager's log and the growth of the position are compared in the receipt.
  if (intent.kind === 'deposit' || intent.kind === 'increase') return 'as agreed'

  const done = tasks.flatMap(({ step, progress }) => (progress.at === 'done' ? [{ step, ...progress }] : []))
  // The steps of a batch share one transaction, and one of them has its figures.
  const isRead = ({ hash, receipt }: (typeof done)[number]) =>
    receipt.changes !== undefined ||
    receipt.received !== undefined ||
    done.some((other) => other.hash === hash && other.receipt.changes)
  if (done.every(({ step }) => isAllowanceStep(step) || step.purpose.does === 'reclaim')) return 'as agreed'
  if (!done.every((each) => isAllowanceStep(each.step) || isRead(each))) return 'unread'
  const receipts = done.map(({ receipt }) => receipt)

  if (intent.kind === 'swap') {
    if (netOf(receipts, intent.buy, intent.recipient) < minimumOf(order, intent.buy)) return 'short'
    const isAssumed = receipts.some(({ changes }) =>
      changes?.some((change) => change.isAssumed && isOf(change, intent.buy, intent.recipient)),
    )
    // The assertion contract has enforced the minimum of a batch.
    return isAssumed && !batchOf(order) ? 'unread' : 'as agreed'
  }
  const { pool, coin, minimums, recipient } = intent
  const paid = [pool.token0, pool.token1, ...(coin ? [coin] : [])].map((token) => netOf(receipts, token, recipient))
  const [paid0 = 0n, paid1 = 0n, coins = 0n] = paid
  const isPaid = (units: bigint, least: bigint) => units >= least || coins >= least
  const isEnough = isPaid(paid0, minimums.amount0) && isPaid(paid1, minimums.amount1)
  return isEnough && paid.some((units) => units > 0n) ? 'as agreed' : 'short'
}

/** The confirmed minimum; a renewed plan may be within a thousandth of it. */
function minimumOf({ plan, confirmedMinimum }: Order, token: Token): bigint {
  const stated = [confirmedMinimum, plan.quote.minimumReceived].flatMap((minimum) =>
    minimum && sameToken(minimum.token, token) ? [minimum.units] : [],
  )
  const least = stated.reduce<bigint | undefined>((a, b) => (a === undefined || b < a ? b : a), undefined)
  return least === undefined || least < 1n ? 1n : least
}

/** The combined effect of all transactions: a later step may have spent an earlier payout. */
export function netOf(receipts: readonly StepReceipt[], token: Token, account: string): bigint {
  return receipts.reduce((sum, receipt) => {
    if (!receipt.changes)
      return sum + (receipt.received && sameToken(receipt.received.token, token) ? receipt.received.units : 0n)
    return receipt.changes.filter((change) => isOf(change, token, account)).reduce((own, { delta }) => own + delta, sum)
  }, 0n)
}

/** The accounts whose balance changes a receipt needs. */
export function receiptAccounts({ sender, recipient }: Intent): readonly string[] {
  return isSameAddress(sender, recipient) ? [sender] : [sender, recipient]
}

function moved({ changes }: StepReceipt, token: Token, account: string, sign: bigint): Amount | undefined {
  const mine = (changes ?? []).filter((change) => isOf(change, token, account))
  const units = mine.reduce((sum, { delta }) => sum + delta * sign, 0n)
  return units > 0n ? { token, units } : undefined
}

function isOf(change: BalanceChange, token: Token, account: string): boolean {
  return isIn(token, change) && isSameAddress(change.account, account)
}

/** Whether a balance change is one of this token. */
export function isIn({ chain, isNative, address }: Token, change: Pick<BalanceChange, 'chainId' | 'token'>): boolean {
  return change.chainId === chain.chainId && (isNative ? change.token === coin : isSameAddress(change.token, address))
}
