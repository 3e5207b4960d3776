import { anyJson, decimal, integer, string } from './codec'
import { type DecodeResult, decodeEnvelope, encodeEnvelope, type RawResponse } from './envelope'
import type { JsonObject } from './json'
import type { AddLiquidityAnswer, AddLiquidityRequest, Envelope } from './messages'
import { type DecodedRequest, requestCodec } from './request'

/** The answer to `POST /api/amm/interactions/add`; the caller interprets its `data`. */
export function decodeAddLiquidity(heard: RawResponse): DecodeResult<AddLiquidityAnswer> {
  return decodeEnvelope(heard, anyJson)
}

export function encodeAddLiquidity(envelope: Envelope<AddLiquidityAnswer>): string {
  return encodeEnvelope(envelope, anyJson)
}

/** The body of `POST /api/amm/interactions/add`; amounts are written digit by digit. */
export function encodeAddLiquidityRequest(request: AddLiquidityRequest): string {
  return addLiquidityRequest.encode(request)
}

/** Reads the types only: whether the request makes sense is for the service to say. */
export function decodeAddLiquidityRequest(body: JsonObject): DecodedRequest<AddLiquidityRequest> {
  return addLiquidityRequest.decode(body)
}

const addLiquidityRequest = requestCodec<AddLiquidityRequest>({
  amountA: decimal,
  amountB: decimal,
  tokenAId: integer,
  tokenBId: integer,
  tickLower: integer,
  tickUpper: integer,
  networkName: string,
  recipient: string,
  creationTick: integer,
})
