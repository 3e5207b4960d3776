import { type JsonObject, member, numberText } from '../../protocol/json'
import type { ExchangeContext } from '../context'
import { fieldValue, parseUnits, problemsOf, type RequestField, readFlag, readId, readParty } from '../http/fields'
import { type Reply, rejectWith } from '../http/reply'
import { findSwapSide, type SwapSide } from './swapSide'

/** A swap request that makes sense: what is asked for, in smallest units. */
export type ResolvedSwap<Sold extends SwapSide = SwapSide, Bought extends SwapSide = SwapSide> = {
  readonly sold: Sold
  readonly bought: Bought
  readonly units: bigint
  /** Tolerance in millionths. */
  readonly slippagePpm: bigint
  /** An address on the chain of the sold token. */
  readonly sender: string
  /** An address on the chain of the bought token. */
  readonly recipient: string
  /** Approvals are left out, and so is every look at the sender's account. */
  readonly isSwapOnly: boolean
}

const defaultSlippage = '50'

/** Reads the body of `POST /api/swap/native`; lists everything that is wrong with it at once. */
export function resolveSwap(
  body: JsonObject,
  context: ExchangeContext,
): { readonly ask: ResolvedSwap } | { readonly refusal: Reply } {
  const idA = readId(body, 'tokenAId')
  const idB = readId(body, 'tokenBId')
  const sold = 'value' in idA ? findSwapSide(context, idA.value) : undefined
  const bought = 'value' in idB ? findSwapSide(context, idB.value) : undefined
  const units = readUnits(body, sold)
  const slippage = readSlippage(body)
  const sender = readParty(body, 'sender', sold, context)
  const recipient = readParty(body, 'recipient', bought, context)
  const swapOnly = readFlag(body, 'skipNonSwapTransactions')

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
    ask: {
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

/** The least that is accepted of what is expected; rounded up, in favour of the buyer. */
export function atLeast(expected: bigint, slippagePpm: bigint): bigint {
  return (expected * (1_000_000n - slippagePpm) + 999_999n) / 1_000_000n
}

const sameToken = 'tokenAId and tokenBId name the same token.'

/** Text as specified; an earlier variant of the request carries a number, which is read by its own digits. */
function readUnits(body: JsonObject, sold: SwapSide | undefined): RequestField<bigint> {
  const written = member(body, 'amount')
  if (written === undefined) return { problem: 'amount is missing.' }
  const amount = typeof written === 'string' ? written : numberText(written)
  if (amount === undefined || !/^\d{1,60}(\.\d{1,60})?$/.test(amount))
    return { problem: 'amount must be a positive decimal number as text, such as "1.5".' }
  if (!/[1-9]/.test(amount)) return { problem: 'amount must be more than zero.' }
  return sold ? parseUnits('amount', amount, sold.token) : { value: 0n }
}

function readSlippage(body: JsonObject): RequestField<bigint> {
  const written = member(body, 'slippage') ?? null
  const bps = written === null ? defaultSlippage : numberText(written)
  if (bps === undefined || !/^-?\d{1,6}(\.\d{1,20})?$/.test(bps))
    return { problem: 'slippage must be a number of basis points, such as 50 for 0.5 %.' }
  if (Number(bps) < 10) return { problem: 'slippage must not be less than 10 (basis points).' }
  if (Number(bps) > 5_000) return { problem: 'slippage must not be more than 5000 (basis points, half of everything).' }
  return { value: BigInt(Math.floor(Number(bps) * 100)) }
}
