import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { tokenHolding } from './account'
import { blockhashLife, type Ledger } from './ledger'
import {
  associatedAddress,
  initializeMint,
  mintSize,
  mintTo,
  openAccount,
  tokenProgram,
  transferChecked,
} from './tokenProgram'

/** What the desk trades: SOL itself, or an SPL token it has minted. */
export type DeskToken = {
  readonly symbol: string
  readonly decimals: number
  /** `undefined` is SOL. */
  readonly mint: PublicKey | undefined
}

export type TokenWish = { readonly symbol: string; readonly decimals: number; readonly stock: bigint }

export type Trade = {
  readonly sell: DeskToken
  readonly buy: DeskToken
  /** Smallest units of the sold token. */
  readonly amountIn: bigint
}

/** A trade the desk has signed: atomic, good for 150 blocks, worthless without the taker's signature. */
export type SignedOffer = {
  readonly amountOut: bigint
  /** Base64 of a v0 transaction in which only the taker's signature is missing. */
  readonly transaction: string
  readonly lastValidBlockHeight: number
}

export type Desk = ReturnType<typeof openDesk>

const memoProgram = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')
const feePerMillion = 3_000n
const computeUnits = 120_000
const lamportsPerSol = 1_000_000_000n

/**
 * A market maker on the local Solana. It answers with its own price, signs first, and the taker's signature completes
 * a transaction in which both legs happen or none.
 *
 * `price` is US dollars per whole token in millionths; `depth` the desk's virtual liquidity per side in the same unit.
 */
export function openDesk(
  ledger: Ledger,
  { wishes, price, depth }: { wishes: readonly TokenWish[]; price: (symbol: string) => bigint; depth: bigint },
) {
  const maker = Keypair.generate()
  const sol: DeskToken = { symbol: 'SOL', decimals: 9, mint: undefined }
  ledger.airdrop(maker.publicKey.toBase58(), 1_000_000n * lamportsPerSol)
  const tokens: readonly DeskToken[] = [sol, ...wishes.map(mintToken)]
  /** Offers signed and still alive: each holds back what it promised. */
  let promises: readonly { readonly token: DeskToken; readonly amount: bigint; readonly expires: number }[] = []

  return { tokens, address: maker.publicKey.toBase58(), quote, offer, payout, fund, heldBy, available, countersign }

  /**
   * `out = R·in′ / (r + in′)` with `in′` after the fee, on virtual reserves worth `depth` each. Rounds down, in the
   * desk's favour.
   */
  function quote({ sell, buy, amountIn }: Trade): bigint {
    const net = (amountIn * (1_000_000n - feePerMillion)) / 1_000_000n
    return (reserve(buy) * net) / (reserve(sell) + net)
  }

  function reserve({ symbol, decimals }: DeskToken): bigint {
    return (depth * 10n ** BigInt(decimals)) / price(symbol)
  }

  /**
   * Signs a trade, or `undefined` when the desk does not hold enough beyond what it has promised already. `note` is
   * written into the transaction for everyone to read.
   */
  function offer(trade: Trade & { sender: string; recipient: string; note: string }): SignedOffer | undefined {
    const { sell, buy, amountIn, note } = trade
    const amountOut = quote(trade)
    if (amountOut === 0n || amountOut > available(buy)) return undefined

    const sender = new PublicKey(trade.sender)
    const recipient = new PublicKey(trade.recipient)
    return promise(buy, amountOut, sender, [
      ...accountFor(sell, maker.publicKey, sender),
      leg(sell, sender, maker.publicKey, amountIn),
      ...accountFor(buy, recipient, sender),
      leg(buy, maker.publicKey, recipient, amountOut),
      memo(note),
    ])
  }

  /** Signs a payment out of the desk's own purse; `undefined` when it does not hold enough. */
  function payout(payment: {
    token: DeskToken
    recipient: string
    amount: bigint
    note: string
  }): SignedOffer | undefined {
    const { token, amount, note } = payment
    if (amount === 0n || amount > available(token)) return undefined
    const recipient = new PublicKey(payment.recipient)
    return promise(token, amount, maker.publicKey, [
      ...accountFor(token, recipient, maker.publicKey),
      leg(token, maker.publicKey, recipient, amount),
      memo(note),
    ])
  }

  function promise(
    token: DeskToken,
    amountOut: bigint,
    payer: PublicKey,
    instructions: readonly TransactionInstruction[],
  ): SignedOffer {
    const { hash, slot } = ledger.latestBlockhash()
    const lastValidBlockHeight = slot + blockhashLife
    const transaction = compile(payer, hash, [
      ComputeBudgetProgram.setComputeUnitLimit({ units: computeUnits }),
      ...instructions,
    ])
    transaction.sign([maker])
    promises = [...alive(), { token, amount: amountOut, expires: lastValidBlockHeight }]
    return { amountOut, transaction: Buffer.from(transaction.serialize()).toString('base64'), lastValidBlockHeight }
  }

  /** Signs whatever it is given: how a test plays a desk that has gone bad. */
  function countersign(transaction: VersionedTransaction): VersionedTransaction {
    const isAsked = transaction.message.staticAccountKeys
      .slice(0, transaction.message.header.numRequiredSignatures)
      .some((key) => key.equals(maker.publicKey))
    if (isAsked) transaction.sign([maker])
    return transaction
  }

  /** What the desk can still promise of a token. */
  function available(token: DeskToken): bigint {
    const promised = alive()
      .filter((promise) => promise.token === token)
      .reduce((sum, { amount }) => sum + amount, 0n)
    const rest = heldBy(maker.publicKey.toBase58(), token) - promised - (token.mint ? 0n : lamportsPerSol)
    return rest > 0n ? rest : 0n
  }

  function alive() {
    return promises.filter(({ expires }) => expires >= ledger.slot())
  }

  /** What an owner holds of a token, in its associated account. */
  function heldBy(owner: string, { mint }: DeskToken): bigint {
    if (!mint) return ledger.lookup(owner)?.lamports() ?? 0n
    const account = ledger.lookup(associatedAddress(mint, new PublicKey(owner)).toBase58())
    return BigInt(tokenHolding(account, ledger.lookup)?.uiTokenAmount.amount ?? 0)
  }

  /** The faucet: mints a token, or pays SOL, to anyone. */
  function fund(owner: string, token: DeskToken, amount: bigint): string {
    if (!token.mint) return ledger.airdrop(owner, amount)
    const account = associatedAddress(token.mint, new PublicKey(owner))
    return submit([
      ...accountFor(token, new PublicKey(owner), maker.publicKey),
      mintTo(token.mint, account, maker.publicKey, amount),
    ])
  }

  function mintToken({ symbol, decimals, stock }: TokenWish): DeskToken {
    const mint = Keypair.generate()
    const token = { symbol, decimals, mint: mint.publicKey }
    submit(
      [
        SystemProgram.createAccount({
          fromPubkey: maker.publicKey,
          newAccountPubkey: mint.publicKey,
          space: mintSize,
          lamports: ledger.minimumBalance(mintSize),
          programId: tokenProgram,
        }),
        initializeMint(mint.publicKey, decimals, maker.publicKey),
      ],
      [mint],
    )
    fund(maker.publicKey.toBase58(), token, stock)
    return token
  }

  function submit(instructions: readonly TransactionInstruction[], signers: readonly Keypair[] = []): string {
    const transaction = compile(maker.publicKey, ledger.latestBlockhash().hash, instructions)
    transaction.sign([maker, ...signers])
    const { error, signature } = ledger.submit(transaction.serialize())
    if (error !== null) throw new DeskTransactionFailed(JSON.stringify(error))
    return signature
  }
}

export function compile(payerKey: PublicKey, recentBlockhash: string, instructions: readonly TransactionInstruction[]) {
  const message = new TransactionMessage({ payerKey, recentBlockhash, instructions: [...instructions] })
  return new VersionedTransaction(message.compileToV0Message())
}

export function accountFor({ mint }: DeskToken, owner: PublicKey, payer: PublicKey): TransactionInstruction[] {
  return mint ? [openAccount(payer, owner, mint)] : []
}

export function leg(
  { mint, decimals }: DeskToken,
  from: PublicKey,
  to: PublicKey,
  amount: bigint,
): TransactionInstruction {
  if (!mint) return SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports: amount })
  return transferChecked(mint, from, to, amount, decimals)
}

export function memo(text: string): TransactionInstruction {
  return new TransactionInstruction({ programId: memoProgram, keys: [], data: Buffer.from(text) })
}

/** A transaction of the desk itself did not go through: the local chain is not as it should be. */
export class DeskTransactionFailed extends Error {
  override readonly name = 'DeskTransactionFailed'

  constructor(why: string) {
    super(`A transaction of the Solana desk failed: ${why}.`)
  }
}
