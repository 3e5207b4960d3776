import { errorClass } from '../../domain/errorClass'
import { Listeners } from '../../domain/listeners'
import { currentPosition, type Order, type Task } from '../order'
import { applyEvent, InvalidTransition, isAboutTask, type PendingEvent } from '../orderReducer'
import type { Ports } from '../ports'
import { isSameRequest } from '../requests/sameRequest'
import { hashesOf, hashOfOutcome } from '../requests/unsettledRequests'
import { decodeOrder, encodeOrder, type StoredOrder } from './orderCodec'

/** Events for an order, or a function that decides on them from the order as the journal has it. */
export type EventSource = readonly PendingEvent[] | ((order: Order) => readonly PendingEvent[])

type StorePorts = Pick<Ports, 'journal' | 'channel' | 'clock' | 'locks'>

/** An event that could not be written, and the task it is about as it was then. */
type UnwrittenEvent = { readonly event: PendingEvent; readonly about: Task | undefined }

/** The number of orders read in one go: about a frame's time. Fewer on a slow computer, which takes longer for each. */
const sliceSize = 50
const sliceTime = 12

/** Number of orders loaded first: about one screenful. */
export const firstPart = 20

/**
 * The orders of this browser as this tab knows them: the journal, mirrored in memory. Every change reads and writes the
 * journal in one transaction, so that two tabs can never both move an order from the same state.
 */
export class OrderStore {
  readonly #ports: StorePorts
  readonly #orders = new Map<string, Order>()
  /** Called after every change, with the order's id; without one after loading. */
  readonly #listeners = new Listeners<[id: string | undefined]>()
  /** Events that could not be written yet because storage fails. */
  readonly #unwritten = new Map<string, readonly UnwrittenEvent[]>()
  #withheld = { unreadable: 0, newer: 0 }
  #unread = 0
  /** The entries as they were last read. One whose text is the same is not decoded again. */
  #entries: ReadonlyMap<string, StoredOrder> = new Map()
  /** Changes of this tab are made one after the other. */
  #lastChange: Promise<unknown> = Promise.resolve()

  constructor(ports: StorePorts) {
    this.#ports = ports
  }

  all(): readonly Order[] {
    return [...this.#orders.values()]
  }

  get(id: string): Order | undefined {
    return this.#orders.get(id)
  }

  /** Throws `NoSuchOrder` when this tab does not know it. */
  require(id: string): Order {
    const order = this.#orders.get(id)
    if (!order) throw new NoSuchOrder(id)
    return order
  }

  /** How many journal entries could not be read, and how many a newer version of the app wrote. */
  withheld(): { readonly unreadable: number; readonly newer: number } {
    return this.#withheld
  }

  readonly subscribe = this.#listeners.add

  /** How many journal entries have not been read yet: one at least while no one has counted them. */
  unread(): number {
    return this.#unread
  }

  /**
   * Reads every order. `onPart` is called when those of the shortlist are known. Subscribers are called only at the end,
   * because code that acts on orders needs all of them.
   */
  async load(onPart: () => void = () => {}): Promise<void> {
    const isFirst = this.#entries.size === 0
    if (isFirst) {
      this.#unread = Math.max(1, this.#unread)
      await this.loadShortlist(onPart)
    }
    const isCounted = !isFirst || this.#unread > 1
    const { orders, withheld } = await this.#readJournal().catch((error: unknown) => {
      // No one waits for entries of which nothing is known.
      if (!isCounted) this.#unread = 0
      throw error
    })
    for (const order of orders) this.#orders.set(order.id, order)
    this.#withheld = withheld
    this.#unread = 0
    this.#listeners.notify(undefined)
  }

  /**
   * Reads the orders on the shortlist, which needs no look at the other entries. Returns whether it was right: each of
   * them is an order, and the number of entries in the journal agrees. Entries that cannot be read here are read with
   * all.
   */
  async loadShortlist(onPart: () => void): Promise<boolean> {
    const { journal } = this.#ports
    const shortlist = journal.shortlist?.read()
    if (!shortlist || shortlist.entries <= firstPart) return false
    // Who asks in the meantime must not take the few that are known for all.
    this.#unread = Math.max(1, this.#unread)
    const counted = journal.count().catch(() => undefined)
    const texts = await Promise.all(shortlist.ids.map((id) => journal.get(id).catch(() => undefined)))
    const entries = texts.flatMap((text) => (text === undefined ? [] : [[text, decodeOrder(text)] as const]))
    this.#entries = new Map([...this.#entries, ...entries])
    for (const [, entry] of entries)
      if (entry.is === 'order' && !this.#orders.has(entry.order.id)) this.#orders.set(entry.order.id, entry.order)
    this.#unread = Math.max(1, shortlist.entries - entries.length)
    onPart()
    await this.#pause()
    const isWhole = entries.length === shortlist.ids.length && entries.every(([, { is }]) => is === 'order')
    return isWhole && (await counted) === shortlist.entries
  }

  /** Every order of the journal but those this tab knows better: changed while it was read, or with unwritten events. */
  async #readJournal() {
    const changed = new Set<string>()
    const stopListening = this.subscribe((id) => id !== undefined && changed.add(id))
    const isKnownBetter = (id: string) => changed.has(id) || this.#unwritten.has(id)
    try {
      const entries = await this.#decodeInSlices(await this.#ports.journal.all())
      const count = (wanted: StoredOrder['is']) => entries.filter(({ is }) => is === wanted).length
      const orders = entries.flatMap((entry) =>
        entry.is === 'order' && !isKnownBetter(entry.order.id) ? [entry.order] : [],
      )
      return { orders, withheld: { unreadable: count('unreadable'), newer: count('newer') } }
    } finally {
      stopListening()
    }
  }

  /** A long journal is read in slices, so that the page can answer the person in between. */
  async #decodeInSlices(texts: readonly string[]): Promise<readonly StoredOrder[]> {
    const entries: (readonly [string, StoredOrder])[] = []
    let slice = { begin: this.#ports.clock.elapsed(), length: 0 }
    for (const text of texts) {
      if (slice.length === sliceSize || this.#ports.clock.elapsed() - slice.begin > sliceTime) {
        await this.#pause()
        slice = { begin: this.#ports.clock.elapsed(), length: 0 }
      }
      const before = this.#entries.get(text)
      if (!before) slice.length++
      entries.push([text, before ?? decodeOrder(text)])
    }
    this.#entries = new Map(entries)
    return entries.map(([, entry]) => entry)
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => void this.#ports.clock.after(0, resolve))
  }

  /** Reads one order again after another tab has changed it. */
  async refresh(id: string): Promise<void> {
    // If storage cannot be read now, the order stays as this tab knows it.
    const text = await this.#ports.journal.get(id).catch(() => undefined)
    const entry = text === undefined ? undefined : decodeOrder(text)
    if (entry?.is !== 'order' || this.#unwritten.has(id)) return
    this.#remember(entry.order)
  }

  /** Reads every order again: other tabs may have opened or changed some without a message that reached this one. */
  async refreshAll(): Promise<void> {
    const { orders } = await this.#readJournal()
    for (const order of orders)
      if (!this.#unwritten.has(order.id) && isNewer(this.#orders.get(order.id), order)) this.#remember(order)
  }

  /**
   * Records which order a found transaction belongs to: one tab at a time, with the orders as all tabs have written
   * them. A lock on one order's entry is not enough, because another tab may record the transaction for another order.
   */
  async withTransactionLock<Result>(record: () => Promise<Result>): Promise<Result> {
    const lock = this.#ports.locks.request('transactions', 'when free')
    try {
      await lock.held
      await this.refreshAll().catch(() => {})
      return await record()
    } finally {
      lock.release()
    }
  }

  async add(order: Order): Promise<void> {
    try {
      await this.#ports.journal.change(order.id, () => encodeOrder(order))
    } catch (error) {
      throw new NotWritten(error)
    }
    this.#announce(order)
  }

  /** Adds an order of another browser unless the id exists here already. Returns whether it was added. */
  async addMissing(order: Order): Promise<boolean> {
    let isMissing = false
    await this.#ports.journal.change(order.id, (text) => {
      isMissing = text === undefined
      return text ?? encodeOrder(order)
    })
    if (isMissing) this.#announce(order)
    return isMissing
  }

  /**
   * Applies events to an order. Throws `InvalidTransition` when they cannot follow what the journal has, and `NotWritten` when
   * storage fails and they must be written before anything else happens.
   */
  record(id: string, events: EventSource, mustBeWritten = false): Promise<Order> {
    const change = this.#lastChange.then(() => this.#recordNow(id, events, mustBeWritten))
    this.#lastChange = change.catch(() => undefined)
    return change
  }

  async #recordNow(id: string, source: EventSource, mustBeWritten: boolean): Promise<Order> {
    const late = this.#unwritten.get(id) ?? []
    let after: Order | undefined
    let events: readonly PendingEvent[] = []
    let isRefused = false
    try {
      await this.#ports.journal.change(id, (text) => {
        const before = this.#applyLate(late, this.#storedOrder(id, text))
        isRefused = true
        events = eventsOf(source, before)
        isRefused = false
        after = this.#apply(events, before)
        return readableText(after, text)
      })
      this.#unwritten.delete(id)
    } catch (error) {
      // The caller refused the order as the journal has it: its older copy in this tab is not tried instead.
      if (isRefused || error instanceof InvalidTransition || error instanceof NoSuchOrder) throw error
      if (mustBeWritten) throw new NotWritten(error)
      after = this.#recordInMemory(id, source, error)
    }
    if (!after) throw new NoSuchOrder(id)
    if (events.length > 0 || late.length > 0) this.#announce(after)
    // Another tab may have changed it without a message that reached this one.
    else if (isNewer(this.#orders.get(id), after)) this.#remember(after)
    return after
  }

  /**
   * If storage fails, events stay in memory and no new wallet request is made. Other tabs are not notified: the journal
   * they read lacks these events.
   */
  #recordInMemory(id: string, source: EventSource, error: unknown): Order {
    const known = this.require(id)
    const events = eventsOf(source, known)
    if (events.length === 0) return known
    if (events.some(({ type }) => type === 'asked')) throw new NotWritten(error)
    const unwritten = [...(this.#unwritten.get(id) ?? [])]
    let after = known
    for (const event of events) {
      unwritten.push({ event, about: taskOf(after, event) })
      after = this.#apply([event], after)
    }
    this.#unwritten.set(id, unwritten)
    this.#remember(after)
    return after
  }

  /**
   * Another tab may have continued the order in the meantime: an event that no longer fits is left out, except its
   * hash, and so is a transaction that the order already has.
   */
  #applyLate(late: readonly UnwrittenEvent[], order: Order): Order {
    return late.reduce((current, { event, about }) => {
      const hash = hashOfEvent(event)
      if (hash !== undefined && hashesOf(current).includes(hash)) return current
      const task = about && current.tasks.findIndex((each) => isSameRequest(each, about))
      try {
        if (task === -1) throw new InvalidTransition('continued', event.type)
        return this.#apply([task === undefined ? event : { ...event, task }], current)
      } catch (error) {
        if (!(error instanceof InvalidTransition)) throw error
        return 'hash' in event ? this.#apply([{ type: 'noted', note: event.hash }], current) : current
      }
    }, order)
  }

  #apply(events: readonly PendingEvent[], order: Order): Order {
    return events.reduce((current, event) => applyEvent(current, { ...event, when: this.#ports.clock.now() }), order)
  }

  /**
   * The order in the journal. A damaged entry is replaced by this tab's order; one that a later version of the app
   * wrote is not changed: this tab continues from memory, and prompts no wallet.
   */
  #storedOrder(id: string, text: string | undefined): Order {
    const entry = text === undefined ? undefined : decodeOrder(text)
    if (entry?.is === 'newer') throw new Error(`The order was written by version ${entry.version} of the app.`)
    return entry?.is === 'order' ? entry.order : this.require(id)
  }

  /** Notifies the other tabs that the order has changed. */
  #announce(order: Order) {
    this.#ports.channel.post({ changed: order.id })
    this.#remember(order)
  }

  #remember(order: Order) {
    this.#orders.set(order.id, order)
    this.#listeners.notify(order.id)
  }
}

/** An order as the journal keeps it. A readable entry is never replaced by an unreadable one. */
function readableText(order: Order, before: string | undefined): string {
  const text = encodeOrder(order)
  const written = decodeOrder(text)
  if (written.is !== 'unreadable' || before === undefined || decodeOrder(before).is !== 'order') return text
  throw new NotReadable(order.id, written.why)
}

/** The events of a source, for the order as the journal has it. */
export function eventsOf(source: EventSource, order: Order): readonly PendingEvent[] {
  return typeof source === 'function' ? source(order) : source
}

/** The transaction that an event is about, where it is news. */
function hashOfEvent(event: PendingEvent): string | undefined {
  if (event.type === 'found late') return hashOfOutcome(event.outcome)
  return 'hash' in event ? event.hash : undefined
}

function taskOf(order: Order, event: PendingEvent): Task | undefined {
  return isAboutTask(event) ? order.tasks[event.task ?? currentPosition(order) ?? -1] : undefined
}

function isNewer(known: Order | undefined, { changedAt, history }: Order): boolean {
  return known?.changedAt !== changedAt || known.history.length !== history.length
}

/** The id of the order another tab has changed; `undefined` for a foreign message. */
export function readChangeMessage(message: unknown): string | undefined {
  if (typeof message !== 'object' || message === null || !('changed' in message)) return undefined
  return typeof message.changed === 'string' ? message.changed : undefined
}

export const NoSuchOrder = errorClass('NoSuchOrder', (id: string) => `There is no order "${id}" in this browser.`)

/** The journal keeps its last readable entry; this tab continues from memory. */
const NotReadable = errorClass(
  'NotReadable',
  (id: string, why: string) =>
    `The order "${id}" could not be read again as it would be written (${why}), so its entry stays as it was.`,
)

/** A wallet request must be in the journal before it is made, a signature before it is sent, and writing failed. */
export class NotWritten extends Error {
  override readonly name = 'NotWritten'

  constructor(cause: unknown) {
    super('This browser did not let the order be written down, so nothing was sent.', { cause })
  }
}
