import type { Amount } from '../domain/amount'
import type { BalanceChange } from '../guard/forecast'
import type { LiquidityAdded } from '../guard/plan/liquidityAdded'
import type { Failure } from './failure'
import type { TransactionAnchor } from './requests/transactionAnchor'

/** The state of one step. */
export type StepProgress =
  | { readonly at: 'waiting' }
  | { readonly at: 'checking' }
  | { readonly at: 'switching' }
  | { readonly at: 'signing'; readonly anchor: TransactionAnchor }
  | { readonly at: 'sent'; readonly anchor: TransactionAnchor; readonly hash: string }
  | {
      readonly at: 'confirming'
      readonly anchor: TransactionAnchor
      readonly hash: string
      readonly confirmations: number
    }
  | { readonly at: 'done'; readonly anchor: TransactionAnchor; readonly hash: string; readonly receipt: StepReceipt }
  | { readonly at: 'failed'; readonly failure: Failure; readonly hash: string | undefined }
  | { readonly at: 'rejected' }
  | { readonly at: 'replaced'; readonly hash: string; readonly by: string; readonly how: Replacement }
  | { readonly at: 'reverted'; readonly hash: string; readonly why: string | undefined; readonly cost?: NetworkCost }
  | { readonly at: 'expired'; readonly hash: string | undefined }
  | UnknownOutcome

/** Unknown whether the transaction was sent. Still watched; requested again only by the person's click. */
export type UnknownOutcome = {
  readonly at: 'unknown'
  readonly anchor: TransactionAnchor
  readonly hash: string | undefined
  /** The chain has no new transaction of the account: requesting again is allowed. */
  readonly isUnseen: boolean
  /** The wallet's message instead of a hash. */
  readonly failure: Failure | undefined
}

/**
 * `altered`: the wallet sent something else than was checked; `by` is then the same hash. `lowered`: the person chose
 * a smaller allowance in the wallet. A queue that dropped a request names no other transaction: `cancelled`, and `by` is
 * its own hash.
 */
export type Replacement = 'cancelled' | 'replaced' | 'altered' | 'lowered'

/** The cost and the time of a transaction that failed on chain; absent when no node returned them. */
export type NetworkCost = Pick<StepReceipt, 'fee' | 'minedAt'>

/** The actual effects of one transaction, from its logs. */
export type StepReceipt = {
  readonly hash: string
  /** EVM block or Solana slot. */
  readonly block: bigint
  /** The block's time in milliseconds since the epoch; absent when no node named it. */
  readonly minedAt?: number
  /** Smallest units of the native coin. */
  readonly fee: bigint
  readonly received: Amount | undefined
  readonly spent: Amount | undefined
  /** Balance changes of the sender and the recipient, from the logs. */
  readonly changes?: readonly BalanceChange[]
  /** The liquidity added and its position, from the position manager's log. */
  readonly grown?: LiquidityAdded
}

/** A transaction of this step may be in flight. */
export function isInFlight({ at }: StepProgress): boolean {
  return at === 'signing' || at === 'sent' || at === 'confirming' || at === 'unknown'
}

/** The account is a contract that has accepted the step; its transaction is not known yet. */
export function isQueued(progress: StepProgress): boolean {
  return progress.at === 'sent' && progress.anchor.kind === 'evm' && progress.anchor.isContract === true
}

/** The hash of a step's transaction. */
export function transactionHashOf(progress: StepProgress): string | undefined {
  return 'hash' in progress ? progress.hash : undefined
}
