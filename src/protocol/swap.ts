import { decimal, every, form, integer, list, number, open, optional, record, soft, text, truth } from './codec'
import { decodeEnvelope, encodeEnvelope, type Heard, type Reading } from './envelope'
import { writeJson } from './json'
import type { Envelope, SwapAnswer, SwapRequest, TransactionRecord } from './messages'
import { decodeRequest, type RequestReading } from './request'

/** The answer to `POST /api/swap/native`. */
export function decodeSwap(heard: Heard): Reading<SwapAnswer> {
  return decodeEnvelope(heard, swap)
}

export function encodeSwap(envelope: Envelope<SwapAnswer>): string {
  return encodeEnvelope(envelope, swap)
}

/** The body of `POST /api/swap/native`. */
export function encodeSwapRequest(request: SwapRequest): string {
  return writeJson(swapRequest.write(request) ?? null)
}

/** The other side of it: the shape only; whether the request makes sense is the exchange's to say. */
export function decodeSwapRequest(body: string): RequestReading<SwapRequest> {
  return decodeRequest(body, swapRequest)
}

const swapRequest = form<SwapRequest>({
  tokenAId: integer,
  tokenBId: integer,
  slippage: soft(number, 50),
  amount: text,
  sender: text,
  recipient: text,
  skipNonSwapTransactions: soft(truth, false),
})

export const transaction = record<TransactionRecord>({
  type: open,
  data: open,
  order: soft(integer, undefined),
  value: soft(decimal, undefined),
  gasAmount: soft(decimal, undefined),
  gasUsd: soft(decimal, undefined),
  to: soft(text, undefined),
  chainType: open,
  rpcUrl: soft(text, undefined),
})

const swap = record<SwapAnswer>({
  path: soft(list(text, 'M-089', 'hop'), none()),
  // A plan with a step missing is another plan: one unreadable transaction refuses the whole answer.
  transactions: every(transaction),
  dexToUse: soft(text, undefined),
  minAmountOut: soft(decimal, undefined),
  expectedAmountOut: optional(decimal),
})

function none(): readonly string[] {
  return []
}
