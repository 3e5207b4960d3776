import { isEvmStep, isPaymentStep } from '../../guard/plan'
import { promisedMinimum } from '../actions/keptMinimum'
import { type DeliveryStatus, deliveryPollInterval, isCrossChain, isSettled, type PaidOrder } from '../delivery'
import { type DeliveryClaims, deliveryClaims, isSameClaims } from '../deliveryClaims'
import { currentPayment, isReportedPaid } from '../manualPayment'
import { isAllowanceStep, isComplete, type Order } from '../order'
import type { PendingEvent } from '../orderReducer'
import type { Ports } from '../ports'
import type { OrderStore } from '../store/orderStore'
import { watchOrders } from './watchOrders'
import { whileAlone } from './whileAlone'

/** Watches the destination chain of every paid cross-chain order, also from earlier visits. */
export function createDeliveryWatcher(ports: Ports, store: OrderStore) {
  const { deliveryTracker, clock, network, locks } = ports
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
    else if (!(await whileAlone(locks, store, () => recordUnclaimed(order, certain, claims)))) return poll(order, paid)
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
  const short = larger(known.short, seen.short)
  return { ...seen, isPartial: true, ...(short !== undefined && { short }) }
}

function larger(a: bigint | undefined, b: bigint | undefined): bigint | undefined {
  return a === undefined || (b !== undefined && b > a) ? b : a
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
