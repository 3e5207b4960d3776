import {
  CannotFill,
  type Crossing,
  type Destination,
  type Entry,
  isOver,
  type Passage,
  type PassageJournal,
  type Source,
} from './transfer'

export type RelayerOptions = {
  readonly sources: ReadonlyMap<number, Source>
  readonly destinations: ReadonlyMap<number, Destination>
  readonly journal: PassageJournal
  /** Seconds since the epoch. */
  readonly now: () => number
  readonly onFailure: (crossing: Crossing, error: unknown) => void
}

/** Orders that end sooner than this are sent back: a payout could come too late to be released. */
const leastTime = 30

/**
 * Pays out on one chain what was paid in on another. It may die at any moment and be started again over the same
 * journal: nothing is paid out twice, and every escrow ends released or refunded.
 *
 * The order of things: write "filling" with the payment, pay, write "filled", release, write "released". Whoever finds
 * "filling" in the journal looks for the payment before sending it, and sends only that very same one.
 */
export function createRelayer({ sources, destinations, journal, now, onFailure }: RelayerOptions) {
  const busy = new Map<string, Promise<void>>()

  return {
    /** Looks for new deposits and takes every open crossing as far as it goes. */
    async round(): Promise<void> {
      for (const source of sources.values()) await welcome(await source.deposits())
      await Promise.all(
        journal
          .entries()
          .filter(({ passage }) => !isOver(passage))
          .map(carry),
      )
    },
    entry: (key: string): Entry | undefined => journal.entries().find(({ crossing }) => crossing.key === key),
  }

  async function welcome(deposits: readonly Crossing[]): Promise<void> {
    const known = new Set(journal.entries().map(({ crossing }) => crossing.key))
    for (const crossing of deposits)
      if (!known.has(crossing.key)) await journal.write({ crossing, passage: { at: 'seen' } })
  }

  /** One hand on each crossing at a time. */
  function carry(entry: Entry): Promise<void> {
    const { key } = entry.crossing
    const underWay = busy.get(key)
    if (underWay) return underWay
    const deed = toTheEnd(entry)
      .catch((error: unknown) => onFailure(entry.crossing, error))
      .finally(() => busy.delete(key))
    busy.set(key, deed)
    return deed
  }

  async function toTheEnd({ crossing, passage }: Entry): Promise<void> {
    for (let at = passage; !isOver(at); ) {
      const next = await onward(crossing, at)
      if (!next) return
      await journal.write({ crossing, passage: next })
      // A payment that lapsed is made anew in the next round, not in a hurry.
      if (next.at === 'seen') return
      at = next
    }
  }

  /** The next passage once the deed of this one is done; `undefined` when it has to wait for the next round. */
  async function onward(crossing: Crossing, passage: Passage): Promise<Passage | undefined> {
    switch (passage.at) {
      case 'seen':
        return begin(crossing)
      case 'filling':
        return fill(crossing, passage.payment)
      case 'filled':
        await settle(crossing, 'released')
        return { at: 'released', transaction: passage.transaction }
      case 'refunding':
        await settle(crossing, 'refunded')
        return { at: 'refunded', why: passage.why }
      case 'released':
      case 'refunded':
        return undefined
    }
  }

  async function begin(crossing: Crossing): Promise<Passage> {
    const state = await sourceOf(crossing).stateOf(crossing)
    if (state === 'refunded') return { at: 'refunded', why: 'The sender took the deposit back.' }
    if (crossing.deadline - now() < leastTime) return { at: 'refunding', why: 'The deadline is too close.' }
    const destination = destinations.get(crossing.destination)
    if (!destination) return { at: 'refunding', why: 'There is no such chain.' }
    try {
      return { at: 'filling', payment: await destination.prepare(crossing) }
    } catch (error) {
      if (error instanceof CannotFill) return { at: 'refunding', why: error.message }
      throw error
    }
  }

  async function fill(crossing: Crossing, payment: string): Promise<Passage | undefined> {
    const destination = destinations.get(crossing.destination)!
    const before = await destination.find(crossing, payment)
    if (before.is === 'paid') return { at: 'filled', transaction: before.transaction }
    if (before.is === 'lapsed') return { at: 'seen' }
    try {
      await destination.send(crossing, payment)
    } catch (error) {
      if (error instanceof CannotFill) return unlessPaid(crossing, payment, error.message)
      throw error
    }
    const after = await destination.find(crossing, payment)
    return after.is === 'paid' ? { at: 'filled', transaction: after.transaction } : undefined
  }

  /** A payment that failed is sent back only when it is certain that it is not there. */
  async function unlessPaid(crossing: Crossing, payment: string, why: string): Promise<Passage> {
    const found = await destinations.get(crossing.destination)!.find(crossing, payment)
    return found.is === 'paid' ? { at: 'filled', transaction: found.transaction } : { at: 'refunding', why }
  }

  async function settle(crossing: Crossing, wanted: 'released' | 'refunded'): Promise<void> {
    const source = sourceOf(crossing)
    if ((await source.stateOf(crossing)) !== 'open') return
    await (wanted === 'released' ? source.release(crossing) : source.refund(crossing))
  }

  function sourceOf({ source }: Crossing): Source {
    return sources.get(source)!
  }
}
