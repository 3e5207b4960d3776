import { nextTransferState, type TransferChains } from './nextState'
import { isTransferOver, type Transfer, type TransferJournal, type TransferRecord } from './transfer'

export type RelayerOptions = TransferChains & {
  readonly journal: TransferJournal
  readonly onFailure: (transfer: Transfer, error: unknown) => void
}

/**
 * Pays out on one chain what was deposited on another. It may be killed at any moment and restarted with the same
 * journal: nothing is paid out twice, and every escrow ends released or refunded.
 *
 * The order of writes and actions: write "filling" with the payment, pay, write "filled", release, write "released".
 * A relayer that finds "filling" in the journal looks for the payment on chain first, and sends only the same one
 * again.
 */
export function createRelayer({ journal, onFailure, ...chains }: RelayerOptions) {
  const running = new Map<string, Promise<void>>()

  return {
    /** Records new deposits and advances every unfinished transfer as far as possible. */
    async round(): Promise<void> {
      for (const source of chains.sources.values()) await recordNew(await source.deposits())
      await Promise.all(
        journal
          .records()
          .filter(({ state }) => !isTransferOver(state))
          .map(advanceOnce),
      )
    },
  }

  async function recordNew(deposits: readonly Transfer[]): Promise<void> {
    const known = new Set(journal.records().map(({ transfer }) => transfer.key))
    for (const transfer of deposits)
      if (!known.has(transfer.key)) await journal.write({ transfer, state: { at: 'seen' } })
  }

  /** Overlapping rounds share the work on a transfer instead of doing it twice. */
  function advanceOnce(record: TransferRecord): Promise<void> {
    const { key } = record.transfer
    const started = running.get(key)
    if (started) return started
    const work = advance(record)
      .catch((error: unknown) => onFailure(record.transfer, error))
      .finally(() => running.delete(key))
    running.set(key, work)
    return work
  }

  async function advance({ transfer, state }: TransferRecord): Promise<void> {
    for (let current = state; !isTransferOver(current); ) {
      const next = await nextTransferState(transfer, current, chains)
      if (!next) return
      await journal.write({ transfer, state: next })
      // An expired payment is prepared again in the next round, not at once, to avoid a busy loop on a broken chain.
      if (next.at === 'seen') return
      current = next
    }
  }
}
