import {
  createInitializeMint2Instruction,
  createMintToInstruction,
  MINT_SIZE,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  type TransactionInstruction,
  type VersionedTransaction,
} from '@solana/web3.js'
import { errorClass } from '../../../domain/errorClass'
import { tokenHolding } from '../account'
import {
  accountInstructions,
  associatedAddress,
  compileTransaction,
  type MakerToken,
  memoInstruction,
  transactionToBase64,
  transferInstruction,
} from '../instructions'
import type { SolanaLedger } from '../ledger'

/** A trade that the market maker has signed: atomic, valid for 150 blocks, unusable without the taker's signature. */
export type SignedOffer = {
  readonly amountOut: bigint
  /** A version 0 transaction in base64, complete except for the taker's signature. */
  readonly transaction: string
  readonly lastValidBlockHeight: number
}

type MakerOffer = MakerTrade & {
  readonly sender: string
  readonly recipient: string
  /** Written into the transaction as a memo. */
  readonly note: string
}

type MakerPayout = {
  readonly token: MakerToken
  readonly recipient: string
  readonly amount: bigint
  readonly note: string
}

export type MarketMaker = ReturnType<typeof createMarketMaker>

const computeUnits = 120_000

/**
 * A market maker (RFQ) on the local Solana. It quotes its own price and signs first; the taker's signature completes a
 * transaction in which both transfers happen or neither does.
 */
export function createMarketMaker(
  ledger: SolanaLedger,
  { supplies, ...pricing }: MakerPricing & { readonly supplies: readonly TokenSupply[] },
) {
  const account = createMakerAccount(ledger)
  const { key, address } = account
  const commitments = createCommitments(ledger.slot)
  const sol: MakerToken = { symbol: 'SOL', decimals: 9, mint: undefined }
  const tokens: readonly MakerToken[] = [sol, ...supplies.map(account.createToken)]

  return {
    tokens,
    address,
    fund: account.fund,
    balance: account.balance,
    available,
    quote: (trade: MakerTrade) => makerQuote(trade, pricing),
    offer,
    payout,
    countersign,
  }

  /** Signs a trade; `undefined` when the market maker's balance does not cover it beyond its open offers. */
  function offer(trade: MakerOffer): SignedOffer | undefined {
    const { sell, buy, amountIn, note } = trade
    const amountOut = makerQuote(trade, pricing)
    if (amountOut === 0n || amountOut > available(buy)) return undefined

    const sender = new PublicKey(trade.sender)
    const recipient = new PublicKey(trade.recipient)
    return sign(buy, amountOut, sender, [
      ...accountInstructions(sell, key.publicKey, sender),
      transferInstruction(sell, sender, key.publicKey, amountIn),
      ...accountInstructions(buy, recipient, sender),
      transferInstruction(buy, key.publicKey, recipient, amountOut),
      memoInstruction(note),
    ])
  }

  /** Signs a payment from the market maker's own account; `undefined` when it does not hold enough. */
  function payout({ token, amount, note, ...payment }: MakerPayout): SignedOffer | undefined {
    if (amount === 0n || amount > available(token)) return undefined
    const recipient = new PublicKey(payment.recipient)
    return sign(token, amount, key.publicKey, [
      ...accountInstructions(token, recipient, key.publicKey),
      transferInstruction(token, key.publicKey, recipient, amount),
      memoInstruction(note),
    ])
  }

  function sign(
    token: MakerToken,
    amountOut: bigint,
    payer: PublicKey,
    instructions: readonly TransactionInstruction[],
  ): SignedOffer {
    const { blockhash, lastValidBlockHeight } = ledger.lifetime()
    const limit = ComputeBudgetProgram.setComputeUnitLimit({ units: computeUnits })
    const transaction = compileTransaction(payer, blockhash, [limit, ...instructions])
    transaction.sign([key])
    commitments.add({ token, amount: amountOut, lastSlot: lastValidBlockHeight })
    return { amountOut, transaction: transactionToBase64(transaction), lastValidBlockHeight }
  }

  /** The balance of a token that is not reserved by open offers; one SOL is kept for fees. */
  function available(token: MakerToken): bigint {
    const rest = account.balance(address, token) - commitments.total(token) - (token.mint ? 0n : lamportsPerSol)
    return rest > 0n ? rest : 0n
  }

  /** Signs any transaction: for tests of a dishonest market maker. */
  function countersign(transaction: VersionedTransaction): VersionedTransaction {
    const isSigner = transaction.message.staticAccountKeys
      .slice(0, transaction.message.header.numRequiredSignatures)
      .some((signer) => signer.equals(key.publicKey))
    if (isSigner) transaction.sign([key])
    return transaction
  }
}

type Commitment = { readonly token: MakerToken; readonly amount: bigint; readonly lastSlot: number }

/**
 * The open offers of the market maker. Each reserves its promised amount until it expires, whether it was used or not.
 */
function createCommitments(currentSlot: () => number) {
  let commitments: readonly Commitment[] = []

  return {
    add(commitment: Commitment) {
      commitments = [...open(), commitment]
    },
    total(token: MakerToken): bigint {
      return open()
        .filter((commitment) => commitment.token === token)
        .reduce((sum, { amount }) => sum + amount, 0n)
    },
  }

  function open() {
    return commitments.filter(({ lastSlot }) => lastSlot >= currentSlot())
  }
}

/** The prices and depth from which the market maker quotes. */
type MakerPricing = {
  /** US dollars per whole token, in millionths. */
  readonly price: (symbol: string) => bigint
  /** Virtual liquidity on each side of a trade, in millionths of a US dollar. */
  readonly depth: bigint
}

type MakerTrade = {
  readonly sell: MakerToken
  readonly buy: MakerToken
  /** Smallest units of the sold token. */
  readonly amountIn: bigint
}

const feePerMillion = 3_000n

/**
 * `out = R·in′ / (r + in′)` with `in′` the input after the fee, on virtual reserves worth `depth` each. Rounds down, in
 * favour of the market maker.
 */
function makerQuote({ sell, buy, amountIn }: MakerTrade, pricing: MakerPricing): bigint {
  const net = (amountIn * (1_000_000n - feePerMillion)) / 1_000_000n
  return (virtualReserve(buy, pricing) * net) / (virtualReserve(sell, pricing) + net)
}

function virtualReserve({ symbol, decimals }: MakerToken, { price, depth }: MakerPricing): bigint {
  return (depth * 10n ** BigInt(decimals)) / price(symbol)
}

type TokenSupply = { readonly symbol: string; readonly decimals: number; readonly stock: bigint }

const lamportsPerSol = 1_000_000_000n

/** The account of the market maker: it has unlimited SOL, and is the mint authority of every other token. */
function createMakerAccount(ledger: SolanaLedger) {
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
      createMintToInstruction(token.mint, account, key.publicKey, amount),
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
          space: MINT_SIZE,
          lamports: ledger.minimumBalance(MINT_SIZE),
          programId: TOKEN_PROGRAM_ID,
        }),
        createInitializeMint2Instruction(mint.publicKey, decimals, key.publicKey, null),
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
const MakerTransactionFailed = errorClass(
  'MakerTransactionFailed',
  (reason: string) => `A transaction of the Solana market maker failed: ${reason}.`,
)
