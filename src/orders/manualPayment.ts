import type { PaymentStep } from '../guard/plan'
import { currentTask, type Mark, type Order, type Task } from './order'
import { advance } from './orderReducer'
import type { Book } from './orderStore'
import type { Ports } from './ports'

/** A task whose payment the person makes themselves. No wallet is ever asked for it, and nobody here can see it. */
export type TaskByHand = Task & { readonly step: PaymentStep }

export function isByHand(task: Task | undefined): task is TaskByHand {
  return task?.step.kind === 'bitcoin'
}

/** The payment an order now waits for, or waits to see answered. */
export function currentPayment(order: Order): TaskByHand | undefined {
  const task = currentTask(order)
  return isByHand(task) ? task : undefined
}

/** The person says it is paid, and nothing has arrived yet that would prove it. */
export function isPaidAsSaid(order: Order): boolean {
  return currentPayment(order)?.progress.at === 'sent'
}

/**
 * An order as it is once the person has been told what to pay: from then on they may pay at any moment. Written down
 * before the address is shown.
 */
export function askedByHand(order: Order, when: number): Order {
  const payment = currentPayment(order)
  if (!payment) return order
  const { from, until } = payment.step
  const mark: Mark = { kind: 'bitcoin', account: from, until }
  return advance(advance(order, { type: 'checking', when }), { type: 'asked', mark, when })
}

/** Ends the wait for payments whose time is over. Whoever paid in time can still say so. */
export function createHourglass({ clock }: Pick<Ports, 'clock'>, book: Book) {
  const callOffs = new Map<string, () => void>()

  const stopListening = book.subscribe((id) => {
    for (const order of id === undefined ? book.all() : [book.get(id)]) if (order) turn(order)
  })

  return {
    close: () => {
      stopListening()
      for (const callOff of callOffs.values()) callOff()
      callOffs.clear()
    },
  }

  function turn(order: Order) {
    const { id } = order
    const until = deadlineOf(order)
    if (until === undefined || callOffs.has(id)) return
    const wait = Math.min(Math.max(0, until - clock.now()), longestTimer)
    callOffs.set(
      id,
      clock.after(wait, () => {
        callOffs.delete(id)
        const now = book.get(id)
        if (!now) return
        if (until > clock.now()) return turn(now)
        void book.move(id, (current) => (deadlineOf(current) === undefined ? [] : [{ type: 'expired' }]))
      }),
    )
  }
}

/** Timers of browsers wrap round beyond this, in milliseconds. */
const longestTimer = 2 ** 31 - 1

/** Until when a payment is waited for; `undefined` when none is. */
function deadlineOf(order: Order): number | undefined {
  const payment = currentPayment(order)
  return payment?.progress.at === 'signing' ? payment.step.until : undefined
}

/** A transaction id as Bitcoin writes it. */
export function readTransactionId(text: string): string | undefined {
  return /^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : undefined
}
