import { decimal, form, integer, open, text } from './codec'
import { decodeEnvelope, encodeEnvelope, type Heard, type Reading } from './envelope'
import { writeJson } from './json'
import type { AddLiquidityAnswer, AddLiquidityRequest, Envelope } from './messages'
import { decodeRequest, type RequestReading } from './request'

/** The answer to `POST /api/amm/interactions/add`: what its `data` means is decided by whoever asked. */
export function decodeAddLiquidity(heard: Heard): Reading<AddLiquidityAnswer> {
  return decodeEnvelope(heard, open)
}

export function encodeAddLiquidity(envelope: Envelope<AddLiquidityAnswer>): string {
  return encodeEnvelope(envelope, open)
}

/** The body of `POST /api/amm/interactions/add`; amounts are written digit by digit. */
export function encodeAddLiquidityRequest(request: AddLiquidityRequest): string {
  return writeJson(addLiquidityRequest.write(request) ?? null)
}

export function decodeAddLiquidityRequest(body: string): RequestReading<AddLiquidityRequest> {
  return decodeRequest(body, addLiquidityRequest)
}

const addLiquidityRequest = form<AddLiquidityRequest>({
  amountA: decimal,
  amountB: decimal,
  tokenAId: integer,
  tokenBId: integer,
  tickLower: integer,
  tickUpper: integer,
  networkName: text,
  recipient: text,
  creationTick: integer,
})
