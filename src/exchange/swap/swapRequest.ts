import type { JsonObject } from '../../protocol/json/json'
import { decodeRequest, type RequestMember } from '../../protocol/request'
import { swapRequest } from '../../protocol/swap'
import { type ExchangeContext, findSwapSide, type SwapSide } from '../context'
import { rejection } from '../http/reply'
import { createRequestReader, parseUnits, partyField, type RequestReader } from '../requestFields'

/** A validated swap request, in smallest units. */
export type ResolvedSwap<Sold extends SwapSide = SwapSide, Bought extends SwapSide = SwapSide> = {
  readonly sold: Sold
  readonly bought: Bought
  readonly units: bigint
  /** Slippage tolerance in millionths. */
  readonly slippagePpm: bigint
  /** An address on the chain of the sold token. */
  readonly sender: string
  /** An address on the chain of the bought token. */
  readonly recipient: string
  /** Approvals are left out, and the sender's account is not read. */
  readonly isSwapOnly: boolean
}

/** Validates the body of `POST /api/swap/native`. Throws a refusal that lists everything that is wrong with it. */
export function resolveSwap(body: JsonObject, context: ExchangeContext): ResolvedSwap {
  const request = decodeRequest(swapRequest, body)
  const reader = createRequestReader()
  const idA = reader.id(request.tokenAId, 'tokenAId')
  const idB = reader.id(request.tokenBId, 'tokenBId')
  if (idA !== undefined && idA === idB) reader.refuse('tokenAId and tokenBId name the same token.')
  const sold = idA === undefined ? undefined : findSwapSide(context, idA)
  const bought = idB === undefined ? undefined : findSwapSide(context, idB)
  const units = unitsField(reader, request.amount, sold)
  const slippagePpm = slippageField(reader, request.slippage)
  const sender = partyField(reader, request.sender, 'sender', sold, context)
  const recipient = partyField(reader, request.recipient, 'recipient', bought, context)
  const isSwapOnly = reader.strict(request.skipNonSwapTransactions, 'skipNonSwapTransactions', 'true or false')
  if (units === undefined || slippagePpm === undefined || sender === undefined || recipient === undefined)
    throw rejection(400, ...reader.problems)
  if (isSwapOnly === undefined || reader.problems.length > 0) throw rejection(400, ...reader.problems)

  const unknown = [
    ...(sold ? [] : [`No token has the id ${idA} (tokenAId).`]),
    ...(bought ? [] : [`No token has the id ${idB} (tokenBId).`]),
  ]
  if (!sold || !bought) throw rejection(404, ...unknown)
  return { sold, bought, units, slippagePpm, sender, recipient, isSwapOnly }
}

/** The minimum after slippage, rounded up in favour of the buyer. */
export function atLeast(expected: bigint, slippagePpm: bigint): bigint {
  return (expected * (1_000_000n - slippagePpm) + 999_999n) / 1_000_000n
}

/** Text, as specified; a number, which earlier versions of the request sent, is accepted as text. */
function unitsField(reader: RequestReader, amount: RequestMember<string>, sold: SwapSide | undefined) {
  if (amount.is === 'missing') return reader.refuse('amount is missing.')
  if (amount.is === 'wrong type' || !/^\d{1,60}(\.\d{1,60})?$/.test(amount.value))
    return reader.refuse('amount must be a positive decimal number as text, such as "1.5".')
  if (!/[1-9]/.test(amount.value)) return reader.refuse('amount must be more than zero.')
  return sold ? parseUnits(reader, 'amount', amount.value, sold.token) : 0n
}

function slippageField({ strict, refuse }: RequestReader, member: RequestMember<number>) {
  const bps = strict(member, 'slippage', 'a number of basis points, such as 50 for 0.5 %')
  if (bps === undefined) return undefined
  if (bps < 10) return refuse('slippage must not be less than 10 (basis points).')
  if (bps > 5_000) return refuse('slippage must not be more than 5000 (basis points, half of everything).')
  return BigInt(Math.floor(bps * 100))
}
