import { fromUnits } from '../../domain/amount'
import { type JsonObject, jsonNumber } from '../../protocol/json'
import { type Reply, replyWith } from '../http/reply'

/** A swap as it is told to the client. */
export type SwapOffer = {
  readonly transactions: readonly JsonObject[]
  /** Symbols from the sold token to the bought one. */
  readonly path: readonly string[]
  readonly dex: string
  readonly bought: { readonly decimals: number }
  /** Smallest units of the bought token. */
  readonly expected: bigint
  readonly minimum: bigint
}

export function swapReply({ transactions, path, dex, bought, expected, minimum }: SwapOffer): Reply {
  const data = {
    path,
    transactions,
    dexToUse: dex,
    minAmountOut: jsonNumber(fromUnits(minimum, bought.decimals)),
    expectedAmountOut: jsonNumber(fromUnits(expected, bought.decimals)),
  }
  return replyWith(data, { status: 201, message: 'The transactions are ready to be signed.' })
}
