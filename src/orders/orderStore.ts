import type { Order } from './order'
import { decodeOrder, encodeOrder } from './orderCodec'
import type { PendingEvent } from './orderEvents'
import { applyEvent, InvalidTransition } from './orderReducer'
import type { Ports } from './ports'

/**
 * The orders of this browser as this tab knows them: the journal, mirrored in memory. Every change is one deed on
 * the journal, so that two tabs can never move the same order past each other.
 */
export type OrderStore = {
  readonly all: () => readonly Order[]
  readonly get: (id: string) => Order | undefined
  readonly unreadable: () => number
  readonly load: () => Promise<void>
  /** Reads one order again after another tab has moved it. */
  readonly refresh: (id: string) => Promise<void>
  readonly add: (order: Order) => Promise<void>
  /** Moves an order. Throws `ImpossibleMove` when the journal's order cannot move so. */
  readonly record: (id: string, tell: EventSource) => Promise<Order>
  /** Called after every change, with the order's id; without one after loading. */
  readonly subscribe: (listener: (id: string | undefined) => void) => () => void
}

/** News for an order, decided on the order as the journal has it. */
export type EventSource = readonly PendingEvent[] | ((order: Order) => readonly PendingEvent[])

export function createOrderStore({
  journal,
  channel,
  clock,
}: Pick<Ports, 'journal' | 'channel' | 'clock'>): OrderStore {
  const orders = new Map<string, Order>()
  const listeners = new Set<(id: string | undefined) => void>()
  /** What a storage that failed has not taken yet. */
  const unwritten = new Map<string, readonly PendingEvent[]>()
  let unreadable = 0
  /** Moves of this tab happen one after the other. */
  let last: Promise<unknown> = Promise.resolve()

  return {
    all: () => [...orders.values()],
    get: (id) => orders.get(id),
    unreadable: () => unreadable,
    load,
    refresh,
    add,
    record,
    subscribe,
  }

  async function load() {
    unreadable = 0
    for (const text of await journal.all()) {
      const entry = decodeOrder(text)
      if (entry.is === 'order') orders.set(entry.order.id, entry.order)
      else unreadable++
    }
    tell(undefined)
  }

  async function refresh(id: string) {
    // A storage that cannot be read now leaves the order as this tab knows it.
    const text = await journal.get(id).catch(() => undefined)
    const entry = text === undefined ? undefined : decodeOrder(text)
    if (entry?.is !== 'order' || unwritten.has(id)) return
    know(entry.order)
  }

  async function add(order: Order) {
    try {
      await journal.change(order.id, () => encodeOrder(order))
    } catch (error) {
      throw new NotWritten(error)
    }
    remember(order)
  }

  function record(id: string, news: EventSource): Promise<Order> {
    const deed = last.then(() => recordNow(id, news))
    last = deed.catch(() => undefined)
    return deed
  }

  async function recordNow(id: string, news: EventSource): Promise<Order> {
    const late = unwritten.get(id) ?? []
    let before: Order | undefined
    let after: Order | undefined
    let events: readonly PendingEvent[] = []
    try {
      await journal.change(id, (text) => {
        before = applyEvents(late, inJournal(id, text))
        events = typeof news === 'function' ? news(before) : news
        after = applyEvents(events, before)
        return encodeOrder(after)
      })
      unwritten.delete(id)
    } catch (error) {
      if (error instanceof InvalidTransition || error instanceof NoSuchOrder) throw error
      after = recordInMemory(id, news, error)
    }
    if (!after) throw new NoSuchOrder(id)
    if (events.length > 0 || late.length > 0) remember(after)
    // Another tab may have moved it without our hearing of it.
    else if (isNewer(orders.get(id), after)) know(after)
    return after
  }

  /** A storage that fails must not lose what already happened; but without it nothing new is asked of a wallet. */
  function recordInMemory(id: string, news: EventSource, error: unknown): Order {
    const known = orders.get(id)
    if (!known) throw new NoSuchOrder(id)
    const told = typeof news === 'function' ? news(known) : news
    if (told.some(({ type }) => type === 'asked')) throw new NotWritten(error)
    unwritten.set(id, [...(unwritten.get(id) ?? []), ...told])
    const after = applyEvents(told, known)
    remember(after)
    return after
  }

  function applyEvents(news: readonly PendingEvent[], order: Order): Order {
    return news.reduce((moving, event) => applyEvent(moving, { ...event, when: clock.now() }), order)
  }

  /**
   * What the journal has; a damaged entry is replaced by what this tab knows, an unknown one is refused, and one that a
   * later version of the app wrote is left to it: this tab goes on from memory, and asks no wallet.
   */
  function inJournal(id: string, text: string | undefined): Order {
    const entry = text === undefined ? undefined : decodeOrder(text)
    if (entry?.is === 'newer') throw new Error(`The order was written by version ${entry.version} of the app.`)
    const order = entry?.is === 'order' ? entry.order : orders.get(id)
    if (!order) throw new NoSuchOrder(id)
    return order
  }

  function remember(order: Order) {
    channel.post({ changed: order.id })
    know(order)
  }

  function know(order: Order) {
    orders.set(order.id, order)
    tell(order.id)
  }

  function tell(id: string | undefined) {
    for (const listener of listeners) listener(id)
  }

  function subscribe(listener: (id: string | undefined) => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
}

function isNewer(known: Order | undefined, { changedAt, history }: Order): boolean {
  return known?.changedAt !== changedAt || known.history.length !== history.length
}

/** The order another tab speaks of; `undefined` for words that are none of ours. */
export function readChangeMessage(message: unknown): string | undefined {
  if (typeof message !== 'object' || message === null || !('changed' in message)) return undefined
  return typeof message.changed === 'string' ? message.changed : undefined
}

export class NoSuchOrder extends Error {
  override readonly name = 'NoSuchOrder'

  constructor(id: string) {
    super(`There is no order "${id}" in this browser.`)
  }
}

/** Nothing is asked of a wallet that could not be written down first. */
export class NotWritten extends Error {
  override readonly name = 'NotWritten'

  constructor(cause: unknown) {
    super('This browser did not let the order be written down, so the wallet was not asked.', { cause })
  }
}
