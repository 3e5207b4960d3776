import { Keypair, PublicKey } from '@solana/web3.js'
import { blockhashLifetime } from '../solana/blockhashes'
import {
  compileTransaction,
  type MakerToken,
  memoInstruction,
  transactionToBase64,
  transferInstruction,
} from '../solana/instructions'
import type { SolanaLedger } from '../solana/ledger'
import type { MarketMaker, SignedOffer } from '../solana/maker/marketMaker'
import { associatedAddress } from '../solana/tokenProgram'
import { type SolanaTransferDestination, solanaDestination } from './solanaDestination'
import { solanaSource } from './solanaSource'
import type { TransferSource } from './transfer'
import { encodeTransferMemo, type TransferMemo } from './transferMemo'

/** The bridge on the local Solana. */
export type SolanaBridge = {
  readonly source: TransferSource
  readonly destination: SolanaTransferDestination
  /** Deposits go to the token account of this address, whose key the exchange holds. */
  readonly escrow: string
  /** That token account, the only one watched. */
  readonly escrowAccount: string
  readonly bridgeToken: MakerToken
  /**
   * Prepares a deposit for the sender to sign; other tokens are sold to the market maker in the same transaction.
   * `undefined` when the market maker cannot buy that much.
   */
  readonly prepareDeposit: (deposit: SolanaDeposit) => PreparedDeposit | undefined
}

type SolanaDeposit = {
  readonly sell: MakerToken
  readonly amountIn: bigint
  readonly sender: string
  readonly memo: TransferMemo
}

/** `amountOut` and `escrowed` are amounts of the bridge token. */
type PreparedDeposit = SignedOffer & { readonly escrowed: bigint }

export function createSolanaBridge(chainId: number, ledger: SolanaLedger, marketMaker: MarketMaker): SolanaBridge {
  const key = Keypair.generate()
  const escrow = key.publicKey.toBase58()
  const bridgeToken = marketMaker.tokens.find(({ symbol }) => symbol === 'USDC')!
  // Creates the escrow's token account, so that a deposit does not have to.
  marketMaker.fund(escrow, bridgeToken, 1n)
  ledger.airdrop(escrow, 1_000_000_000n)

  return {
    escrow,
    escrowAccount: associatedAddress(bridgeToken.mint!, key.publicKey).toBase58(),
    bridgeToken,
    prepareDeposit,
    source: solanaSource({ chainId, ledger, key, bridgeToken, marketMaker: marketMaker.address }),
    destination: solanaDestination(ledger, marketMaker, bridgeToken),
  }

  function prepareDeposit({ sell, amountIn, sender, memo }: SolanaDeposit): PreparedDeposit | undefined {
    const note = encodeTransferMemo(memo)
    if (sell !== bridgeToken) {
      const offer = marketMaker.offer({ sell, buy: bridgeToken, amountIn, sender, recipient: escrow, note })
      return offer && { ...offer, escrowed: offer.amountOut }
    }
    const from = new PublicKey(sender)
    const { hash, slot } = ledger.latestBlockhash()
    const transaction = compileTransaction(from, hash, [
      transferInstruction(bridgeToken, from, key.publicKey, amountIn),
      memoInstruction(note),
    ])
    const lastValidBlockHeight = slot + blockhashLifetime
    return {
      transaction: transactionToBase64(transaction),
      lastValidBlockHeight,
      amountOut: amountIn,
      escrowed: amountIn,
    }
  }
}
