import { PublicKey } from '@solana/web3.js'
import bs58 from 'bs58'
import type { MakerToken } from '../solana/instructions'
import type { SolanaLedger } from '../solana/ledger'
import { parseTransaction } from '../solana/ledgerEntry'
import type { MarketMaker } from '../solana/maker/marketMaker'
import { SolanaRpcError } from '../solana/rpcError'
import { afterBridgeFee, bridgeDecimals, rescale } from './amounts'
import { PayoutImpossible, type PayoutStatus, type Transfer, type TransferDestination } from './transfer'

export type SolanaTransferDestination = TransferDestination & {
  /** The payout for `amount` of the bridge token (18 decimals) now; zero when nothing can be paid out. */
  readonly quote: (token: MakerToken, amount: bigint) => bigint
}

/** Pays out from the market maker's account, at its price. */
export function solanaDestination(
  ledger: SolanaLedger,
  marketMaker: MarketMaker,
  bridgeToken: MakerToken,
): SolanaTransferDestination {
  return {
    quote: (token, amount) => {
      const units = payoutUnits(token, amount)
      return units <= marketMaker.available(token) ? units : 0n
    },
    prepare: async (transfer) => prepare(transfer),
    send: async (_, payment) => send(payment),
    find: async (_, payment) => find(payment),
  }

  function payoutUnits(token: MakerToken, amount: bigint): bigint {
    const units = rescale(afterBridgeFee(amount), bridgeDecimals, bridgeToken.decimals)
    return token === bridgeToken ? units : marketMaker.quote({ sell: bridgeToken, buy: token, amountIn: units })
  }

  function prepare({ key, token, amount, recipient, minimumReceived }: Transfer): string {
    const bought = marketMaker.tokens.find((listed) => (listed.mint?.toBase58() ?? 'native') === token)
    if (!bought) throw new PayoutImpossible(`${token} is not traded on this Solana.`)
    if (!isPublicKey(recipient)) throw new PayoutImpossible(`${recipient} is no address on Solana.`)
    const units = payoutUnits(bought, amount)
    if (units < minimumReceived) throw new PayoutImpossible('It would be less than the minimum.')
    const signed = marketMaker.payout({ token: bought, recipient, amount: units, note: `fill:${key}` })
    if (!signed) throw new PayoutImpossible('The market maker does not hold enough.')
    return signed.transaction
  }

  function send(payment: string) {
    try {
      const { error } = ledger.submit(fromBase64(payment))
      if (error !== null) throw new PayoutImpossible(`The payout failed on chain: ${JSON.stringify(error)}.`)
    } catch (error) {
      // The ledger refuses transactions that it already has, or that have expired: in both cases their status is known.
      if (error instanceof SolanaRpcError && find(payment).is !== 'not seen') return
      throw error
    }
  }

  /** A signed transaction lands at most once, and only while its blockhash is live. */
  function find(payment: string): PayoutStatus {
    const { signatures, message } = parseTransaction(fromBase64(payment))
    const entry = ledger.entry(bs58.encode(signatures[0]!))
    if (entry?.error === null) return { is: 'paid', transaction: entry.signature }
    if (entry || !ledger.isLive(message.recentBlockhash)) return { is: 'lapsed' }
    return { is: 'not seen' }
  }
}

function fromBase64(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64'))
}

function isPublicKey(address: string): boolean {
  try {
    return new PublicKey(address).toBytes().length === 32
  } catch {
    return false
  }
}
