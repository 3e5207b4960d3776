import type { JsonObject } from '../../protocol/json/json'
import type { RequestMember } from '../../protocol/request'
import { decodeSwapRequest } from '../../protocol/swap'
import type { ExchangeContext } from '../context'
import { type Reply, rejectWith } from '../http/reply'
import {
  fieldValue,
  idField,
  parseUnits,
  partyField,
  problemsOf,
  type RequestField,
  strictField,
} from '../requestFields'
import { findSwapSide, type SwapSide } from './swapSide'

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

/** Validates the body of `POST /api/swap/native`, or lists everything that is wrong with it. */
export function resolveSwap(
  body: JsonObject,
  context: ExchangeContext,
): { readonly swap: ResolvedSwap } | { readonly refusal: Reply } {
  const request = decodeSwapRequest(body)
  const idA = idField(request.tokenAId, 'tokenAId')
  const idB = idField(request.tokenBId, 'tokenBId')
  const sold = 'value' in idA ? findSwapSide(context, idA.value) : undefined
  const bought = 'value' in idB ? findSwapSide(context, idB.value) : undefined
  const units = unitsField(request.amount, sold)
  const slippage = slippageField(request.slippage)
  const sender = partyField(request.sender, 'sender', sold, context)
  const recipient = partyField(request.recipient, 'recipient', bought, context)
  const swapOnly = strictField(request.skipNonSwapTransactions, 'skipNonSwapTransactions', 'true or false')

  const problems = [
    ...('value' in idA && 'value' in idB && idA.value === idB.value ? [sameToken] : []),
    ...problemsOf([idA, idB, units, slippage, sender, recipient, swapOnly]),
  ]
  if (problems.length > 0) return { refusal: rejectWith(400, ...problems) }

  const unknown = [
    ...(sold ? [] : [`No token has the id ${fieldValue(idA)} (tokenAId).`]),
    ...(bought ? [] : [`No token has the id ${fieldValue(idB)} (tokenBId).`]),
  ]
  if (!sold || !bought) return { refusal: rejectWith(404, ...unknown) }

  return {
    swap: {
      sold,
      bought,
      units: fieldValue(units),
      slippagePpm: fieldValue(slippage),
      sender: fieldValue(sender),
      recipient: fieldValue(recipient),
      isSwapOnly: fieldValue(swapOnly),
    },
  }
}

/** The minimum after slippage, rounded up in favour of the buyer. */
export function atLeast(expected: bigint, slippagePpm: bigint): bigint {
  return (expected * (1_000_000n - slippagePpm) + 999_999n) / 1_000_000n
}

const sameToken = 'tokenAId and tokenBId name the same token.'

/** Text, as specified; a number, which earlier versions of the request sent, is accepted as text. */
function unitsField(amount: RequestMember<string>, sold: SwapSide | undefined): RequestField<bigint> {
  if (amount.is === 'missing') return { problem: 'amount is missing.' }
  if (amount.is === 'wrong type' || !/^\d{1,60}(\.\d{1,60})?$/.test(amount.value))
    return { problem: 'amount must be a positive decimal number as text, such as "1.5".' }
  if (!/[1-9]/.test(amount.value)) return { problem: 'amount must be more than zero.' }
  return sold ? parseUnits('amount', amount.value, sold.token) : { value: 0n }
}

function slippageField(member: RequestMember<number>): RequestField<bigint> {
  const slippage = strictField(member, 'slippage', 'a number of basis points, such as 50 for 0.5 %')
  if ('problem' in slippage) return slippage
  const bps = slippage.value
  if (bps < 10) return { problem: 'slippage must not be less than 10 (basis points).' }
  if (bps > 5_000) return { problem: 'slippage must not be more than 5000 (basis points, half of everything).' }
  return { value: BigInt(Math.floor(bps * 100)) }
}
