import { PublicKey } from '@solana/web3.js'
import type { MakerToken } from '../solana/instructions'
import type { SolanaLedger } from '../solana/ledger'
import type { MarketMaker } from '../solana/maker/marketMaker'
import { afterBridgeFee, bridgeDecimals, rescale } from './amounts'
import { PayoutImpossible, type Transfer, type TransferDestination } from './transfer'

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
  /** The ledger ends with this process, so payments on it can be remembered here. */
  const paid = new Set<string>()

  return {
    quote: (token, amount) => {
      const units = payoutUnits(token, amount)
      return units <= marketMaker.available(token) ? units : 0n
    },
    isPaid: async ({ key }) => paid.has(key),
    pay: async (transfer) => pay(transfer),
  }

  function payoutUnits(token: MakerToken, amount: bigint): bigint {
    const units = rescale(afterBridgeFee(amount), bridgeDecimals, bridgeToken.decimals)
    return token === bridgeToken ? units : marketMaker.quote({ sell: bridgeToken, buy: token, amountIn: units })
  }

  function pay({ key, token, amount, recipient, minimumReceived }: Transfer) {
    const bought = marketMaker.tokens.find((listed) => (listed.mint?.toBase58() ?? 'native') === token)
    if (!bought) throw new PayoutImpossible(`${token} is not traded on this Solana.`)
    if (!isPublicKey(recipient)) throw new PayoutImpossible(`${recipient} is no address on Solana.`)
    const units = payoutUnits(bought, amount)
    if (units < minimumReceived) throw new PayoutImpossible('It would be less than the minimum.')
    const signed = marketMaker.payout({ token: bought, recipient, amount: units, note: `fill:${key}` })
    if (!signed) throw new PayoutImpossible('The market maker does not hold enough.')
    const { error } = ledger.submit(new Uint8Array(Buffer.from(signed.transaction, 'base64')))
    if (error !== null) throw new PayoutImpossible(`The payout failed on chain: ${JSON.stringify(error)}.`)
    paid.add(key)
  }
}

function isPublicKey(address: string): boolean {
  try {
    return new PublicKey(address).toBytes().length === 32
  } catch {
    return false
  }
}
