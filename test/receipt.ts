import { setTimeout as pause } from 'node:timers/promises'
import { type Hex, TransactionReceiptNotFoundError } from 'viem'

/**
 * The receipt of a transaction on a local chain. A node announces a block before it has the receipts, and a local chain
 * may make no further block: viem's `waitForTransactionReceipt`, which looks once per block, would then wait forever.
 */
export async function receiptOf<Receipt>(
  client: { readonly getTransactionReceipt: (asked: { readonly hash: Hex }) => Promise<Receipt> },
  hash: Hex,
): Promise<Receipt> {
  const last = Date.now() + 60_000
  for (;;) {
    try {
      return await client.getTransactionReceipt({ hash })
    } catch (error) {
      if (!(error instanceof TransactionReceiptNotFoundError) || Date.now() > last) throw error
      await pause(20)
    }
  }
}
