import type { chain, chainCurrency } from './chains'
import type { Decoded, DecodedMembers } from './decoder'
import type { ParsedElements } from './json/elements'
import type { Json, JsonObject } from './json/json'
import type { addLiquidityRequest } from './liquidity'
import type { swap, swapRequest, transaction } from './swap'

/*
 * The messages of the service, named as in its specification (sections 2 and 4). Their types follow from the decoders;
 * values of unspecified type are kept as JSON.
 */

export type ChainRecord = Decoded<typeof chain>
export type ChainCurrencyRecord = Decoded<typeof chainCurrency>
export type SwapRequest = DecodedMembers<typeof swapRequest>
export type SwapAnswer = Decoded<typeof swap>
export type TransactionRecord = Decoded<typeof transaction>
export type AddLiquidityRequest = DecodedMembers<typeof addLiquidityRequest>

/** `data` of the answer to an add-liquidity request, unchanged: null, transactions, or something else. */
export type AddLiquidityAnswer = Json

/** The pools of a network; records are kept unchanged, since their fields are not specified. */
export type PoolsAnswer = {
  readonly records: readonly JsonObject[]
  /** The keys of the records when the list was a map. */
  readonly keys: readonly string[] | undefined
  /** The path of a record in the body, `$.data[]` or `$.data.pools.*`; `null` when there was no data. */
  readonly recordsPath: string | null
  /** The parsed elements, from which the next answer reuses unchanged records. */
  readonly elements: ParsedElements
}
