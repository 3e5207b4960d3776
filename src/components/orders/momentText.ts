import { isLiquidity } from '../../guard/plan'
import { isManualPayment } from '../../orders/manualPayment'
import { type HistoryEntry, isRequested, type Order } from '../../orders/order'
import type { activityMessages } from './messages'

/** One line of an order's timeline, in words. */
export function momentText(
  { what, task, note }: HistoryEntry,
  order: Order,
  messages: (typeof activityMessages)['english'],
): string {
  const { tasks, plan } = order
  if (order.request && what === 'opened') return messages.requested.opened
  if (isRequested(order) && what === 'dismissed') return messages.requested.dismissed
  if (what === 'request') return wordOf(messages.requested, note ?? '') ?? messages.what.request
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

/** The note of a moment, in words; a transaction hash stays as it is, and an unknown code is left out. */
export function noteText(
  { what, note }: Pick<HistoryEntry, 'what' | 'note'>,
  messages: (typeof activityMessages)['english'],
): string | undefined {
  if (note === undefined) return undefined
  switch (what) {
    case 'request':
      return undefined
    case 'blocked':
      return wordOf(messages.waitedFor, note)
    case 'delivery':
      return wordOf(messages.delivered, note)
    case 'offered':
      return note === 'price moved' ? messages.waitedFor[note] : undefined
    case 'seen':
      return messages.confirmations(note)
    case 'replaced':
      // The title contains it.
      return /0x[\da-f]{64}$/i.exec(note)?.[0] ?? note
    default:
      return note
  }
}

function wordOf(words: Readonly<Record<string, string>>, code: string): string | undefined {
  return Object.hasOwn(words, code) ? words[code] : undefined
}
