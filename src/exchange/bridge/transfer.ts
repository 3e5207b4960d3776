/** What somebody paid in on one chain to have paid out on another. */
export type Transfer = {
  /** Unique over all chains: the source chain and its own number or signature of the deposit. */
  readonly key: string
  readonly source: number
  /** The deposit as its own chain knows it: an escrow's number, or a transaction's signature. */
  readonly deposit: string
  readonly sender: string
  /** Of the bridge token, as escrowed, in millionths of a millionth of a millionth (18 decimals). */
  readonly amount: bigint
  readonly destination: number
  /** As the destination writes addresses; `native` for its own coin. */
  readonly token: string
  readonly recipient: string
  /** Smallest units of the token. */
  readonly minOut: bigint
  /** Seconds since the epoch, after which the sender may take the escrow back. */
  readonly deadline: number
}

/** How far the relayer is with a transfer. Each move is written down before the deed that follows it. */
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

/** The chain that was paid in on. Every deed may be repeated: what is done already is not done again. */
export type TransferSource = {
  /** All deposits since the beginning, the known ones included. */
  readonly deposits: () => Promise<readonly Transfer[]>
  readonly escrowState: (transfer: Transfer) => Promise<'open' | 'released' | 'refunded'>
  readonly release: (transfer: Transfer) => Promise<void>
  readonly refund: (transfer: Transfer) => Promise<void>
}

/** The chain that is paid out on. */
export type TransferDestination = {
  /** Makes a payment ready without sending it. Throws `CannotFill` when it cannot be made as asked. */
  readonly prepare: (transfer: Transfer) => Promise<string>
  /** Sends a prepared payment, or the same one again, and waits until it is there. Throws `CannotFill` when it failed. */
  readonly send: (transfer: Transfer, payment: string) => Promise<void>
  /** What became of a prepared payment. `lapsed`: it is not there and can never come. */
  readonly find: (transfer: Transfer, payment: string) => Promise<PayoutStatus>
}

export type PayoutStatus =
  | { readonly is: 'paid'; readonly transaction: string }
  | { readonly is: 'not seen' }
  | { readonly is: 'lapsed' }

/** Where passages are written before the deeds; it outlives the relayer. */
export type TransferJournal = {
  readonly records: () => readonly TransferRecord[]
  readonly write: (entry: TransferRecord) => Promise<void>
}

/** The payout cannot be made as asked: the sender gets everything back. */
export class PayoutImpossible extends Error {
  override readonly name = 'CannotFill'
}
