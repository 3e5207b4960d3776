import type { Amount } from '../domain/amount'
import type { TransactionRecord } from '../protocol/serviceMessages'
import type { AssertedBounds } from './decode/evm/assertion'
import type { Finding } from './findings/finding'
import type { SwapIntent } from './intent'
import type { LiquidityIntent } from './liquidityIntent'

/** The ordered transactions of one answer, decoded and frozen: the same object is checked, reviewed and sent. */
export type Plan<Asked = SwapIntent> = {
  readonly intent: Asked
  readonly steps: readonly Step[]
  readonly quote: QuoteFigures
  /** Milliseconds since the epoch, by our clock. */
  readonly receivedAt: number
  /** Over intent and steps; the executor refuses a plan that does not hash to it. */
  readonly hash: string
  /** Decisions made while reading the answer: an approval that was limited, an amount read as base units. */
  readonly notes?: readonly Finding[]
  /** Bounds that the assertion contract enforces. All steps are then sent as one atomic batch, never separately. */
  readonly assertion?: AssertedBounds
}

/** The plan that an answer forms, or the reasons why it forms none. */
export type Planned<Asked = SwapIntent> =
  | { readonly is: 'plan'; readonly plan: Plan<Asked> }
  | { readonly is: 'refused'; readonly findings: readonly Finding[] }

export type AnyPlan = Plan<SwapIntent> | Plan<LiquidityIntent>

/** Whether a plan is about liquidity; if not, it is a swap. */
export function isLiquidity(plan: AnyPlan): plan is Plan<LiquidityIntent> {
  return plan.intent.kind !== 'swap'
}

/** The service's figures for the outcome: for display, never for enforcement. */
export type QuoteFigures = {
  readonly minimumReceived: Amount | undefined
  readonly expectedOut: Amount | undefined
  readonly path: readonly string[]
  readonly dex: string | undefined
  /** Sum over the transactions, US dollars as decimal text. */
  readonly gasUsd: string | undefined
}

/** One transaction of a plan as data. */
export type Step = EvmStep | SolanaStep | PaymentStep

export function isEvmStep(step: Step): step is EvmStep {
  return step.kind === 'evm'
}

export function isPaymentStep(step: Step): step is PaymentStep {
  return step.kind === 'bitcoin'
}

export function evmStepsOn(steps: readonly Step[], chainId: number): readonly EvmStep[] {
  return steps.filter(isEvmStep).filter((step) => step.chainId === chainId)
}

type StepOnChain = {
  readonly index: number
  readonly chainId: number
  /** The sender; of a Bitcoin payment where a refund goes. */
  readonly from: string
  readonly purpose: Purpose
  /** The service's transaction record, unchanged. `undefined` for a step the app added itself (an allowance reset). */
  readonly said: TransactionRecord | undefined
}

export type EvmStep = StepOnChain & {
  readonly kind: 'evm'
  readonly to: string
  readonly data: string
  /** Wei, reconciled with the intent: the answer's floating-point number may have lost digits. */
  readonly value: bigint
}

export type SolanaStep = StepOnChain & {
  readonly kind: 'solana'
  /** Base64 of the whole serialized transaction. */
  readonly transaction: string
}

/** A Bitcoin payment: made by hand from any wallet, or by signing the transaction that the service wrote for it. */
export type PaymentStep = StepOnChain & {
  readonly kind: 'bitcoin'
  readonly to: string
  /** Satoshi, exactly. */
  readonly units: bigint
  /** The required contents of the payment. */
  readonly memo: string | undefined
  /** Deadline for sending it, in milliseconds since the epoch. */
  readonly until: number
  /** The service wrote the whole transaction: a wallet signs it, and no one pays by hand. */
  readonly toSign?: TransactionToSign
}

/** A PSBT (BIP 174) whose inputs, outputs and fee were judged. */
export type TransactionToSign = {
  /** Base64. */
  readonly transaction: string
  /** Satoshi. */
  readonly fee: bigint
}

/** A coin for its wrapped form, or back: 1:1, with no pool, no price and no tolerance. */
export function isWrapOnly({ steps }: { readonly steps: readonly { readonly purpose: Purpose }[] }): boolean {
  return steps.length > 0 && steps.every(({ purpose: { does } }) => does === 'wrap' || does === 'unwrap')
}

/** The decoded effect of a step; `opaque` if it could not be decoded. */
export type Purpose =
  | { readonly does: 'approve'; readonly token: string; readonly spender: string; readonly amount: bigint }
  | { readonly does: 'reset'; readonly token: string; readonly spender: string }
  | { readonly does: 'swap' }
  | { readonly does: 'wrap' }
  | { readonly does: 'unwrap' }
  | { readonly does: 'deposit' }
  /** Reclaims a deposit from a bridge's escrow after its deadline; it is paid back to the depositor. */
  | { readonly does: 'reclaim'; readonly id: bigint }
  | { readonly does: 'opaque' }

/** A plan that takes a late deposit back from a bridge. */
export function isReclaim({ steps }: Pick<Plan, 'steps'>): boolean {
  return steps.length > 0 && steps.every(({ purpose }) => purpose.does === 'reclaim')
}

/** A plan that only revokes allowances: it moves nothing, so it needs no price. */
export function isRevocation({ steps }: Pick<Plan, 'steps'>): boolean {
  return steps.length > 0 && steps.every(({ purpose }) => purpose.does === 'reset')
}
