import type { Decimal } from './json/decimal'
import type { Json, JsonObject } from './json/json'
import type { ParsedElements } from './json/streamingArray'

export type { Decimal }

/*
 * The messages of the service, named as in its specification (sections 2 and 4).
 * Values of unspecified type are kept as JSON. `rest` holds members that the specification does not name or that could
 * not be read: a transaction whose `value` is "abc" has `value: undefined` and `rest.value: 'abc'`.
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
  /** The number as sent; its unit is a setting of the deployment (`slippageUnit`). */
  readonly slippage: number
  /** Whole tokens as decimal text. */
  readonly amount: Decimal
  readonly sender: string
  readonly recipient: string
  readonly skipNonSwapTransactions: boolean
}

export type SwapAnswer = {
  readonly path: readonly string[]
  /** In the order of the answer; not yet sorted or checked. */
  readonly transactions: readonly TransactionRecord[]
  readonly dexToUse: string | undefined
  readonly minAmountOut: Decimal | undefined
  /** Not in the specification, but sent by real deployments. */
  readonly expectedAmountOut: Decimal | undefined
  readonly rest: JsonObject
}

export type TransactionRecord = {
  readonly type: Json
  readonly data: Json
  /** `undefined` when left out; an unusable value, `null` included, is in `rest`. */
  readonly order: number | undefined
  /** `undefined` when unusable; the value as sent is in `rest`. */
  readonly value: Decimal | undefined
  readonly gasAmount: Decimal | undefined
  readonly gasUsd: Decimal | undefined
  readonly to: string | undefined
  readonly chainType: Json
  readonly rpcUrl: string | undefined
  readonly rest: JsonObject
}

export type AddLiquidityRequest = {
  /** Whole tokens as exact decimal text. */
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
