import { fromUnits } from '../../domain/amount'
import type { TransactionRecord } from '../../protocol/serviceMessages'
import { encodeSwap } from '../../protocol/swap'
import type { Reply } from '../http/reply'

/** A prepared swap, in smallest units of the bought token. */
export type SwapOffer = {
  readonly transactions: readonly TransactionRecord[]
  /** Symbols from the sold token to the bought one. */
  readonly path: readonly string[]
  readonly dex: string
  readonly bought: { readonly decimals: number }
  readonly expected: bigint
  readonly minimumReceived: bigint
}

export function swapReply({ transactions, path, dex, bought, expected, minimumReceived }: SwapOffer): Reply {
  const data = {
    path,
    transactions,
    dexToUse: dex,
    minAmountOut: fromUnits(minimumReceived, bought.decimals),
    expectedAmountOut: fromUnits(expected, bought.decimals),
    rest: {},
  }
  const message = 'The transactions are ready to be signed.'
  return { status: 201, body: encodeSwap({ message, data, status: true }) }
}
