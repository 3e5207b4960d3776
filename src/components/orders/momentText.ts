import { isLiquidity } from '../../guard/plan'
import { isManualPayment } from '../../orders/manualPayment'
import type { HistoryEntry, Order } from '../../orders/order'
import type { activityMessages } from './messages'

/** One line of an order's timeline, in words. */
export function momentText(
  { what, task }: HistoryEntry,
  { tasks, plan }: Order,
  messages: (typeof activityMessages)['english'],
): string {
  // A manual payment was not sent by a connected wallet.
  const isByHand = task !== undefined && isManualPayment(tasks[task])
  if (
    isByHand &&
    (what === 'asked' || what === 'sent' || what === 'rejected' || what === 'repriced' || what === 'confirmed')
  )
    return messages.byHand[what]
  if (isLiquidity(plan) && (what === 'renewed' || what === 'offered' || what === 'accepted'))
    return messages.rebuilt[what]
  return messages.what[what]
}
