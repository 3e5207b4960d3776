/** Written to the journal before a wallet is asked: how to find the transaction if the answer is lost. */
export type TransactionAnchor = EvmAnchor | SolanaAnchor | ManualPaymentAnchor

export type EvmAnchor = {
  readonly kind: 'evm'
  readonly account: string
  /** The nonce the wallet will most likely use: the account's next one, pending transactions counted. */
  readonly nonce: number
  readonly block: bigint
  /** The account's next nonce by mined transactions only; the start of the search. */
  readonly minedNonce?: number
  /** The gas limit the wallet is given. */
  readonly gas?: bigint
  /** Hash of the called contract's code, remembered once the transaction has succeeded. */
  readonly codeHash?: string
  /** A repeat of a lost request: it takes the same nonce, so that only one of the two can land. */
  readonly isPinned?: boolean
  /** The wallet chooses the nonce, because the node's count contradicts what this app has sent. */
  readonly isOpenNonce?: true
  /** The account is a contract: others send its transactions, and the wallet's hash may be unknown to every node. */
  readonly isContract?: true
  /** All steps went to the wallet as one atomic batch, under an id that the app chose before it asked. */
  readonly batch?: BatchAnchor
}

/** Only EVM requests have a nonce, by which a request is repeated, replaced, and found again when its answer was late. */
export function hasNonce(anchor: TransactionAnchor): anchor is EvmAnchor {
  return anchor.kind === 'evm'
}

/** `undefined` where the request is for a single transaction. */
export function batchAnchorOf(anchor: TransactionAnchor): BatchAnchor | undefined {
  return hasNonce(anchor) ? anchor.batch : undefined
}

/** How a wallet is asked about a batch (`wallet_getCallsStatus`). */
export type BatchAnchor = {
  readonly id: string
  /** The wallet has confirmed that it carries the batch out. */
  readonly isTaken?: true
}

export type SolanaAnchor = {
  readonly kind: 'solana'
  readonly account: string
  readonly messageHash: string
  readonly lastValidBlockHeight: bigint
  /** The account's lamports before it was asked, as of a slot: a transaction that landed has changed them. */
  readonly before?: { readonly slot: bigint; readonly lamports: bigint }
  /** The signed transaction in base64: sent again, byte for byte, while the chain does not know it. */
  readonly signed?: string
}

/** The person was asked to pay, until this time. */
export type ManualPaymentAnchor = { readonly kind: 'bitcoin'; readonly account: string; readonly until: number }
