import type { Amount } from '../domain/amount'
import type { BalanceChange } from '../guard/forecast'
import type { AnyPlan, Step } from '../guard/plan'
import type { LiquidityAdded } from '../guard/plan/liquidityAdded'
import type { DeliveryStatus, Destination } from './delivery'
import type { OrderEvent } from './orderReducer'

/** Where one step stands. */
export type StepProgress =
  | { readonly at: 'waiting' }
  | { readonly at: 'checking' }
  | { readonly at: 'switching' }
  | { readonly at: 'signing'; readonly mark: TransactionAnchor }
  | { readonly at: 'sent'; readonly mark: TransactionAnchor; readonly hash: string }
  | {
      readonly at: 'confirming'
      readonly mark: TransactionAnchor
      readonly hash: string
      readonly confirmations: number
    }
  | { readonly at: 'done'; readonly mark: TransactionAnchor; readonly hash: string; readonly receipt: StepReceipt }
  | { readonly at: 'failed'; readonly failure: Failure; readonly hash: string | undefined }
  | { readonly at: 'rejected' }
  | { readonly at: 'replaced'; readonly hash: string; readonly by: string; readonly how: Replacement }
  | { readonly at: 'reverted'; readonly hash: string; readonly why: string | undefined }
  | { readonly at: 'expired'; readonly hash: string | undefined }
  | UnknownOutcome

/** Nobody can say whether the transaction was sent. Watched on; asked for again only by the person's click. */
export type UnknownOutcome = {
  readonly at: 'unknown'
  readonly mark: TransactionAnchor
  readonly hash: string | undefined
  /** The chain has seen nothing new of the account: asking again is allowed. */
  readonly isQuiet: boolean
  /** What the wallet said instead of a hash. */
  readonly failure: Failure | undefined
}

/** `altered`: the wallet sent something else than was checked; `by` is then the same hash. */
export type Replacement = 'cancelled' | 'replaced' | 'altered'

/** Written to the journal before a wallet is asked: how to find the transaction if the answer is lost. */
export type TransactionAnchor = EvmAnchor | SolanaAnchor | ManualPaymentAnchor

export type EvmAnchor = {
  readonly kind: 'evm'
  readonly account: string
  /** The nonce the wallet will most likely use: the account's next one, pending transactions counted. */
  readonly nonce: number
  readonly block: bigint
  /** The account's next nonce by mined transactions alone; where the search begins. */
  readonly minedNonce?: number
  /** What the wallet is told as gas limit. */
  readonly gas?: bigint
  /** Hash of the code the wallet is asked to call: what the contract is remembered by once this has gone through. */
  readonly codeHash?: string
  /** A repeat of a lost request: it takes the same nonce, so that only one of the two can land. */
  readonly isPinned?: boolean
}

export type SolanaAnchor = {
  readonly kind: 'solana'
  readonly account: string
  readonly messageHash: string
  readonly lastValidBlockHeight: bigint
}

/** The person was told what to pay, and until when. */
export type ManualPaymentAnchor = { readonly kind: 'bitcoin'; readonly account: string; readonly until: number }

/** Foreign errors in our words. `sentence` says what happened and what to do next. */
export type Failure = {
  readonly code:
    | 'rejected'
    | 'locked'
    | 'unsupported'
    | 'wrong chain'
    | 'wrong account'
    | 'insufficient funds'
    | 'nonce'
    | 'underpriced'
    | 'timeout'
    | 'busy'
    | 'unreachable'
    | 'expired'
    | 'reverted'
    | 'not a hash'
    | 'refused'
    | 'tampered'
    | 'unknown'
  readonly sentence: string
  readonly detail: string | undefined
}

/** What really happened in one transaction, from its logs. */
export type StepReceipt = {
  readonly hash: string
  /** EVM block or Solana slot. */
  readonly block: bigint
  /** Smallest units of the native coin. */
  readonly fee: bigint
  readonly received: Amount | undefined
  readonly spent: Amount | undefined
  /** What moved, as the logs tell it: of the sender and the recipient. */
  readonly changes?: readonly BalanceChange[]
  /** What the position manager that was called says it added, and to which position. */
  readonly grown?: LiquidityAdded
}

export type Task = {
  readonly step: Step
  readonly progress: StepProgress
  /** Hash of the plan the step came with. */
  readonly planHash: string
  /** The last request made of the wallet for this step. */
  readonly asked?: TransactionAnchor
  /** That request was given up without knowing its fate: the next one is pinned to it. */
  readonly isLost?: boolean
}

/**
 * Why an order stands still though nothing failed. It goes on by itself when the reason goes away, except
 * `price moved` and `paused`, which wait for a click. `no answer` is a wallet that has been silent for a minute.
 */
export type BlockedReason =
  | 'wrong network'
  | 'wallet gone'
  | 'other account'
  | 'other tab'
  | 'other order'
  | 'offline'
  | 'unreachable'
  | 'no answer'
  | 'price moved'
  | 'paused'

/**
 * A newer plan that waits for the person's word. `resumed`: nothing need be worse, but a new click is needed. `news`:
 * what the checks warn of now and did not before.
 */
export type UpdatedPlan = {
  readonly plan: AnyPlan
  readonly why: 'price moved' | 'resumed'
  readonly news?: readonly string[]
}

/** A plan being carried out, with its history. */
export type Order = {
  readonly version: 2
  readonly id: string
  /** The plan that is carried out now; newer than the reviewed one when the price was asked again. */
  readonly plan: AnyPlan
  readonly tasks: readonly Task[]
  readonly blocked: BlockedReason | undefined
  readonly offer: UpdatedPlan | undefined
  /** The least that should arrive, as the person confirmed it; a newer plan is held against it. */
  readonly promised: Amount | undefined
  /** The plan no longer fits what happened since (a revert, a cancellation): a fresh quote comes first. */
  readonly isStale: boolean
  /** Put away by the person; still in the journal and still watched. */
  readonly isDismissed: boolean
  /** Across chains: what became of the promise. Absent where nothing is promised elsewhere. */
  readonly farSide?: Destination
  readonly history: readonly HistoryEntry[]
  /** Milliseconds since the epoch. */
  readonly openedAt: number
  readonly changedAt: number
}

/** One line of an order's timeline. */
export type HistoryEntry = {
  /** Milliseconds since the epoch. */
  readonly when: number
  readonly what: 'opened' | OrderEvent['type']
  /** Position of the task it is about; `undefined` when it is about the whole order. */
  readonly task: number | undefined
  /** A hash, a reason or a sentence. */
  readonly note: string | undefined
}

export function openOrder(id: string, plan: AnyPlan, when: number, farSide?: Destination): Order {
  return {
    ...(farSide ? { farSide } : {}),
    version: 2,
    id,
    plan,
    tasks: plan.steps.map((step) => newTask(step, plan)),
    blocked: undefined,
    offer: undefined,
    promised: plan.quote.minimumOut,
    isStale: false,
    isDismissed: false,
    history: [{ when, what: 'opened', task: undefined, note: undefined }],
    openedAt: when,
    changedAt: when,
  }
}

export function newTask(step: Step, plan: AnyPlan): Task {
  return { step, progress: { at: 'waiting' }, planHash: plan.hash }
}

/** Position of the first task that is not done; `undefined` when the order is complete. */
export function currentPosition(order: Order): number | undefined {
  const position = order.tasks.findIndex(({ progress }) => progress.at !== 'done')
  return position === -1 ? undefined : position
}

export function currentTask(order: Order): Task | undefined {
  const position = currentPosition(order)
  return position === undefined ? undefined : order.tasks[position]
}

export function isComplete(order: Order): boolean {
  return currentPosition(order) === undefined
}

/** One word for lists and badges. */
export type OrderPhase = 'done' | 'under way' | 'needs you' | 'stopped'

/** `under way` goes on by itself, `needs you` waits for a click, `stopped` failed or was given up. */
export function orderPhase(order: Order): OrderPhase {
  const task = currentTask(order)
  if (!task) return order.farSide ? deliveryPhase(order.farSide.delivery) : 'done'
  if (task.step.kind === 'bitcoin') return manualPaymentPhase(task, order)
  if (order.isDismissed && !isInFlight(task.progress)) return 'stopped'
  if (order.blocked === 'price moved' || order.blocked === 'paused' || order.blocked === 'no answer') return 'needs you'
  switch (task.progress.at) {
    case 'failed':
    case 'replaced':
    case 'reverted':
    case 'expired':
      return 'stopped'
    case 'rejected':
    case 'unknown':
      return 'needs you'
    default:
      return 'under way'
  }
}

/** A payment the person makes: it waits for them until they say they made it, then for what it was made for. */
function manualPaymentPhase({ progress }: Task, { farSide, isDismissed }: Order): OrderPhase {
  switch (progress.at) {
    case 'waiting':
    case 'checking':
    case 'signing':
      return isDismissed ? 'stopped' : 'needs you'
    case 'sent':
      return farSide ? deliveryPhase(farSide.delivery) : 'under way'
    default:
      return 'stopped'
  }
}

function deliveryPhase({ at }: DeliveryStatus): OrderPhase {
  switch (at) {
    case 'filled':
      return 'done'
    case 'awaited':
      return 'under way'
    case 'refunded':
      return 'stopped'
    case 'late':
    case 'unknown':
      return 'needs you'
  }
}

/** Something of this step may be on its way to the chain. */
export function isInFlight({ at }: StepProgress): boolean {
  return at === 'signing' || at === 'sent' || at === 'confirming' || at === 'unknown'
}

/** The hash a step is known by on chain. */
export function transactionHashOf(progress: StepProgress): string | undefined {
  return 'hash' in progress ? progress.hash : undefined
}
