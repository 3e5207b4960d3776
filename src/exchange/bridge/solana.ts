import { Keypair, PublicKey, type TransactionInstruction } from '@solana/web3.js'
import bs58 from 'bs58'
import { blockhashLifetime, type LedgerEntry, parseTransaction, type SolanaLedger } from '../solana/ledger'
import {
  accountInstructions,
  compileTransaction,
  type MakerToken,
  type MarketMaker,
  memoInstruction,
  type SignedOffer,
  transferInstruction,
} from '../solana/marketMaker'
import { SolanaRpcError } from '../solana/rpcError'
import { associatedAddress } from '../solana/tokenProgram'
import { afterFee, bridgeDecimals, rescale } from './evm'
import { PayoutImpossible, type Transfer, type TransferDestination, type TransferSource } from './transfer'

/** Where a transfer that starts on Solana should end, as written into the memo of its deposit. */
export type TransferMemo = {
  readonly chain: number
  /** EVM address, or `native`. */
  readonly token: string
  readonly recipient: string
  readonly minOut: bigint
  /** Seconds since the epoch. */
  readonly deadline: number
}

export type SolanaBridge = {
  readonly source: TransferSource
  readonly destination: TransferDestination & {
    /** What would be paid out for so much of the bridge token now (18 decimals); zero when nothing can. */
    readonly quote: (token: MakerToken, amount: bigint) => bigint
  }
  /** The account whose tokens are the escrow; deposits without a custom program are kept by the exchange's key. */
  readonly escrow: string
  readonly bridgeToken: MakerToken
  /** A deposit for the sender to sign: straight, or swapped to the bridge token by the market maker in the same transaction. */
  readonly prepareDeposit: (deposit: {
    readonly sell: MakerToken
    readonly amountIn: bigint
    readonly sender: string
    readonly ticket: TransferMemo
  }) => (SignedOffer & { readonly escrowed: bigint }) | undefined
}

const memoPrefix = 'cross1'

/** The end of a transfer on the local Solana. Trust, said openly: the escrow is a key of the exchange. */
export function createSolanaBridge(chainId: number, ledger: SolanaLedger, marketMaker: MarketMaker): SolanaBridge {
  const escrow = Keypair.generate()
  const bridgeToken = marketMaker.tokens.find(({ symbol }) => symbol === 'USDC')!
  const mint = bridgeToken.mint!
  const inbox = associatedAddress(mint, escrow.publicKey).toBase58()
  marketMaker.fund(escrow.publicKey.toBase58(), bridgeToken, 1n)
  ledger.airdrop(escrow.publicKey.toBase58(), 1_000_000_000n)

  return {
    escrow: escrow.publicKey.toBase58(),
    bridgeToken,
    prepareDeposit,
    source: {
      deposits: async () => ledger.entriesOf(inbox).flatMap(transferOf).reverse(),
      escrowState: async (transfer) => escrowState(transfer),
      release: async (transfer) => settle(transfer, 'release', marketMaker.address),
      refund: async (transfer) => settle(transfer, 'refund', transfer.sender),
    },
    destination: {
      quote: (token, amount) => {
        const units = payoutOf(token, amount)
        return units <= marketMaker.available(token) ? units : 0n
      },
      prepare: async (transfer) => prepare(transfer),
      send: async (_, payment) => send(payment),
      find: async (_, payment) => find(payment),
    },
  }

  function prepareDeposit({ sell, amountIn, sender, ticket }: Parameters<SolanaBridge['prepareDeposit']>[0]) {
    const note = encodeTransferMemo(ticket)
    if (sell !== bridgeToken) {
      const offer = marketMaker.offer({
        sell,
        buy: bridgeToken,
        amountIn,
        sender,
        recipient: escrow.publicKey.toBase58(),
        note,
      })
      return offer && { ...offer, escrowed: offer.amountOut }
    }
    return {
      ...unsigned(sender, [pay(sender, amountIn), memoInstruction(note)]),
      amountOut: amountIn,
      escrowed: amountIn,
    }
  }

  function pay(sender: string, amount: bigint): TransactionInstruction {
    return transferInstruction(bridgeToken, keyOf(sender), escrow.publicKey, amount)
  }

  function unsigned(payer: string, instructions: readonly TransactionInstruction[]) {
    const { hash, slot } = ledger.latestBlockhash()
    const transaction = compileTransaction(keyOf(payer), hash, instructions)
    return {
      transaction: Buffer.from(transaction.serialize()).toString('base64'),
      lastValidBlockHeight: slot + blockhashLifetime,
    }
  }

  function transferOf(entry: LedgerEntry): readonly Transfer[] {
    const ticket = entry.error === null ? decodeTransferMemo(entry) : undefined
    const place = entry.keys.indexOf(inbox)
    const held = (side: 'before' | 'after') => BigInt(entry[side][place]?.token?.uiTokenAmount.amount ?? 0)
    const amount = held('after') - held('before')
    if (!ticket || amount <= 0n) return []
    return [
      {
        key: `${chainId}:${entry.signature}`,
        source: chainId,
        deposit: entry.signature,
        sender: entry.keys[0]!,
        amount: rescale(amount, bridgeToken.decimals, bridgeDecimals),
        destination: ticket.chain,
        token: ticket.token,
        recipient: ticket.recipient,
        minOut: ticket.minOut,
        deadline: ticket.deadline,
      },
    ]
  }

  function escrowState({ deposit }: Transfer): 'open' | 'released' | 'refunded' {
    const notes = ledger.entriesOf(inbox).flatMap((entry) => (entry.error === null ? memosOf(entry) : []))
    if (notes.includes(`release:${deposit}`)) return 'released'
    return notes.includes(`refund:${deposit}`) ? 'refunded' : 'open'
  }

  /** Looking and acting happen in one breath, so no escrow is emptied twice. */
  function settle(transfer: Transfer, deed: 'release' | 'refund', to: string) {
    if (escrowState(transfer) !== 'open') return
    const units = rescale(transfer.amount, bridgeDecimals, bridgeToken.decimals)
    const instructions = [
      ...accountInstructions(bridgeToken, keyOf(to), escrow.publicKey),
      transferInstruction(bridgeToken, escrow.publicKey, keyOf(to), units),
      memoInstruction(`${deed}:${transfer.deposit}`),
    ]
    const transaction = compileTransaction(escrow.publicKey, ledger.latestBlockhash().hash, instructions)
    transaction.sign([escrow])
    const { error } = ledger.submit(transaction.serialize())
    if (error !== null) throw new SettlementFailed(deed, JSON.stringify(error))
  }

  function payoutOf(token: MakerToken, amount: bigint): bigint {
    const units = rescale(afterFee(amount), bridgeDecimals, bridgeToken.decimals)
    return token === bridgeToken ? units : marketMaker.quote({ sell: bridgeToken, buy: token, amountIn: units })
  }

  function prepare({ key, token, amount, recipient, minOut }: Transfer): string {
    const bought = marketMaker.tokens.find((listed) => (listed.mint?.toBase58() ?? 'native') === token)
    if (!bought) throw new PayoutImpossible(`${token} is not traded on this Solana.`)
    if (!isKey(recipient)) throw new PayoutImpossible(`${recipient} is no address on Solana.`)
    const units = payoutOf(bought, amount)
    if (units < minOut) throw new PayoutImpossible('It would be less than the minimum.')
    const signed = marketMaker.payout({ token: bought, recipient, amount: units, note: `fill:${key}` })
    if (!signed) throw new PayoutImpossible('The marketMaker does not hold enough.')
    return signed.transaction
  }

  function send(payment: string) {
    try {
      const { error } = ledger.submit(bytesOf(payment))
      if (error !== null) throw new PayoutImpossible(`The payout failed on chain: ${JSON.stringify(error)}.`)
    } catch (error) {
      if (error instanceof SolanaRpcError && find(payment).is !== 'not seen') return
      throw error
    }
  }

  /** A signed transaction lands at most once, and only while its blockhash lives. */
  function find(payment: string) {
    const { signatures, message } = parseTransaction(bytesOf(payment))
    const entry = ledger.entry(bs58.encode(signatures[0]!))
    if (entry?.error === null) return { is: 'paid', transaction: entry.signature } as const
    if (entry || !ledger.isLive(message.recentBlockhash)) return { is: 'lapsed' } as const
    return { is: 'not seen' } as const
  }
}

function memosOf({ transaction, keys }: LedgerEntry): readonly string[] {
  return transaction.message.compiledInstructions
    .filter(({ programIdIndex }) => keys[programIdIndex]?.startsWith('Memo'))
    .map(({ data }) => Buffer.from(data).toString())
}

export function encodeTransferMemo({ chain, token, recipient, minOut, deadline }: TransferMemo): string {
  return [memoPrefix, chain, token, recipient, minOut, deadline].join(' ')
}

function decodeTransferMemo(entry: LedgerEntry): TransferMemo | undefined {
  for (const note of memosOf(entry)) {
    const [mark, chain, token, recipient, minOut, deadline, ...rest] = note.split(' ')
    if (mark !== memoPrefix || rest.length > 0 || !token || !recipient) continue
    if (![chain, minOut, deadline].every((number) => number && /^\d{1,40}$/.test(number))) continue
    return { chain: Number(chain), token, recipient, minOut: BigInt(minOut!), deadline: Number(deadline) }
  }
  return undefined
}

function bytesOf(payment: string): Uint8Array {
  return new Uint8Array(Buffer.from(payment, 'base64'))
}

function keyOf(address: string): PublicKey {
  return new PublicKey(address)
}

function isKey(address: string): boolean {
  try {
    return new PublicKey(address).toBytes().length === 32
  } catch {
    return false
  }
}

/** The escrow of the local Solana could not be emptied. */
class SettlementFailed extends Error {
  override readonly name = 'SettlementFailed'

  constructor(deed: string, why: string) {
    super(`The ${deed} on Solana failed: ${why}.`)
  }
}
