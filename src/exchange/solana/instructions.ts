import {
  createAssociatedTokenAccountIdempotentInstruction,
  createTransferCheckedInstruction,
  getAssociatedTokenAddressSync,
} from '@solana/spl-token'
import {
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'

/** SOL, or an SPL token. */
export type MakerToken = {
  readonly symbol: string
  readonly decimals: number
  /** `undefined` is SOL. */
  readonly mint: PublicKey | undefined
}

export const memoProgram = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')

/** The associated token account of an owner, which may be the account of a program. */
export function associatedAddress(mint: PublicKey, owner: PublicKey): PublicKey {
  return getAssociatedTokenAddressSync(mint, owner, true)
}

/** Creates the owner's token account where it is missing; SOL needs none. */
export function accountInstructions(
  { mint }: MakerToken,
  owner: PublicKey,
  payer: PublicKey,
): TransactionInstruction[] {
  if (!mint) return []
  return [createAssociatedTokenAccountIdempotentInstruction(payer, associatedAddress(mint, owner), owner, mint)]
}

export function transferInstruction(
  { mint, decimals }: MakerToken,
  from: PublicKey,
  to: PublicKey,
  amount: bigint,
): TransactionInstruction {
  if (!mint) return SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports: amount })
  const accountOf = (owner: PublicKey) => associatedAddress(mint, owner)
  return createTransferCheckedInstruction(accountOf(from), mint, accountOf(to), from, amount, decimals)
}

export function memoInstruction(text: string): TransactionInstruction {
  return new TransactionInstruction({ programId: memoProgram, keys: [], data: Buffer.from(text) })
}

/** An unsigned version 0 transaction. */
export function compileTransaction(
  payerKey: PublicKey,
  recentBlockhash: string,
  instructions: readonly TransactionInstruction[],
): VersionedTransaction {
  const message = new TransactionMessage({ payerKey, recentBlockhash, instructions: [...instructions] })
  return new VersionedTransaction(message.compileToV0Message())
}

export function transactionToBase64(transaction: VersionedTransaction): string {
  return Buffer.from(transaction.serialize()).toString('base64')
}
