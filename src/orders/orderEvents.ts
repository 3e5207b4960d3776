import type { AnyPlan, Step } from '../guard/plan'
import type { DeliveryStatus } from './delivery'
import type { Failure } from './failure'
import type { BlockedReason, UpdatedPlan } from './order'
import type { NetworkCost, Replacement, StepReceipt } from './progress'
import type { EarlierRequest, RequestOutcome } from './requests/earlierRequest'
import type { TransactionAnchor } from './requests/transactionAnchor'
import type { SequencePart } from './sequence'
import type { RequestProgress } from './serviceRequest'

/**
 * The events of an order. `when` is in milliseconds since the epoch; `task` is the position of its task, the first
 * unfinished one by default.
 */
export type OrderEvent = (TaskEvent | WholeOrderEvent) & { readonly when: number; readonly task?: number }

export type TaskEvent =
  | { readonly type: 'checking' }
  | { readonly type: 'switching' }
  /** Back to waiting: the wallet was not asked. */
  | { readonly type: 'withdrawn' }
  | { readonly type: 'asked'; readonly anchor: TransactionAnchor }
  /** The wallet carries the batch out, under this id; its transaction is not known yet. */
  | { readonly type: 'taken'; readonly id: string }
  /** `signed`: the transaction in base64, where the page itself sends it. */
  | { readonly type: 'sent'; readonly hash: string; readonly signed?: string }
  | { readonly type: 'seen'; readonly confirmations: number }
  /** The wallet sent the same call again with a higher fee. */
  | { readonly type: 'repriced'; readonly hash: string }
  | { readonly type: 'confirmed'; readonly receipt: StepReceipt }
  | { readonly type: 'reorged' }
  | { readonly type: 'rejected' }
  | { readonly type: 'failed'; readonly failure: Failure }
  | { readonly type: 'replaced'; readonly by: string; readonly how: Replacement }
  | { readonly type: 'reverted'; readonly why: string | undefined; readonly cost?: NetworkCost }
  | { readonly type: 'expired' }
  /** It is unknown whether it was sent. */
  | { readonly type: 'lost'; readonly isUnseen: boolean; readonly failure?: Failure }
  | { readonly type: 'retried' }
  /** The chain already has the state that the step would produce. */
  | { readonly type: 'skipped' }

type WholeOrderEvent =
  | { readonly type: 'blocked'; readonly reason: BlockedReason }
  | { readonly type: 'unblocked' }
  | { readonly type: 'renewed'; readonly plan: AnyPlan; readonly steps: readonly Step[] }
  | { readonly type: 'offered'; readonly updatedPlan: UpdatedPlan }
  | { readonly type: 'accepted'; readonly steps: readonly Step[] }
  | { readonly type: 'dismissed' }
  /** A click on an order that was dismissed or paused. */
  | { readonly type: 'reopened' }
  | { readonly type: 'noted'; readonly note: string }
  /** The person confirms that the wallet no longer shows requests it never answered. */
  | { readonly type: 'requests gone' }
  /** The wallet has answered a request that was given up, without a hash. `batch`: it carries it out under this id. */
  | { readonly type: 'answered'; readonly anchor: TransactionAnchor; readonly batch?: string }
  /** The wallet will not carry out the batch with this id: no later request may repeat it. */
  | { readonly type: 'answered'; readonly givenUp: string }
  /** A request that was given up was sent after all. */
  | { readonly type: 'found late'; readonly request: EarlierRequest; readonly outcome: RequestOutcome }
  /** The person has ended the sequence that the order is a step of. */
  | { readonly type: 'sequence stopped' }
  /** The service has answered, or what it was asked for was seen. */
  | { readonly type: 'request'; readonly progress: RequestProgress }
  /** The person confirms the transactions of a deposit that the service has accepted. */
  | { readonly type: 'planned'; readonly plan: AnyPlan; readonly part: SequencePart | undefined }
  /** The destination chain was polled. */
  | { readonly type: 'delivery'; readonly delivery: DeliveryStatus }

type WithoutTime<Event> = Event extends OrderEvent ? Omit<Event, 'when'> : never
/** An event without its time. */
export type PendingEvent = WithoutTime<OrderEvent>
