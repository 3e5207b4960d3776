/** A deposit on one chain that is to be paid out on another. */
export type Transfer = {
  /** Unique over all chains: the id of the source chain and of the deposit there. */
  readonly key: string
  readonly source: number
  /** The deposit's id on its chain: the number of an escrow, or the signature of a transaction. */
  readonly deposit: string
  readonly sender: string
  /** Of the bridge token, as escrowed, with 18 decimals. */
  readonly amount: bigint
  readonly destination: number
  /** Address on the destination chain; `native` for its native coin. */
  readonly token: string
  readonly recipient: string
  /** Smallest units of the token. */
  readonly minOut: bigint
  /** Seconds since 1970, after which the sender may take the deposit back. */
  readonly deadline: number
}

/** How far the relayer got with a transfer. Each state is written to the journal before the action that follows it. */
export type TransferState =
  | { readonly at: 'seen' }
  /** `payment` is all that is needed to find the payout, or to send the very same one again. */
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

/** The chain of the deposit. Releasing or refunding twice does nothing the second time. */
export type TransferSource = {
  /** All deposits since the chain began, the known ones included. */
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

/** What became of a prepared payment. `lapsed`: it is not on chain and can never be. */
export type PayoutStatus =
  | { readonly is: 'paid'; readonly transaction: string }
  | { readonly is: 'not seen' }
  | { readonly is: 'lapsed' }

/** The relayer's write-ahead journal; it outlives the relayer. */
export type TransferJournal = {
  readonly records: () => readonly TransferRecord[]
  readonly write: (record: TransferRecord) => Promise<void>
}

/** The payout cannot be made as requested: the deposit goes back to the sender. */
export class PayoutImpossible extends Error {
  override readonly name = 'PayoutImpossible'
}
