import { Keypair, PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js'
import { errorClass } from '../../../domain/errorClass'
import { tokenHolding } from '../account'
import { accountInstructions, compileTransaction, type MakerToken } from '../instructions'
import type { SolanaLedger } from '../ledger'
import { associatedAddress, initializeMint, mintSize, mintTo, tokenProgram } from '../tokenProgram'

export type TokenSupply = { readonly symbol: string; readonly decimals: number; readonly stock: bigint }

export const lamportsPerSol = 1_000_000_000n

/** The account of the market maker: it has unlimited SOL, and is the mint authority of every other token. */
export function createMakerAccount(ledger: SolanaLedger) {
  const key = Keypair.generate()
  const address = key.publicKey.toBase58()
  ledger.airdrop(address, 1_000_000n * lamportsPerSol)

  return { key, address, balance, fund, createToken }

  /** An owner's balance of a token, in the associated token account. */
  function balance(owner: string, { mint }: MakerToken): bigint {
    if (!mint) return ledger.lookup(owner)?.lamports() ?? 0n
    const account = ledger.lookup(associatedAddress(mint, new PublicKey(owner)).toBase58())
    return BigInt(tokenHolding(account, ledger.lookup)?.uiTokenAmount.amount ?? 0)
  }

  /** Mints a token, or sends SOL, to anyone; returns the signature. */
  function fund(owner: string, token: MakerToken, amount: bigint): string {
    if (!token.mint) return ledger.airdrop(owner, amount)
    const account = associatedAddress(token.mint, new PublicKey(owner))
    return submit([
      ...accountInstructions(token, new PublicKey(owner), key.publicKey),
      mintTo(token.mint, account, key.publicKey, amount),
    ])
  }

  /** Creates a token and mints its first stock to the market maker. */
  function createToken({ symbol, decimals, stock }: TokenSupply): MakerToken {
    const mint = Keypair.generate()
    submit(
      [
        SystemProgram.createAccount({
          fromPubkey: key.publicKey,
          newAccountPubkey: mint.publicKey,
          space: mintSize,
          lamports: ledger.minimumBalance(mintSize),
          programId: tokenProgram,
        }),
        initializeMint(mint.publicKey, decimals, key.publicKey),
      ],
      [mint],
    )
    const token = { symbol, decimals, mint: mint.publicKey }
    fund(address, token, stock)
    return token
  }

  function submit(instructions: readonly TransactionInstruction[], signers: readonly Keypair[] = []): string {
    const transaction = compileTransaction(key.publicKey, ledger.latestBlockhash().hash, instructions)
    transaction.sign([key, ...signers])
    const { error, signature } = ledger.submit(transaction.serialize())
    if (error !== null) throw new MakerTransactionFailed(JSON.stringify(error))
    return signature
  }
}

/** A transaction of the market maker failed, which happens only when the local chain is broken. */
export const MakerTransactionFailed = errorClass(
  'MakerTransactionFailed',
  (reason: string) => `A transaction of the Solana market maker failed: ${reason}.`,
)
