import { type DeliveryStatus, deliveryPollInterval, isCrossChain, isSettled, type PaidOrder } from '../delivery'
import { currentPayment, isReportedPaid } from '../manualPayment'
import { isAllowanceStep, isComplete, type Order } from '../order'
import type { PendingEvent } from '../orderEvents'
import type { Ports } from '../ports'
import { transactionHashOf } from '../progress'
import type { OrderStore } from '../store/orderStore'

/** Watches the destination chain of every paid cross-chain order, also from earlier visits. */
export function createDeliveryWatcher({ deliveryTracker, clock, network }: Ports, store: OrderStore) {
  const followed = new Set<string>()
  const cancelTimers = new Set<() => void>()
  let isClosed = false

  const stopListening = store.subscribe((id) => {
    const changed = id === undefined ? store.all() : [store.get(id)]
    for (const order of changed) if (order && isDeliveryAwaited(order) && !followed.has(order.id)) void follow(order.id)
  })

  return {
    close: () => {
      isClosed = true
      stopListening()
      for (const cancel of cancelTimers) cancel()
    },
  }

  async function follow(id: string) {
    if (!deliveryTracker) return
    followed.add(id)
    // A failed first poll is reported at once, later ones after a few; once only, as another tab may reach a node.
    let silentLooks = mostSilentLooks
    for (let order = store.get(id); order && isDeliveryAwaited(order) && !isClosed; order = store.get(id)) {
      const paid = paidOrderOf(order, clock.now())
      if (!paid) break
      const isOnline = network.isOnline()
      const status = isOnline ? await poll(id, paid) : undefined
      if (status) silentLooks = 0
      else if (isOnline && ++silentLooks === mostSilentLooks + 1) await recordSilence(id)
      await pause(deliveryPollInterval(paid.age, status && isPartialDelivery(status)))
    }
    followed.delete(id)
  }

  /** Retries when no node answers: that says nothing about the money. */
  async function poll(id: string, paid: PaidOrder): Promise<DeliveryStatus | undefined> {
    const seen = await deliveryTracker?.getStatus(paid, claimedByOthers(id)).catch(() => undefined)
    if (!seen || isClosed) return undefined
    await store.record(id, (order) => {
      const known = order.destination?.delivery
      // Meanwhile another tab may have seen it arrive, or another order may have been given this transaction.
      if ((known && isSettled(known)) || hashIn(seen).some((hash) => claimedByOthers(id).has(hash))) return []
      const delivery = withGaps(known, seen)
      return [
        ...(isSame(known, delivery) ? [] : [{ type: 'delivery', delivery } as const]),
        ...(seen.at === 'filled' ? confirmationByDelivery(order) : []),
      ]
    })
    return seen
  }

  async function recordSilence(id: string) {
    if (isClosed) return
    await store.record(id, ({ destination }) => {
      const known = destination?.delivery
      if (known && (known.at !== 'awaited' || known.isSilent)) return []
      return [{ type: 'delivery', delivery: { ...known, at: 'awaited', isSilent: true } }]
    })
  }

  /** A transaction delivers only one order, and one the person sent for another order is no delivery. */
  function claimedByOthers(id: string): ReadonlySet<string> {
    const others = store.all().filter((order) => order.id !== id)
    return new Set(others.flatMap((order) => [...ownHashes(order), ...(hashIn(order.destination?.delivery) ?? [])]))
  }

  function pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = clock.after(milliseconds, () => {
        cancelTimers.delete(cancel)
        resolve()
      })
      cancelTimers.add(cancel)
    })
  }
}

/** How many polls in a row may fail before it is reported. */
const mostSilentLooks = 3

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
function paidOrderOf(order: Order, now: number): PaidOrder | undefined {
  const { plan, tasks, destination, promised, history, openedAt } = order
  const byHand = currentPayment(order)
  if (byHand?.progress.at === 'sent') {
    const saidAt = history.findLast(({ what }) => what === 'sent')?.when ?? openedAt
    const payment = { chainId: byHand.step.chainId, hash: byHand.progress.hash, block: 0n, to: byHand.step.to }
    return { plan, destination, payment, minimum: promised?.units ?? 1n, age: Math.max(0, now - saidAt) }
  }
  const task = tasks.findLast(({ step, progress }) => progress.at === 'done' && !isAllowanceStep(step))
  if (task?.progress.at !== 'done') return undefined
  const { hash, receipt } = task.progress
  const paidAt = history.findLast(({ what }) => what === 'confirmed')?.when ?? openedAt
  const { step } = task
  return {
    plan,
    destination,
    payment: { chainId: step.chainId, hash, block: receipt.block, to: step.kind === 'evm' ? step.to : undefined },
    minimum: promised?.units ?? 1n,
    age: Math.max(0, now - paidAt),
  }
}

function hashIn(delivery: DeliveryStatus | undefined): readonly string[] {
  return delivery && 'hash' in delivery && delivery.hash !== undefined ? [delivery.hash] : []
}

/** Transactions of an order itself: a swap that pays the same person is no delivery. A reclaim is left out: it is the refund. */
function ownHashes({ tasks }: Order): readonly string[] {
  return tasks.flatMap(({ step, progress }) => {
    const hash = step.purpose.does === 'reclaim' ? undefined : transactionHashOf(progress)
    return hash === undefined ? [] : [hash]
  })
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
