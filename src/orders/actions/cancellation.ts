import { type EvmStep, isEvmStep } from '../../guard/plan'
import type { Order } from '../order'
import { type EvmAnchor, hasNonce } from '../requests/transactionAnchor'

/** An empty transaction to the account itself, with the nonce of a pending one and a higher fee, or with a missing nonce. */
export type Cancellation = {
  readonly chainId: number
  readonly from: string
  readonly nonce: number
  readonly gas: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  /** The most that it costs, in smallest units of the native coin. */
  readonly cost: bigint
  /**
   * The nonce of the pending transaction, if no node has a transaction with an earlier one. It waits for that: replacing
   * it changes nothing, so the earlier nonce is used instead, by an empty transaction.
   */
  readonly waiting?: number
}

/** A transaction that is known by its hash and not in a block yet, so that a cancellation may still come first. */
export type PendingTransaction = { readonly step: EvmStep; readonly anchor: EvmAnchor; readonly hash: string }

/**
 * The pending transaction that can be replaced: of a private key on an EVM chain, sent separately and with a known
 * nonce.
 */
export function cancellableTransaction({ tasks }: Order): PendingTransaction | undefined {
  const task = tasks.find(({ progress: { at } }) => at === 'sent' || at === 'confirming')
  if (!task || !isEvmStep(task.step)) return undefined
  const { progress } = task
  if (progress.at !== 'sent' && !(progress.at === 'confirming' && progress.confirmations === 0)) return undefined
  const { anchor, hash } = progress
  if (!hasNonce(anchor) || anchor.isContract || anchor.isOpenNonce || anchor.batch) return undefined
  return { step: task.step, anchor, hash }
}
