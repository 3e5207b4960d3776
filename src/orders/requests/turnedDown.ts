import { currentPosition, type Order } from '../order'
import type { StepProgress } from '../progress'

/**
 * The chain has decided against the transaction: it failed, another one took its nonce, or its time ran out. Another
 * block, or a node with more data, may still show its execution. A request that a queue dropped for good does not
 * count.
 */
export function isTurnedDown(
  progress: StepProgress | undefined,
): progress is Extract<StepProgress, { at: 'reverted' | 'replaced' | 'expired' }> & { readonly hash: string } {
  if (progress?.at === 'replaced') return progress.by !== progress.hash
  return progress?.at === 'reverted' || (progress?.at === 'expired' && progress.hash !== undefined)
}

/**
 * Position of the step whose end a reorganization may still undo: the last one of a complete order, or the one at which
 * an order has stopped; `undefined` while nothing is decided.
 */
export function decidedPosition(order: Order): number | undefined {
  const position = currentPosition(order)
  if (position === undefined) return order.tasks.length - 1
  return isTurnedDown(order.tasks[position]?.progress) ? position : undefined
}
