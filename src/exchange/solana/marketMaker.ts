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
import { blockhashLifetime, type SolanaLedger } from './ledger'
import {
  associatedAddress,
  createAssociatedAccount,
  initializeMint,
  mintSize,
  mintTo,
  tokenProgram,
  transferChecked,
} from './tokenProgram'

/** What the market maker trades: SOL itself, or an SPL token it has minted. */
export type MakerToken = {
  readonly symbol: string
  readonly decimals: number
  /** `undefined` is SOL. */
  readonly mint: PublicKey | undefined
}

export type TokenSupply = { readonly symbol: string; readonly decimals: number; readonly stock: bigint }

export type MakerTrade = {
  readonly sell: MakerToken
  readonly buy: MakerToken
  /** Smallest units of the sold token. */
  readonly amountIn: bigint
}

/** A trade the market maker has signed: atomic, good for 150 blocks, worthless without the taker's signature. */
export type SignedOffer = {
  readonly amountOut: bigint
  /** Base64 of a v0 transaction in which only the taker's signature is missing. */
  readonly transaction: string
  readonly lastValidBlockHeight: number
}

export type MarketMaker = ReturnType<typeof createMarketMaker>

const memoProgram = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')
const feePerMillion = 3_000n
const computeUnits = 120_000
const lamportsPerSol = 1_000_000_000n

/**
 * A market maker on the local Solana. It answers with its own price, signs first, and the taker's signature completes
 * a transaction in which both legs happen or none.
 *
 * `price` is US dollars per whole token in millionths; `depth` the market maker's virtual liquidity per side in the same unit.
 */
export function createMarketMaker(
  ledger: SolanaLedger,
  { wishes, price, depth }: { wishes: readonly TokenSupply[]; price: (symbol: string) => bigint; depth: bigint },
) {
  const maker = Keypair.generate()
  const sol: MakerToken = { symbol: 'SOL', decimals: 9, mint: undefined }
  ledger.airdrop(maker.publicKey.toBase58(), 1_000_000n * lamportsPerSol)
  const tokens: readonly MakerToken[] = [sol, ...wishes.map(mintToken)]
  /** Offers signed and still alive: each holds back what it promised. */
  let promises: readonly { readonly token: MakerToken; readonly amount: bigint; readonly expires: number }[] = []

  return { tokens, address: maker.publicKey.toBase58(), quote, offer, payout, fund, heldBy, available, countersign }

  /**
   * `out = R·in′ / (r + in′)` with `in′` after the fee, on virtual reserves worth `depth` each. Rounds down, in the
   * market maker's favour.
   */
  function quote({ sell, buy, amountIn }: MakerTrade): bigint {
    const net = (amountIn * (1_000_000n - feePerMillion)) / 1_000_000n
    return (reserve(buy) * net) / (reserve(sell) + net)
  }

  function reserve({ symbol, decimals }: MakerToken): bigint {
    return (depth * 10n ** BigInt(decimals)) / price(symbol)
  }

  /**
   * Signs a trade, or `undefined` when the market maker does not hold enough beyond what it has promised already. `note` is
   * written into the transaction for everyone to read.
   */
  function offer(trade: MakerTrade & { sender: string; recipient: string; note: string }): SignedOffer | undefined {
    const { sell, buy, amountIn, note } = trade
    const amountOut = quote(trade)
    if (amountOut === 0n || amountOut > available(buy)) return undefined

    const sender = new PublicKey(trade.sender)
    const recipient = new PublicKey(trade.recipient)
    return promise(buy, amountOut, sender, [
      ...accountInstructions(sell, maker.publicKey, sender),
      transferInstruction(sell, sender, maker.publicKey, amountIn),
      ...accountInstructions(buy, recipient, sender),
      transferInstruction(buy, maker.publicKey, recipient, amountOut),
      memoInstruction(note),
    ])
  }

  /** Signs a payment out of the market maker's own purse; `undefined` when it does not hold enough. */
  function payout(payment: {
    token: MakerToken
    recipient: string
    amount: bigint
    note: string
  }): SignedOffer | undefined {
    const { token, amount, note } = payment
    if (amount === 0n || amount > available(token)) return undefined
    const recipient = new PublicKey(payment.recipient)
    return promise(token, amount, maker.publicKey, [
      ...accountInstructions(token, recipient, maker.publicKey),
      transferInstruction(token, maker.publicKey, recipient, amount),
      memoInstruction(note),
    ])
  }

  function promise(
    token: MakerToken,
    amountOut: bigint,
    payer: PublicKey,
    instructions: readonly TransactionInstruction[],
  ): SignedOffer {
    const { hash, slot } = ledger.latestBlockhash()
    const lastValidBlockHeight = slot + blockhashLifetime
    const transaction = compileTransaction(payer, hash, [
      ComputeBudgetProgram.setComputeUnitLimit({ units: computeUnits }),
      ...instructions,
    ])
    transaction.sign([maker])
    promises = [...alive(), { token, amount: amountOut, expires: lastValidBlockHeight }]
    return { amountOut, transaction: Buffer.from(transaction.serialize()).toString('base64'), lastValidBlockHeight }
  }

  /** Signs whatever it is given: how a test plays a market maker that has gone bad. */
  function countersign(transaction: VersionedTransaction): VersionedTransaction {
    const isAsked = transaction.message.staticAccountKeys
      .slice(0, transaction.message.header.numRequiredSignatures)
      .some((key) => key.equals(maker.publicKey))
    if (isAsked) transaction.sign([maker])
    return transaction
  }

  /** What the market maker can still promise of a token. */
  function available(token: MakerToken): bigint {
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
  function heldBy(owner: string, { mint }: MakerToken): bigint {
    if (!mint) return ledger.lookup(owner)?.lamports() ?? 0n
    const account = ledger.lookup(associatedAddress(mint, new PublicKey(owner)).toBase58())
    return BigInt(tokenHolding(account, ledger.lookup)?.uiTokenAmount.amount ?? 0)
  }

  /** The faucet: mints a token, or pays SOL, to anyone. */
  function fund(owner: string, token: MakerToken, amount: bigint): string {
    if (!token.mint) return ledger.airdrop(owner, amount)
    const account = associatedAddress(token.mint, new PublicKey(owner))
    return submit([
      ...accountInstructions(token, new PublicKey(owner), maker.publicKey),
      mintTo(token.mint, account, maker.publicKey, amount),
    ])
  }

  function mintToken({ symbol, decimals, stock }: TokenSupply): MakerToken {
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
    const transaction = compileTransaction(maker.publicKey, ledger.latestBlockhash().hash, instructions)
    transaction.sign([maker, ...signers])
    const { error, signature } = ledger.submit(transaction.serialize())
    if (error !== null) throw new MarketMakerTransactionFailed(JSON.stringify(error))
    return signature
  }
}

export function compileTransaction(
  payerKey: PublicKey,
  recentBlockhash: string,
  instructions: readonly TransactionInstruction[],
) {
  const message = new TransactionMessage({ payerKey, recentBlockhash, instructions: [...instructions] })
  return new VersionedTransaction(message.compileToV0Message())
}

export function accountInstructions(
  { mint }: MakerToken,
  owner: PublicKey,
  payer: PublicKey,
): TransactionInstruction[] {
  return mint ? [createAssociatedAccount(payer, owner, mint)] : []
}

export function transferInstruction(
  { mint, decimals }: MakerToken,
  from: PublicKey,
  to: PublicKey,
  amount: bigint,
): TransactionInstruction {
  if (!mint) return SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports: amount })
  return transferChecked(mint, from, to, amount, decimals)
}

export function memoInstruction(text: string): TransactionInstruction {
  return new TransactionInstruction({ programId: memoProgram, keys: [], data: Buffer.from(text) })
}

/** A transaction of the market maker itself did not go through: the local chain is not as it should be. */
export class MarketMakerTransactionFailed extends Error {
  override readonly name = 'DeskTransactionFailed'

  constructor(why: string) {
    super(`A transaction of the Solana marketMaker failed: ${why}.`)
  }
}
