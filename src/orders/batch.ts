import type { Step } from '../guard/plan'
import type { batch, Stored } from './orderSchema'
import type { StepProgress } from './progress'
import { batchAnchorOf, type TransactionAnchor } from './requests/transactionAnchor'

/** All steps of a plan as one transaction (EIP-5792): the chain carries out every one of them, or none. */
export type Batch = Stored<typeof batch>

/** The request that a wallet signs with one prompt. */
export type Signable = Step | Batch

/** The wallet carries the batch out, and its transaction is not known yet. */
export function isTaken(progress: StepProgress): boolean {
  return progress.at === 'signing' && batchAnchorOf(progress.anchor)?.isTaken === true
}

/** The id a wallet is asked about a batch by; `undefined` for anything else. */
export function batchIdOf(anchor: TransactionAnchor): string | undefined {
  return batchAnchorOf(anchor)?.id
}
