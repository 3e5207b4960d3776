import {
  anyJson,
  array,
  boolean,
  type Decoded,
  type DecodedMembers,
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
} from './decoder'
import { type DecodeResult, decodeEnvelope, type RawResponse } from './envelope'
import { writeJson } from './json/json'

/** Decodes the answer to `POST /api/swap/native`. */
export function decodeSwap(heard: RawResponse): DecodeResult<Decoded<typeof swap>> {
  return decodeEnvelope(heard, swap)
}

/** Encodes the body of `POST /api/swap/native`. */
export function encodeSwapRequest(request: DecodedMembers<typeof swapRequest>): string {
  const { tokenAId, tokenBId, slippage, amount, sender, recipient, skipNonSwapTransactions } = request
  return writeJson({ tokenAId, tokenBId, slippage, amount, sender, recipient, skipNonSwapTransactions })
}

export const swapRequest = {
  tokenAId: integer,
  tokenBId: integer,
  /** The number as sent; its unit is a setting of the deployment (`slippageUnit`). */
  slippage: fallback(number, 50),
  /** Whole tokens as decimal text. */
  amount: string,
  sender: string,
  recipient: string,
  skipNonSwapTransactions: fallback(boolean, false),
}

export const transaction = looseObject({
  type: anyJson,
  data: anyJson,
  /** `undefined` when left out; an unusable value, `null` included, is in `rest`. */
  order: leftOutOr(integer),
  /** `undefined` when unusable; the value as sent is in `rest`. */
  value: fallback(hexOrDecimal, undefined),
  gasAmount: fallback(decimal, undefined),
  gasUsd: fallback(decimal, undefined),
  to: fallback(string, undefined),
  chainType: anyJson,
  rpcUrl: fallback(string, undefined),
})

/** The route is shown in one line, so names of its exchanges and tokens are cut. */
const maxHopLength = 60

export const swap = looseObject({
  path: fallback(lenientArray(displayText(maxHopLength), 'M-089', 'hop'), none()),
  // In the order of the answer. Dropping an unreadable one would change the plan, so it refuses the whole answer.
  transactions: array(transaction),
  dexToUse: fallback(displayText(maxHopLength), undefined),
  minAmountOut: fallback(decimal, undefined),
  /** Not in the specification, but sent by real deployments. */
  expectedAmountOut: optional(decimal),
})

function none(): readonly string[] {
  return []
}
