import {
  isTransferOver,
  PayoutImpossible,
  type Transfer,
  type TransferDestination,
  type TransferJournal,
  type TransferRecord,
  type TransferSource,
  type TransferState,
} from './transfer'

export type RelayerOptions = {
  readonly sources: ReadonlyMap<number, TransferSource>
  readonly destinations: ReadonlyMap<number, TransferDestination>
  readonly journal: TransferJournal
  /** Seconds since the epoch. */
  readonly now: () => number
  readonly onFailure: (transfer: Transfer, error: unknown) => void
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
    /** Looks for new deposits and takes every open transfer as far as it goes. */
    async round(): Promise<void> {
      for (const source of sources.values()) await recordNewDeposits(await source.deposits())
      await Promise.all(
        journal
          .records()
          .filter(({ state }) => !isTransferOver(state))
          .map(advance),
      )
    },
    entry: (key: string): TransferRecord | undefined => journal.records().find(({ transfer }) => transfer.key === key),
  }

  async function recordNewDeposits(deposits: readonly Transfer[]): Promise<void> {
    const known = new Set(journal.records().map(({ transfer }) => transfer.key))
    for (const transfer of deposits)
      if (!known.has(transfer.key)) await journal.write({ transfer, state: { at: 'seen' } })
  }

  /** One hand on each transfer at a time. */
  function advance(entry: TransferRecord): Promise<void> {
    const { key } = entry.transfer
    const underWay = busy.get(key)
    if (underWay) return underWay
    const deed = advanceUntilSettled(entry)
      .catch((error: unknown) => onFailure(entry.transfer, error))
      .finally(() => busy.delete(key))
    busy.set(key, deed)
    return deed
  }

  async function advanceUntilSettled({ transfer, state }: TransferRecord): Promise<void> {
    for (let at = state; !isTransferOver(at); ) {
      const next = await nextState(transfer, at)
      if (!next) return
      await journal.write({ transfer, state: next })
      // A payment that lapsed is made anew in the next round, not in a hurry.
      if (next.at === 'seen') return
      at = next
    }
  }

  /** The next state once the deed of this one is done; `undefined` when it has to wait for the next round. */
  async function nextState(transfer: Transfer, state: TransferState): Promise<TransferState | undefined> {
    switch (state.at) {
      case 'seen':
        return preparePayout(transfer)
      case 'filling':
        return fill(transfer, state.payment)
      case 'filled':
        await settleEscrow(transfer, 'released')
        return { at: 'released', transaction: state.transaction }
      case 'refunding':
        await settleEscrow(transfer, 'refunded')
        return { at: 'refunded', why: state.why }
      case 'released':
      case 'refunded':
        return undefined
    }
  }

  async function preparePayout(transfer: Transfer): Promise<TransferState> {
    const state = await sourceOf(transfer).escrowState(transfer)
    if (state === 'refunded') return { at: 'refunded', why: 'The sender took the deposit back.' }
    if (transfer.deadline - now() < leastTime) return { at: 'refunding', why: 'The deadline is too close.' }
    const destination = destinations.get(transfer.destination)
    if (!destination) return { at: 'refunding', why: 'There is no such chain.' }
    try {
      return { at: 'filling', payment: await destination.prepare(transfer) }
    } catch (error) {
      if (error instanceof PayoutImpossible) return { at: 'refunding', why: error.message }
      throw error
    }
  }

  async function fill(transfer: Transfer, payment: string): Promise<TransferState | undefined> {
    const destination = destinations.get(transfer.destination)!
    const before = await destination.find(transfer, payment)
    if (before.is === 'paid') return { at: 'filled', transaction: before.transaction }
    if (before.is === 'lapsed') return { at: 'seen' }
    try {
      await destination.send(transfer, payment)
    } catch (error) {
      if (error instanceof PayoutImpossible) return refundUnlessPaid(transfer, payment, error.message)
      throw error
    }
    const after = await destination.find(transfer, payment)
    return after.is === 'paid' ? { at: 'filled', transaction: after.transaction } : undefined
  }

  /** A payment that failed is sent back only when it is certain that it is not there. */
  async function refundUnlessPaid(transfer: Transfer, payment: string, why: string): Promise<TransferState> {
    const found = await destinations.get(transfer.destination)!.find(transfer, payment)
    return found.is === 'paid' ? { at: 'filled', transaction: found.transaction } : { at: 'refunding', why }
  }

  async function settleEscrow(transfer: Transfer, wanted: 'released' | 'refunded'): Promise<void> {
    const source = sourceOf(transfer)
    if ((await source.escrowState(transfer)) !== 'open') return
    await (wanted === 'released' ? source.release(transfer) : source.refund(transfer))
  }

  function sourceOf({ source }: Transfer): TransferSource {
    return sources.get(source)!
  }
}
