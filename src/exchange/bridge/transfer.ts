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

/** The chain of the deposit. Releasing or refunding a second time has no effect. */
export type TransferSource = {
  /** All deposits since the start of the chain, including known ones. */
  readonly deposits: () => Promise<readonly Transfer[]>
  readonly escrowState: (transfer: Transfer) => Promise<EscrowState>
  readonly release: (transfer: Transfer) => Promise<void>
  readonly refund: (transfer: Transfer) => Promise<void>
}

/** The chain of the payout. */
export type TransferDestination = {
  readonly isPaid: (transfer: Transfer) => Promise<boolean>
  /** Pays out and waits for it. Throws `PayoutImpossible` when that cannot be done as requested. */
  readonly pay: (transfer: Transfer) => Promise<void>
}

/** The payout cannot be made as requested: the deposit goes back to the sender. */
export class PayoutImpossible extends Error {
  override readonly name = 'PayoutImpossible'
}
