import { anyJson, type DecodedMembers, decimal, integer, string } from './decoder'
import { type DecodeResult, decodeEnvelope, type RawResponse } from './envelope'
import { type Json, jsonNumber, writeJson } from './json/json'

/** Decodes the answer to `POST /api/amm/interactions/add`; `readDepositAnswer` interprets its `data`. */
export function decodeAddLiquidity(heard: RawResponse): DecodeResult<Json> {
  return decodeEnvelope(heard, anyJson)
}

/** Encodes the body of `POST /api/amm/interactions/add`; amounts keep every digit. */
export function encodeAddLiquidityRequest(request: DecodedMembers<typeof addLiquidityRequest>): string {
  const { amountA, amountB, tokenAId, tokenBId, tickLower, tickUpper, networkName, recipient, creationTick } = request
  const amounts = { amountA: jsonNumber(amountA), amountB: jsonNumber(amountB) }
  return writeJson({ ...amounts, tokenAId, tokenBId, tickLower, tickUpper, networkName, recipient, creationTick })
}

export const addLiquidityRequest = {
  // Whole tokens.
  amountA: decimal,
  amountB: decimal,
  tokenAId: integer,
  tokenBId: integer,
  tickLower: integer,
  tickUpper: integer,
  networkName: string,
  recipient: string,
  creationTick: integer,
}
