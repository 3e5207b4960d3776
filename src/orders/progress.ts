import type { progress, receipt, Stored } from './orderSchema'

/** The state of one step. */
export type StepProgress = Stored<typeof progress>
export type Replacement = Extract<StepProgress, { at: 'replaced' }>['how']

/** The actual effects of one transaction, from its logs. */
export type StepReceipt = Stored<typeof receipt>
/** Of a transaction that failed on chain. */
export type NetworkCost = Pick<StepReceipt, 'fee' | 'minedAt'>

/** The wallet is about to be asked. */
export function isApproaching({ at }: StepProgress): boolean {
  return at === 'checking' || at === 'switching'
}

export function isBeforeWallet(progress: StepProgress): boolean {
  return progress.at === 'waiting' || isApproaching(progress)
}

/** It goes no further by itself: only a click asks for the step again. */
export function hasStopped(progress: StepProgress): boolean {
  return progress.at !== 'done' && !isBeforeWallet(progress) && !isInFlight(progress)
}

/** The transaction has a hash, and the chain has not decided yet. */
export function isOnItsWay(
  progress: StepProgress | undefined,
): progress is Extract<StepProgress, { at: 'sent' | 'confirming' }> {
  return progress?.at === 'sent' || progress?.at === 'confirming'
}

/** A transaction of this step may be in flight. */
export function isInFlight(
  progress: StepProgress,
): progress is Extract<StepProgress, { at: 'signing' | 'sent' | 'confirming' | 'unknown' }> {
  const { at } = progress
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
