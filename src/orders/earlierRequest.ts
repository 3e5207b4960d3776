import type { Step } from '../guard/plan'
import type { Batch } from './batch'
import type { StepReceipt } from './progress'
import type { TransactionAnchor } from './transactionAnchor'

/**
 * A request for a signature that gave way to a later one, or to none. A wallet may still confirm it: prompts of phones
 * outlive the page that asked for them. So it is looked for on chain, and booked to its order when it is found.
 */
export type EarlierRequest = {
  /** Of a batch its last step. */
  readonly step: Step
  /** All that the wallet was asked for, where that was more than the step. */
  readonly batch?: Batch
  readonly planHash: string
  readonly anchor: TransactionAnchor
  /** The wallet has not answered it, and nobody has said that it is gone from there. */
  readonly isOpen?: boolean
  /** Nobody knows whether it was sent: the next request for the step takes the same nonce. */
  readonly isLost?: boolean
  /** What the chain knows of it. */
  readonly outcome?: RequestOutcome
}

/** What became of a request that its step went on without. */
export type RequestOutcome =
  | { readonly is: 'pending'; readonly hash: string }
  | { readonly is: 'done'; readonly receipt: StepReceipt }
  | { readonly is: 'reverted'; readonly hash: string; readonly why: string | undefined }
  /** The wallet sent something else than it was asked for. */
  | { readonly is: 'altered'; readonly hash: string }
