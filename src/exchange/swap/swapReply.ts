import { fromUnits } from '../../domain/amount'
import { type JsonObject, jsonNumber } from '../../protocol/json/json'
import { answerWith } from '../http/reply'

/** A prepared swap, in smallest units of the bought token. */
export type SwapOffer = {
  readonly transactions: readonly JsonObject[]
  /** Symbols from the sold token to the bought one. */
  readonly path: readonly string[]
  readonly dex: string
  readonly bought: { readonly decimals: number }
  readonly expected: bigint
  readonly minimumReceived: bigint
}

export function swapReply({ transactions, path, dex, bought, expected, minimumReceived }: SwapOffer): Response {
  return answerWith(201, 'The transactions are ready to be signed.', {
    path,
    transactions,
    dexToUse: dex,
    minAmountOut: jsonNumber(fromUnits(minimumReceived, bought.decimals)),
    expectedAmountOut: jsonNumber(fromUnits(expected, bought.decimals)),
  })
}
