import { PayoutImpossible, type Transfer, type TransferDestination, type TransferSource } from './transfer'

export type RelayerOptions = {
  /** Sources by chain id. */
  readonly sources: ReadonlyMap<number, TransferSource>
  readonly destinations: ReadonlyMap<number, TransferDestination>
  /** Seconds since 1970. */
  readonly now: () => number
  readonly onRefund?: (transfer: Transfer, why: string) => void
  readonly onFailure: (transfer: Transfer, error: unknown) => void
}

/** A transfer with fewer seconds left than this is refunded: a payout could be too late for the release. */
const minimumSecondsLeft = 30

/**
 * Pays out on one chain what was deposited on another. The chains are its only memory: the payout is looked up before
 * it is made, and the escrow is released after it. A relayer that fails between two actions goes on in the next round.
 */
export function createRelayer({ sources, destinations, now, onRefund, onFailure }: RelayerOptions) {
  const over = new Set<string>()

  return {
    /** Pays, releases or refunds every deposit that is still in escrow. */
    async round(): Promise<void> {
      for (const source of sources.values()) {
        const deposits = await source.deposits()
        const open = deposits.filter(({ key }) => !over.has(key))
        await Promise.all(
          open.map((transfer) => advance(transfer, source).catch((error: unknown) => onFailure(transfer, error))),
        )
      }
    },
  }

  async function advance(transfer: Transfer, source: TransferSource): Promise<void> {
    if ((await source.escrowState(transfer)) === 'open') {
      const obstacle = await payOnce(transfer)
      if (obstacle === undefined) await source.release(transfer)
      else {
        await source.refund(transfer)
        onRefund?.(transfer, obstacle)
      }
    }
    over.add(transfer.key)
  }

  /** Resolves when the transfer is paid, or with the reason why it cannot be. */
  async function payOnce(transfer: Transfer): Promise<string | undefined> {
    const destination = destinations.get(transfer.destination)
    if (!destination) return 'There is no such chain.'
    if (await destination.isPaid(transfer)) return undefined
    if (transfer.deadline - now() < minimumSecondsLeft) return 'The deadline is too close.'
    try {
      await destination.pay(transfer)
      return undefined
    } catch (error) {
      if (!(error instanceof PayoutImpossible)) throw error
      // Refund only when it is certain that the payment is not on chain.
      return (await destination.isPaid(transfer)) ? undefined : error.message
    }
  }
}
