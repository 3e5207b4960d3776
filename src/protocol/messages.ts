import type { Decimal } from './decimal'
import type { Json, JsonObject } from './json'
import type { ParsedElements } from './streamingArray'

export type { Decimal }

/*
 * The messages of the service, in the words of its specification (sections 2 and 4).
 * Open types stay the JSON they came as. `rest` holds members the specification does not name, and those
 * that could not be read: a transaction whose `value` is "abc" has `value: undefined` and `rest.value: 'abc'`.
 */

export type Envelope<Data> = { readonly message: string; readonly data: Data; readonly status: Json }

export type ChainRecord = {
  readonly id: number | undefined
  readonly name: string
  readonly routerSlug: string
  readonly chainId: number
  readonly messageReceiver: Json
  readonly status: Json
  readonly type: Json
  /** Absent when the chain is nested in a currency. */
  readonly chainCurrencies?: readonly ChainCurrencyRecord[]
  readonly createdAt: string
  readonly updatedAt: string
  readonly rest: JsonObject
}

export type ChainCurrencyRecord = {
  readonly id: number
  readonly address: string
  readonly chainId: number | undefined
  readonly currencyId: number | undefined
  readonly chain: ChainRecord | undefined
  readonly type: Json
  readonly relatedCurrencyId: number | null
  readonly relatedCurrency: Json
  readonly currency: CurrencyRecord
  readonly createdAt: string
  readonly updatedAt: string
  readonly rest: JsonObject
}

export type CurrencyRecord = {
  readonly id: number | undefined
  readonly name: string
  readonly ticker: string
  readonly decimals: number
  readonly price: Decimal | undefined
  readonly relativeImagePath: string | undefined
  readonly createdAt: string
  readonly updatedAt: string
  readonly rest: JsonObject
}

export type SwapRequest = {
  readonly tokenAId: number
  readonly tokenBId: number
  /** The raw number of the wire; its unit is a setting of the deployment. */
  readonly slippage: number
  /** Whole tokens as decimal text. */
  readonly amount: Decimal
  readonly sender: string
  readonly recipient: string
  readonly skipNonSwapTransactions: boolean
}

export type SwapAnswer = {
  readonly path: readonly string[]
  /** As the service ordered them; not yet sorted or checked. */
  readonly transactions: readonly TransactionRecord[]
  readonly dexToUse: string | undefined
  readonly minAmountOut: Decimal | undefined
  /** Not in the specification; real deployments send it. */
  readonly expectedAmountOut: Decimal | undefined
  readonly rest: JsonObject
}

export type TransactionRecord = {
  readonly type: Json
  readonly data: Json
  /** `undefined` where it was left out; what is no place stays in `rest`, `null` included. */
  readonly order: number | undefined
  /** What is no amount stays in `rest`. */
  readonly value: Decimal | undefined
  readonly gasAmount: Decimal | undefined
  readonly gasUsd: Decimal | undefined
  readonly to: string | undefined
  readonly chainType: Json
  readonly rpcUrl: string | undefined
  readonly rest: JsonObject
}

export type AddLiquidityRequest = {
  /** Exact decimal literals of whole tokens. */
  readonly amountA: Decimal
  readonly amountB: Decimal
  readonly tokenAId: number
  readonly tokenBId: number
  readonly tickLower: number
  readonly tickUpper: number
  readonly networkName: string
  readonly recipient: string
  readonly creationTick: number
}

/** `data` of the answer to an add, kept as it came: null, transactions, or something else. */
export type AddLiquidityAnswer = Json

/** The pools of a network: records kept as they came (their fields are not specified). */
export type PoolsAnswer = {
  readonly records: readonly JsonObject[]
  /** The keys the records were found under when the list was a map. */
  readonly keys: readonly string[] | undefined
  /** The path of a record in the body, `$.data[]` or `$.data.pools.*`; `null` when there was no data at all. */
  readonly recordsPath: string | null
  /** Lets the next answer take over records that did not change. */
  readonly elements: ParsedElements
}
