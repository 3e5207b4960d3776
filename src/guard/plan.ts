import type { Amount } from '../domain/amount'
import type { TransactionRecord } from '../protocol/messages'
import type { AssertedBounds } from './decode/evm/assertion'
import type { Finding } from './findings/finding'
import type { SwapIntent } from './intent'
import type { LiquidityIntent } from './liquidityIntent'

/** The ordered transactions of one answer, typed and frozen: what is reviewed is what is checked is what is sent. */
export type Plan<Asked = SwapIntent> = {
  readonly intent: Asked
  readonly steps: readonly Step[]
  readonly quote: QuoteFigures
  /** Milliseconds since the epoch, by our clock. */
  readonly receivedAt: number
  /** Over intent and steps; the executor refuses a plan that does not hash to it. */
  readonly hash: string
  /** What was decided while the answer was read: an approval cut down, a figure read in base units. */
  readonly notes?: readonly Finding[]
  /** What the chain insists on, where all steps go out as one atomic batch: none of them is ever sent alone. */
  readonly assertion?: AssertedBounds
}

export type AnyPlan = Plan<SwapIntent> | Plan<LiquidityIntent>

/** Whether a plan is about liquidity; if not, it is a swap. */
export function isLiquidity(plan: AnyPlan): plan is Plan<LiquidityIntent> {
  return plan.intent.kind !== 'swap'
}

/** What the service says of the outcome: for display, never for enforcement. */
export type QuoteFigures = {
  readonly minimumOut: Amount | undefined
  readonly expectedOut: Amount | undefined
  readonly path: readonly string[]
  readonly dex: string | undefined
  /** Sum over the transactions, US dollars as decimal text. */
  readonly gasUsd: string | undefined
}

/** One transaction of a plan as data. */
export type Step = EvmStep | SolanaStep | PaymentStep

export type EvmStep = {
  readonly kind: 'evm'
  readonly index: number
  readonly chainId: number
  readonly from: string
  readonly to: string
  readonly data: string
  /** Wei, reconciled with the intent; never the double of the answer. */
  readonly value: bigint
  readonly purpose: Purpose
  /** What the service said, untouched. `undefined` for a step the app added itself (an allowance reset). */
  readonly said: TransactionRecord | undefined
}

export type SolanaStep = {
  readonly kind: 'solana'
  readonly index: number
  readonly chainId: number
  readonly from: string
  /** Base64 of the whole serialized transaction. */
  readonly transaction: string
  readonly purpose: Purpose
  readonly said: TransactionRecord | undefined
}

/** A payment in bitcoin that the person makes by hand, from whatever wallet they keep. None is ever asked for it. */
export type PaymentStep = {
  readonly kind: 'bitcoin'
  readonly index: number
  readonly chainId: number
  /** Where a refund goes. */
  readonly from: string
  readonly to: string
  /** Satoshi, exactly. */
  readonly units: bigint
  /** What the payment must carry. */
  readonly memo: string | undefined
  /** Until when it is to be sent, in milliseconds since the epoch. */
  readonly until: number
  readonly purpose: Purpose
  readonly said: TransactionRecord | undefined
}

/** What decoding found a step to do; `opaque` when it could not tell. */
export type Purpose =
  | { readonly does: 'approve'; readonly token: string; readonly spender: string; readonly amount: bigint }
  | { readonly does: 'reset'; readonly token: string; readonly spender: string }
  | { readonly does: 'swap' }
  | { readonly does: 'wrap' }
  | { readonly does: 'unwrap' }
  | { readonly does: 'deposit' }
  /** What a bridge keeps comes back to whom it came from, once its time is over. */
  | { readonly does: 'reclaim'; readonly id: bigint }
  | { readonly does: 'opaque' }
