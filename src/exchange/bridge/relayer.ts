/** A deposit on one chain to be paid out on another. */
export type Transfer = {
  /** Unique across chains: the id of the source chain and the id of the deposit there. */
  readonly key: string
  readonly source: number
  /** The deposit's id on its chain: the number of the escrow, or the signature of the transaction. */
  readonly deposit: string
  readonly sender: string
  /** The escrowed amount of the bridge token, with 18 decimals. */
  readonly amount: bigint
  readonly destination: number
  /** Address on the destination chain; `native` for its native coin. */
  readonly token: string
  readonly recipient: string
  /** The minimum payout, in smallest units of the token. */
  readonly minimumReceived: bigint
  /** Seconds since 1970; after it the sender may withdraw the deposit. */
  readonly deadline: number
}

export type EscrowState = 'open' | 'released' | 'refunded'

/** One chain, as the source of transfers and as their destination. */
export type BridgeChain = {
  /** All deposits since the start of the chain, including known ones. */
  readonly deposits: () => Promise<readonly Transfer[]>
  readonly escrowState: (transfer: Transfer) => Promise<EscrowState>
  /** Releasing or refunding a second time has no effect. */
  readonly release: (transfer: Transfer) => Promise<void>
  readonly refund: (transfer: Transfer) => Promise<void>
  readonly isPaid: (transfer: Transfer) => Promise<boolean>
  /** Pays out and waits for it. Throws `PayoutImpossible` when that cannot be done as requested. */
  readonly pay: (transfer: Transfer) => Promise<void>
}

/** Amounts of the bridge token are normalised to this many decimals, regardless of its decimals on each chain. */
export const bridgeDecimals = 18

/** The bridge fee is 0.1 %, rounded in favour of the relayer. */
export function afterBridgeFee(amount: bigint): bigint {
  return (amount * 9_990n) / 10_000n
}

/** Converts between numbers of decimals. Rounds down when digits are lost. */
export function rescale(amount: bigint, from: number, to: number): bigint {
  return to >= from ? amount * 10n ** BigInt(to - from) : amount / 10n ** BigInt(from - to)
}

export type RelayerOptions = {
  readonly chains: ReadonlyMap<number, BridgeChain>
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
export function createRelayer({ chains, now, onRefund, onFailure }: RelayerOptions) {
  const over = new Set<string>()
  return {
    /** Pays, releases or refunds every deposit that is still in escrow. */
    async round(): Promise<void> {
      for (const source of chains.values()) {
        const deposits = await source.deposits()
        const open = deposits.filter(({ key }) => !over.has(key))
        await Promise.all(
          open.map((transfer) => advance(transfer, source).catch((error: unknown) => onFailure(transfer, error))),
        )
      }
    },
  }

  async function advance(transfer: Transfer, source: BridgeChain): Promise<void> {
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
    const destination = chains.get(transfer.destination)
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

/** The payout cannot be made as requested: the deposit goes back to the sender. */
export class PayoutImpossible extends Error {
  override readonly name = 'PayoutImpossible'
}
