import type { Book } from './book'
import { crosses, type Delivery, isSettled, type Paid, untilNextDelivery } from './delivery'
import { isPermission } from './machine'
import { isComplete, type Order } from './order'
import type { Ports } from './ports'

/** Watches the far side of every crossing whose near side is paid, also those of earlier visits. */
export function createCourier({ deliveries, clock, network }: Ports, book: Book) {
  const followed = new Set<string>()
  const callOffs = new Set<() => void>()
  let isClosed = false

  const stopListening = book.subscribe((id) => {
    const changed = id === undefined ? book.all() : [book.get(id)]
    for (const order of changed) if (order && isAwaited(order) && !followed.has(order.id)) void follow(order.id)
  })

  return {
    close: () => {
      isClosed = true
      stopListening()
      for (const callOff of callOffs) callOff()
    },
  }

  async function follow(id: string) {
    if (!deliveries) return
    followed.add(id)
    for (let order = book.get(id); order && isAwaited(order) && !isClosed; order = book.get(id)) {
      const paid = paidIn(order, clock.now())
      if (!paid) break
      if (network.isOnline()) await look(id, paid)
      await pause(untilNextDelivery(paid.age))
    }
    followed.delete(id)
  }

  /** A chain that does not answer is asked again; that says nothing about the money. */
  async function look(id: string, paid: Paid) {
    const seen = await deliveries?.look(paid, claimedBesides(id)).catch(() => undefined)
    if (!seen || isClosed) return
    await book.move(id, ({ farSide }) =>
      isSame(farSide?.delivery, seen) ? [] : [{ type: 'delivery', delivery: seen }],
    )
  }

  /** One transaction is the delivery of one order. */
  function claimedBesides(id: string): ReadonlySet<string> {
    const others = book.all().filter((order) => order.id !== id)
    return new Set(others.flatMap(({ farSide }) => hashIn(farSide?.delivery) ?? []))
  }

  function pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const callOff = clock.after(milliseconds, () => {
        callOffs.delete(callOff)
        resolve()
      })
      callOffs.add(callOff)
    })
  }
}

function isAwaited(order: Order): boolean {
  if (!isComplete(order) || !crosses(order.plan)) return false
  return !order.farSide || !isSettled(order.farSide.delivery)
}

/** The step that paid: the last that moved money. */
function paidIn({ plan, tasks, farSide, promised, history }: Order, now: number): Paid | undefined {
  const task = tasks.findLast(({ step, progress }) => progress.at === 'done' && !isPermission(step))
  if (task?.progress.at !== 'done') return undefined
  const { hash, receipt } = task.progress
  const paidAt = history.findLast(({ what }) => what === 'confirmed')?.when ?? now
  const { step } = task
  return {
    plan,
    farSide,
    payment: { chainId: step.chainId, hash, block: receipt.block, to: step.kind === 'evm' ? step.to : undefined },
    minimum: promised?.units ?? 1n,
    age: Math.max(0, now - paidAt),
  }
}

function hashIn(delivery: Delivery | undefined): string | undefined {
  return delivery && 'hash' in delivery ? delivery.hash : undefined
}

function isSame(known: Delivery | undefined, seen: Delivery): boolean {
  if (known?.at !== seen.at) return false
  return known.at !== 'late' || seen.at !== 'late' || known.escrow?.id === seen.escrow?.id
}
