import type { BlockedReason } from '../blockedReason'
import type { Order } from '../order'
import { currentPosition } from '../order'
import type { OrderStore } from '../orderStore'
import type { LockRequest, Ports } from '../ports'
import type { TransactionAnchor } from '../transactionAnchor'

/** What this tab has in hand while it carries orders. Gone with the tab; the journal has all that must not be. */
export type RunContext = {
  readonly ports: Ports
  readonly book: OrderStore
  /** `given`: the plan was confirmed by a click in this tab, so the wallet may be asked. `asked`: an offer is wanted. */
  readonly consents: Map<string, 'asked' | 'given'>
  /** What wallets were asked by this tab and have not answered. */
  readonly requests: Map<string, WalletRequest>
  /** Orders whose prompt is to be taken over from another tab. */
  readonly seizing: Set<string>
  /** Takes an order up again that had come to rest. */
  readonly carry: (id: string) => void
}

export type WalletRequest = { readonly mark: TransactionAnchor; readonly since: number; readonly prompt: LockRequest }

/** One order being carried by this tab. */
export type OrderRun = {
  readonly id: string
  isEnded: boolean
  /** New quotes asked for since the last prompt. */
  renewals: number
  /** When its last turns were. */
  turns: readonly number[]
  /** A click or a late answer asked for it since its last deed began. */
  isWanted: boolean
  isRung: boolean
  wakeSleeper: (() => void) | undefined
  /** Settled once it is known which tab carries it and whether anything was ever asked of a wallet for it. */
  readonly placed: Promise<void>
  readonly place: () => void
}

/** What comes after one deed: go on, rest, or wait until a reason has gone away. */
export type Next = 'again' | 'rest' | { readonly standBy: BlockedReason }

export function newRun(id: string): OrderRun {
  let place = () => {}
  const placed = new Promise<void>((resolve) => {
    place = resolve
  })
  const still = { isEnded: false, isWanted: false, isRung: false, wakeSleeper: undefined }
  return { id, renewals: 0, turns: [], ...still, placed, place }
}

/** Something happened that a waiting run wants to know. Heard also when it comes a moment too early. */
export function wake(run: OrderRun) {
  if (run.wakeSleeper) run.wakeSleeper()
  else run.isRung = true
}

/** Sleeps for so long, or for ever, until something happens. */
export function sleep({ ports }: RunContext, run: OrderRun, milliseconds?: number): Promise<void> {
  if (run.isEnded || run.isRung) {
    run.isRung = false
    return Promise.resolve()
  }
  return new Promise((resolve) => {
    const callOff = milliseconds === undefined ? undefined : ports.clock.after(milliseconds, rise)
    run.wakeSleeper = rise
    function rise() {
      callOff?.()
      run.wakeSleeper = undefined
      resolve()
    }
  })
}

export function orderNamed({ book }: RunContext, id: string): Order {
  const order = book.get(id)
  if (!order) throw new NotInBook(id)
  return order
}

/** Says why an order stands still, once. */
export async function block({ book }: RunContext, run: OrderRun, reason: BlockedReason) {
  await book.record(run.id, (order) =>
    order.blocked === reason || currentPosition(order) === undefined ? [] : [{ type: 'blocked', reason }],
  )
}

export async function unblock({ book }: RunContext, run: OrderRun, reason: BlockedReason) {
  await book.record(run.id, (order) => (order.blocked === reason ? [{ type: 'unblocked' }] : []))
}

/** Waits out a broken connection. `false` when there was one, and time has passed. */
export async function isOnline(tab: RunContext, run: OrderRun): Promise<boolean> {
  const { network } = tab.ports
  if (network.isOnline()) return true
  await block(tab, run, 'offline')
  while (!network.isOnline() && !run.isEnded) await sleep(tab, run)
  await unblock(tab, run, 'offline')
  return false
}

export class NotInBook extends Error {
  override readonly name = 'NotInBook'

  constructor(id: string) {
    super(`The order "${id}" is not in the book.`)
  }
}
