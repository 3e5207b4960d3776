import type { Step } from '../../guard/plan'
import type { Batch } from '../batch'
import type { NetworkCost, StepReceipt } from '../progress'
import type { TransactionAnchor } from './transactionAnchor'

/**
 * A request for a signature that gave way to a later one, or to none. A wallet may still confirm it: prompts of phones
 * outlive the page that asked for them. So it is looked for on chain, and recorded in its order when found.
 */
export type EarlierRequest = {
  /** The step; for a batch, its last one. */
  readonly step: Step
  /** The batch, if the wallet was asked for one. */
  readonly batch?: Batch
  readonly planHash: string
  readonly anchor: TransactionAnchor
  /** The wallet has not answered it, and the person has not confirmed that it is gone. */
  readonly isOpen?: boolean
  /** No one knows whether it was sent: the next request for the step takes the same nonce. */
  readonly isLost?: boolean
  /** Its outcome on chain. */
  readonly outcome?: RequestOutcome
}

/** The outcome of a request that its step continued without. */
export type RequestOutcome =
  | { readonly is: 'pending'; readonly hash: string }
  | { readonly is: 'done'; readonly receipt: StepReceipt }
  | { readonly is: 'reverted'; readonly hash: string; readonly why: string | undefined; readonly cost?: NetworkCost }
  /** Proven not to have landed. A node that knows more may still say that it did. */
  | { readonly is: 'expired'; readonly hash: string }
  /** The wallet sent something else than it was asked for. */
  | { readonly is: 'altered'; readonly hash: string }

/** The outcome of a request that is on chain, or on its way there. */
export type SentOutcome = Exclude<RequestOutcome, { is: 'expired' }>
