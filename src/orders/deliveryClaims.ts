import { isSameAddress } from '../domain/address'
import type { Token } from '../domain/token'
import { isLiquidity } from '../guard/plan'
import { type DeliveryStatus, isCrossChain } from './delivery'
import { isReportedPaid } from './manualPayment'
import { isAllowanceStep, type Order } from './order'
import { type StepProgress, transactionHashOf } from './progress'

/** Arrivals that are not the delivery of an order, because they are accounted for elsewhere. */
export type DeliveryClaims = ReturnType<typeof deliveryClaims>

/** A transaction delivers only one order, and one the person sent for another order is no delivery. */
export function deliveryClaims(orders: readonly Order[], order: Order) {
  const others = orders.filter(({ id }) => id !== order.id)
  return {
    hashes: new Set(others.flatMap((each) => [...ownHashes(each), ...hashesIn(each.destination?.delivery)])),
    /**
     * Base units of the bought native coin that reached the recipient since the order began. A native transfer leaves no
     * log, so that the balance would show one delivery to two orders.
     */
    units: others.reduce((sum, each) => sum + unitsDelivered(each, order) + unitsReceived(each, order), 0n),
    /** Another order pays native coins to the same account in the same time: an increase of the balance may belong to both. */
    isShared: others.some((each) => paysBeside(each, order)),
  }
}

export function isSameClaims(a: DeliveryClaims, b: DeliveryClaims): boolean {
  return (
    a.units === b.units &&
    a.isShared === b.isShared &&
    a.hashes.size === b.hashes.size &&
    [...a.hashes].every((hash) => b.hashes.has(hash))
  )
}

/** Transactions of an order itself: a swap that pays the same person is no delivery. A reclaim is left out: it is the refund. */
function ownHashes({ tasks }: Order): readonly string[] {
  return tasks.flatMap(({ step, progress }) => {
    const hash = step.purpose.does === 'reclaim' ? undefined : transactionHashOf(progress)
    return hash === undefined ? [] : [hash]
  })
}

function hashesIn(delivery: DeliveryStatus | undefined): readonly string[] {
  return delivery && 'hash' in delivery && delivery.hash !== undefined ? [delivery.hash] : []
}

/**
 * The delivery to the same account that another order has counted. If only the balance showed it, the promised minimum:
 * the balance may have included the delivery of `order` as well.
 */
function unitsDelivered(other: Order, order: Order): bigint {
  const delivery = other.destination?.delivery
  if (delivery?.at !== 'filled' || !paysSameAccount(other, order)) return 0n
  const units = delivery.hash === undefined ? (other.confirmedMinimum?.units ?? delivery.units) : delivery.units
  const since = order.destination?.since
  const before = other.destination?.since
  const seenAt = other.history.findLast(({ what }) => what === 'delivery')?.when
  const isBefore = seenAt !== undefined && seenAt <= order.openedAt
  const isInBaseline = before !== undefined && since !== undefined && since.balance - before.balance >= units
  return since === undefined || isBefore || isInBaseline ? 0n : units
}

/**
 * Native coins of another order may be in the balance: that order is paid and not delivered, or was delivered in the
 * meantime.
 */
function paysBeside(other: Order, order: Order): boolean {
  if (!paysSameAccount(other, order) || !isPaid(other)) return false
  const delivery = other.destination?.delivery
  if (delivery?.at === 'refunded') return false
  if (delivery?.at !== 'filled') return true
  return delivery.hash === undefined && unitsDelivered(other, order) > 0n
}

/** A step of the order that moves money was sent or is confirmed. */
function isPaid(order: Order): boolean {
  return (
    isReportedPaid(order) || order.tasks.some(({ step, progress }) => !isAllowanceStep(step) && mayHavePaid(progress))
  )
}

/** A transaction that failed on chain, expired, or gave way to another one delivers nothing. */
function mayHavePaid(progress: StepProgress): boolean {
  if (progress.at === 'reverted' || progress.at === 'expired') return false
  if (progress.at === 'replaced' && progress.how !== 'altered') return false
  return transactionHashOf(progress) !== undefined
}

function paysSameAccount(other: Order, order: Order): boolean {
  const [theirs, own] = [boughtBy(other), boughtBy(order)]
  return theirs !== undefined && own !== undefined && isSameAccount(theirs, own)
}

/** The inflow from the person's own transactions on the destination chain. */
function unitsReceived({ tasks }: Order, order: Order): bigint {
  const [own, since] = [boughtBy(order), order.destination?.since]
  if (!own || !since) return 0n
  const receipts = tasks.flatMap(({ progress }) => (progress.at === 'done' ? [progress.receipt] : []))
  const changes = receipts.filter(({ block }) => block > since.block).flatMap((receipt) => receipt.changes ?? [])
  return changes
    .filter(
      ({ chainId, token, account }) =>
        chainId === own.chainId && token === 'native' && isSameAddress(account, own.account),
    )
    .reduce((sum, { delta }) => (delta > 0n ? sum + delta : sum), 0n)
}

type Bought = { readonly chainId: number; readonly account: string }

/** The account that gets the native coins of a crossing; `undefined` where a token's log shows the delivery. */
function boughtBy({ plan }: Pick<Order, 'plan'>): Bought | undefined {
  if (isLiquidity(plan) || !isCrossChain(plan)) return undefined
  const { buy, recipient } = plan.intent
  return isCoin(buy) ? { chainId: buy.chain.chainId, account: recipient } : undefined
}

function isCoin({ isNative, chain }: Token): boolean {
  return isNative && chain.kind === 'evm'
}

function isSameAccount(a: Bought, b: Bought): boolean {
  return a.chainId === b.chainId && isSameAddress(a.account, b.account)
}
