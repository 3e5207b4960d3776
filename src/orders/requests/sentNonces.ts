import type { Step } from '../../guard/plan'
import type { Order } from '../order'
import { hasNonce } from './transactionAnchor'

/** A nonce that a transaction of an order was most likely sent with; its block once it is mined. */
export type SentNonce = { readonly nonce: number; readonly block: bigint | undefined }

/** The nonces of all transactions of an account that are on their way, or mined, as the journal knows them. */
export function sentNonces(orders: readonly Order[], { chainId, from }: Step): readonly SentNonce[] {
  return orders.flatMap(({ tasks }) =>
    tasks.flatMap(({ step, progress }) => {
      if (step.chainId !== chainId || step.from.toLowerCase() !== from.toLowerCase()) return []
      if (progress.at !== 'sent' && progress.at !== 'confirming' && progress.at !== 'done') return []
      const { anchor } = progress
      // The nonce of a batch, or one chosen by the wallet, is unknown.
      if (!hasNonce(anchor) || anchor.batch || anchor.isOpenNonce) return []
      return [{ nonce: anchor.nonce, block: progress.at === 'done' ? progress.receipt.block : undefined }]
    }),
  )
}
