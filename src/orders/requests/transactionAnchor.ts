import type { anchor, Stored } from '../orderSchema'

/** Written to the journal before a wallet is asked: how to find the transaction if the answer is lost. */
export type TransactionAnchor = Stored<typeof anchor>
export type EvmAnchor = Extract<TransactionAnchor, { kind: 'evm' }>
export type SolanaAnchor = Extract<TransactionAnchor, { kind: 'solana' }>
export type BatchAnchor = NonNullable<EvmAnchor['batch']>

/** Only EVM requests have a nonce, by which a request is repeated, replaced, and found again when its answer was late. */
export function hasNonce(anchor: TransactionAnchor): anchor is EvmAnchor {
  return anchor.kind === 'evm'
}

/** `undefined` where the request is for a single transaction. */
export function batchAnchorOf(anchor: TransactionAnchor): BatchAnchor | undefined {
  return hasNonce(anchor) ? anchor.batch : undefined
}
