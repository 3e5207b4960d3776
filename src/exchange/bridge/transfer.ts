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

/** The progress of a transfer. Each state is written to the journal before the action that follows it. */
export type TransferState =
  | { readonly at: 'seen' }
  /** `payment` identifies the payout on chain, and is enough to send the same payout again. */
  | { readonly at: 'filling'; readonly payment: string }
  | { readonly at: 'filled'; readonly transaction: string }
  | { readonly at: 'released'; readonly transaction: string }
  | { readonly at: 'refunding'; readonly why: string }
  | { readonly at: 'refunded'; readonly why: string }

export type TransferRecord = { readonly transfer: Transfer; readonly state: TransferState }

export function isTransferOver({ at }: TransferState): boolean {
  return at === 'released' || at === 'refunded'
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
  /** Prepares a payment without sending it. Throws `PayoutImpossible` when it cannot be made as requested. */
  readonly prepare: (transfer: Transfer) => Promise<string>
  /** Sends a prepared payment, once or again, and waits for it. Throws `PayoutImpossible` when it failed on chain. */
  readonly send: (transfer: Transfer, payment: string) => Promise<void>
  readonly find: (transfer: Transfer, payment: string) => Promise<PayoutStatus>
}

/** The status of a prepared payment. `lapsed`: it is not on chain and never can be. */
export type PayoutStatus =
  | { readonly is: 'paid'; readonly transaction: string }
  | { readonly is: 'not seen' }
  | { readonly is: 'lapsed' }

/** The relayer's write-ahead journal; it survives a restart of the relayer. */
export type TransferJournal = {
  readonly records: () => readonly TransferRecord[]
  readonly write: (record: TransferRecord) => Promise<void>
}

/** The payout cannot be made as requested: the deposit goes back to the sender. */
export class PayoutImpossible extends Error {
  override readonly name = 'PayoutImpossible'
}
