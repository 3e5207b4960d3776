import { anyJson, decimal, integer, string } from './codec'
import { type DecodeResult, decodeEnvelope, encodeEnvelope, type RawResponse } from './envelope'
import type { JsonObject } from './json/json'
import { type DecodedRequest, requestCodec } from './request'
import type { AddLiquidityAnswer, AddLiquidityRequest, Envelope } from './serviceMessages'

/** Decodes the answer to `POST /api/amm/interactions/add`; `readDepositAnswer` interprets its `data`. */
export function decodeAddLiquidity(heard: RawResponse): DecodeResult<AddLiquidityAnswer> {
  return decodeEnvelope(heard, anyJson)
}

export function encodeAddLiquidity(envelope: Envelope<AddLiquidityAnswer>): string {
  return encodeEnvelope(envelope, anyJson)
}

/** Encodes the body of `POST /api/amm/interactions/add`; amounts keep every digit. */
export function encodeAddLiquidityRequest(request: AddLiquidityRequest): string {
  return addLiquidityRequest.encode(request)
}

/** Decodes the types only; the service validates the values. */
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
