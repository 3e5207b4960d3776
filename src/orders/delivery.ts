import { destinationChainOf, sourceChainOf } from '../guard/intent'
import { type AnyPlan, isLiquidity } from '../guard/plan'
import type { Order } from './order'

/** The destination of a cross-chain order: its state when the order began, and whether the promised amount arrived. */
export type Destination = NonNullable<Order['destination']>
export type DestinationBaseline = NonNullable<Destination['since']>
export type DeliveryStatus = Destination['delivery']

/** Reads the chains. `app/` provides the real one. */
export type DeliveryTracker = {
  /** The destination chain before anything is signed; `undefined` when it does not answer. */
  readonly readBaseline: (plan: AnyPlan) => Promise<DestinationBaseline | undefined>
  /** Looks once. `claimed`: transactions that deliver other orders. Rejects when a chain does not answer. */
  readonly getStatus: (order: PaidOrder, claimed: ReadonlySet<string>) => Promise<DeliveryStatus>
}

/** An order whose source chain is paid. */
export type PaidOrder = {
  readonly plan: AnyPlan
  readonly destination: Destination | undefined
  /** The transaction that paid, and its block or slot. */
  readonly payment: {
    readonly chainId: number
    readonly hash: string
    readonly block: bigint
    readonly to: string | undefined
  }
  /** The least that must arrive, in smallest units. */
  readonly minimumReceived: bigint
  /** Milliseconds since the source chain was paid. */
  readonly age: number
  /** Smallest units of the bought coin that reached the recipient since the order began, and are not its delivery. */
  readonly counted: bigint
}

/** Whether a plan pays on one chain for something on another. A revocation or refund does not. */
export function isCrossChain(plan: AnyPlan): boolean {
  if (isLiquidity(plan) || sourceChainOf(plan.intent).chainId === destinationChainOf(plan.intent).chainId) return false
  return plan.steps.some(({ purpose }) => purpose.does !== 'reset' && purpose.does !== 'reclaim')
}

/** The delivery is final. */
export function isSettled({ at }: DeliveryStatus): boolean {
  return at === 'filled' || at === 'refunded'
}

/**
 * The polling interval in milliseconds: the older the payment, the longer. Short if some blocks have not been
 * searched yet.
 */
export function deliveryPollInterval(age: number, isPartial = false): number {
  if (age < minute) return 1_000
  if (age < 5 * minute) return 4_000
  if (age < 30 * minute) return 15_000
  return age < 24 * 60 * minute || isPartial ? minute : 15 * minute
}

const minute = 60_000

/** A delivery by a bridge without a deadline is late after this, in milliseconds. */
export const deliveryTimeout = 30 * minute

/** A Bitcoin payment may take hours to get enough confirmations for the delivery. */
export const bitcoinDeliveryTimeout = 3 * 60 * minute
