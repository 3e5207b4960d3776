import { currentPosition, type Order } from '../order'
import type { StepProgress } from '../progress'

/**
 * The chain has decided against the transaction: it failed, another one took its nonce, or its time ran out. Another block,
 * or a node that knows more, may still say that it was carried out. What a queue dropped for good is not among these.
 */
export function isTurnedDown(
  progress: StepProgress | undefined,
): progress is Extract<StepProgress, { at: 'reverted' | 'replaced' | 'expired' }> & { readonly hash: string } {
  switch (progress?.at) {
    case 'reverted':
      return true
    case 'expired':
      return progress.hash !== undefined
    case 'replaced':
      return progress.by !== progress.hash
    default:
      return false
  }
}

/**
 * Position of the step whose end the chain has decided and may still undo in a reorganization: the last one of a complete
 * order, or the one that an order has stopped at; `undefined` while nothing is decided.
 */
export function decidedPosition(order: Order): number | undefined {
  const position = currentPosition(order)
  if (position === undefined) return order.tasks.length - 1
  return isTurnedDown(order.tasks[position]?.progress) ? position : undefined
}
