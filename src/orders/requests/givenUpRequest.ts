import type { Order, Task } from '../order'
import { isInFlight, transactionHashOf } from '../progress'

/** The wallet was asked, no answer came that names a transaction, and the step does not wait for one any more. */
export function isGivenUp({ progress, lastAnchor }: Task): boolean {
  return lastAnchor !== undefined && !isInFlight(progress) && transactionHashOf(progress) === undefined
}

/**
 * The person rejected the request before anything was sent, so only the form can restore this order. Loaded with the
 * first page, so it looks for open requests without building them.
 */
export function isRejectedUnsent({ tasks, earlier = [] }: Order): boolean {
  const isRejected = tasks.find(({ progress }) => progress.at !== 'done')?.progress.at === 'rejected'
  const isAnythingSent = tasks.some(({ progress }) => progress.at === 'done') || earlier.some(({ outcome }) => outcome)
  const isAnythingOpen = tasks.some((task) => task.isOpen && isGivenUp(task)) || earlier.some(({ isOpen }) => isOpen)
  return isRejected && !isAnythingSent && !isAnythingOpen
}
