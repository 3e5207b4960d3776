import { anyJson, decimal, integer, strictObject, string } from './codec'
import { type DecodeResult, decodeEnvelope, encodeEnvelope, type RawResponse } from './envelope'
import { writeJson } from './json'
import type { AddLiquidityAnswer, AddLiquidityRequest, Envelope } from './messages'
import { decodeRequest, type RequestDecodeResult } from './request'

/** The answer to `POST /api/amm/interactions/add`: what its `data` means is decided by whoever asked. */
export function decodeAddLiquidity(heard: RawResponse): DecodeResult<AddLiquidityAnswer> {
  return decodeEnvelope(heard, anyJson)
}

export function encodeAddLiquidity(envelope: Envelope<AddLiquidityAnswer>): string {
  return encodeEnvelope(envelope, anyJson)
}

/** The body of `POST /api/amm/interactions/add`; amounts are written digit by digit. */
export function encodeAddLiquidityRequest(request: AddLiquidityRequest): string {
  return writeJson(addLiquidityRequest.write(request) ?? null)
}

export function decodeAddLiquidityRequest(body: string): RequestDecodeResult<AddLiquidityRequest> {
  return decodeRequest(body, addLiquidityRequest)
}

const addLiquidityRequest = strictObject<AddLiquidityRequest>({
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
