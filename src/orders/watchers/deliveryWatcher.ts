import { isSameAddress } from '../../domain/address'
import { larger } from '../../domain/bigints'
import { isEvmStep, isLiquidity, isPaymentStep } from '../../guard/plan'
import { promisedMinimum } from '../actions/keptMinimum'
import { type DeliveryStatus, deliveryPollInterval, isCrossChain, isSettled, type PaidOrder } from '../delivery'
import { currentPayment, isReportedPaid } from '../manualPayment'
import { isAllowanceStep, isComplete, type Order } from '../order'
import type { PendingEvent } from '../orderReducer'
import type { Ports } from '../ports'
import { type StepProgress, transactionHashOf } from '../progress'
import type { OrderStore } from '../store/orderStore'
import { watchOrders } from './watchOrders'

/** Watches the destination chain of every paid cross-chain order, also from earlier visits. */
export function createDeliveryWatcher(ports: Ports, store: OrderStore) {
  const { deliveryTracker, clock, network } = ports
  const watch = watchOrders(ports, store, isDeliveryAwaited, follow)
  return watch

  async function follow({ id }: Order) {
    if (!deliveryTracker) return
    // A failed first poll is reported immediately, later ones after a few; once only, as another tab may reach a node.
    let silentLooks = maxSilentLooks
    for (let order = store.get(id); order && isDeliveryAwaited(order) && !watch.isClosed(); order = store.get(id)) {
      const paid = paymentOf(order, clock.now())
      if (!paid) break
      const isOnline = network.isOnline()
      const status = isOnline ? await poll(order, paid) : undefined
      if (status) silentLooks = 0
      else if (isOnline && ++silentLooks === maxSilentLooks + 1) await recordSilence(id)
      await watch.pause(deliveryPollInterval(paid.age, status && isPartialDelivery(status)))
    }
  }

  /** Retries when no node responds: that proves nothing about the money. */
  async function poll(order: Order, paid: Omit<PaidOrder, 'counted'>): Promise<DeliveryStatus | undefined> {
    const claims = deliveryClaims(store.all(), order)
    const seen = await deliveryTracker
      ?.getStatus({ ...paid, counted: claims.units }, claims.hashes)
      .catch(() => undefined)
    if (!seen || watch.isClosed()) return undefined
    const certain = claims.isShared ? minCertain(seen, paid.minimumReceived) : seen
    if (!isSettled(certain)) await recordSeen(order.id, certain)
    else if (!(await store.withTransactionLock(() => recordUnclaimed(order, certain, claims)))) return poll(order, paid)
    return certain
  }

  /** `false`: another order, maybe in another tab, was given this arrival, or something else, before. */
  async function recordUnclaimed(order: Order, seen: DeliveryStatus, claims: DeliveryClaims): Promise<boolean> {
    if (watch.isClosed()) return true
    if (!isSameClaims(claims, deliveryClaims(store.all(), order))) return false
    await recordSeen(order.id, seen)
    return true
  }

  async function recordSeen(id: string, seen: DeliveryStatus) {
    await store.record(id, (order) => {
      const known = order.destination?.delivery
      // Another tab may have seen it arrive by now.
      if (known && isSettled(known)) return []
      const delivery = withGaps(known, seen)
      return [
        ...(isSame(known, delivery) ? [] : [{ type: 'delivery', delivery } as const]),
        ...(seen.at === 'filled' ? confirmationByDelivery(order) : []),
      ]
    })
  }

  async function recordSilence(id: string) {
    if (watch.isClosed()) return
    await store.record(id, ({ destination }) => {
      const known = destination?.delivery
      if (known && (known.at !== 'awaited' || known.isSilent)) return []
      return [{ type: 'delivery', delivery: { ...known, at: 'awaited', isSilent: true } }]
    })
  }
}

/** How many polls in a row may fail before it is reported. */
const maxSilentLooks = 3

/** A balance may include the native coins of two orders: the agreed minimum is certain, the amount is not. */
function minCertain(seen: DeliveryStatus, minimum: bigint): DeliveryStatus {
  if (seen.at !== 'filled' || seen.hash !== undefined) return seen
  return { ...seen, units: minimum, isAtLeast: true }
}

/** The bought token has arrived, so the manual payment was made. */
function confirmationByDelivery(order: Order): readonly PendingEvent[] {
  const progress = currentPayment(order)?.progress
  if (progress?.at !== 'sent') return []
  const { hash } = progress
  const receipt = { hash, block: 0n, fee: 0n, received: undefined, spent: undefined }
  return [{ type: 'confirmed', receipt }]
}

function isDeliveryAwaited(order: Order): boolean {
  if (!isCrossChain(order.plan) || (!isComplete(order) && !isReportedPaid(order))) return false
  return !order.destination || !isSettled(order.destination.delivery)
}

/** The step that paid: the last that moved money. If its time was dropped from a long history, the order's start counts. */
function paymentOf(order: Order, now: number): Omit<PaidOrder, 'counted'> | undefined {
  const { plan, tasks, destination, history, openedAt } = order
  const byHand = currentPayment(order)
  const isReported = byHand?.progress.at === 'sent'
  const task = isReported
    ? byHand
    : tasks.findLast(({ step, progress }) => progress.at === 'done' && !isAllowanceStep(step))
  if (task?.progress.at !== 'sent' && task?.progress.at !== 'done') return undefined
  const { step, progress } = task
  const block = progress.at === 'done' ? progress.receipt.block : 0n
  const to = isEvmStep(step) || isPaymentStep(step) ? step.to : undefined
  const paidAt = history.findLast(({ what }) => what === (isReported ? 'sent' : 'confirmed'))?.when ?? openedAt
  return {
    plan,
    destination,
    payment: { chainId: step.chainId, hash: progress.hash, block, to },
    minimumReceived: promisedMinimum(order)?.units ?? 1n,
    age: Math.max(0, now - paidAt),
  }
}

/** Keeps `isPartial` of either poll, so that two tabs with different nodes do not overwrite each other forever. */
function withGaps(known: DeliveryStatus | undefined, seen: DeliveryStatus): DeliveryStatus {
  if (known?.at !== seen.at || !(isPartialDelivery(known) || isPartialDelivery(seen))) return seen
  if (seen.at === 'awaited') return { ...seen, isPartial: true }
  if (seen.at !== 'late' || known.at !== 'late') return seen
  const short = larger(known.short ?? 0n, seen.short ?? 0n)
  return { ...seen, isPartial: true, ...(short > 0n && { short }) }
}

function isSame(known: DeliveryStatus | undefined, seen: DeliveryStatus): boolean {
  if (known?.at !== seen.at || isPartialDelivery(known) !== isPartialDelivery(seen)) return false
  if (known.at === 'awaited' && known.isSilent) return false
  if (known.at !== 'late' || seen.at !== 'late') return true
  return known.escrow?.id === seen.escrow?.id && known.short === seen.short
}

function isPartialDelivery(delivery: DeliveryStatus): boolean {
  return 'isPartial' in delivery
}

/** Arrivals that are not the delivery of an order, because they are accounted for elsewhere. */
type DeliveryClaims = ReturnType<typeof deliveryClaims>

/** A transaction delivers only one order, and one the person sent for another order is no delivery. */
function deliveryClaims(orders: readonly Order[], order: Order) {
  const others = orders.filter(({ id }) => id !== order.id)
  return {
    hashes: new Set(others.flatMap((each) => [...ownHashes(each), ...hashesIn(each.destination?.delivery)])),
    /**
     * Base units of the bought native coin that reached the recipient since the order began. A native transfer leaves no
     * log, so that the balance would show one delivery to two orders.
     */
    units: others.reduce((sum, each) => sum + unitsDelivered(each, order) + unitsReceived(each, order), 0n),
    /** Another order pays native coins to the same account in the same time: an increase of the balance may belong to both. */
    isShared: others.some((each) => mayBeInBalance(each, order)),
  }
}

function isSameClaims(a: DeliveryClaims, b: DeliveryClaims): boolean {
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
function mayBeInBalance(other: Order, order: Order): boolean {
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
  return theirs?.chainId === own?.chainId && isSameAddress(theirs?.account, own?.account)
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
  const isUnlogged = buy.isNative && buy.chain.kind === 'evm'
  return isUnlogged ? { chainId: buy.chain.chainId, account: recipient } : undefined
}
