import {
  anyJson,
  array,
  boolean,
  decimal,
  displayText,
  fallback,
  hexOrDecimal,
  integer,
  leftOutOr,
  lenientArray,
  looseObject,
  number,
  optional,
  string,
} from './codec'
import { type DecodeResult, decodeEnvelope, encodeEnvelope, type RawResponse } from './envelope'
import type { JsonObject } from './json/json'
import { type DecodedRequest, requestCodec } from './request'
import type { Envelope, SwapAnswer, SwapRequest, TransactionRecord } from './serviceMessages'

/** Decodes the answer to `POST /api/swap/native`. */
export function decodeSwap(heard: RawResponse): DecodeResult<SwapAnswer> {
  return decodeEnvelope(heard, swap)
}

export function encodeSwap(envelope: Envelope<SwapAnswer>): string {
  return encodeEnvelope(envelope, swap)
}

/** Encodes the body of `POST /api/swap/native`. */
export function encodeSwapRequest(request: SwapRequest): string {
  return swapRequest.encode(request)
}

/** Decodes the types only; the service validates the values. */
export function decodeSwapRequest(body: JsonObject): DecodedRequest<SwapRequest> {
  return swapRequest.decode(body)
}

const swapRequest = requestCodec<SwapRequest>({
  tokenAId: integer,
  tokenBId: integer,
  slippage: fallback(number, 50),
  amount: string,
  sender: string,
  recipient: string,
  skipNonSwapTransactions: fallback(boolean, false),
})

export const transaction = looseObject<TransactionRecord>({
  type: anyJson,
  data: anyJson,
  order: leftOutOr(integer),
  value: fallback(hexOrDecimal, undefined),
  gasAmount: fallback(decimal, undefined),
  gasUsd: fallback(decimal, undefined),
  to: fallback(string, undefined),
  chainType: anyJson,
  rpcUrl: fallback(string, undefined),
})

/** The route is shown in one line, so names of its exchanges and tokens are cut. */
const maxHopLength = 60

const swap = looseObject<SwapAnswer>({
  path: fallback(lenientArray(displayText(maxHopLength), 'M-089', 'hop'), none()),
  // Dropping one unreadable transaction would change the plan, so it refuses the whole answer.
  transactions: array(transaction),
  dexToUse: fallback(displayText(maxHopLength), undefined),
  minAmountOut: fallback(decimal, undefined),
  expectedAmountOut: optional(decimal),
})

function none(): readonly string[] {
  return []
}
