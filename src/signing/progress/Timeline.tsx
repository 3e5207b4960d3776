import type { ReactNode } from 'react'
import { activityMessages } from '../../components/orders/messages'
import { dateTimeText, timeOfDayText } from '../../domain/text/dateText'
import { isLiquidity } from '../../guard/plan'
import { isManualPayment } from '../../orders/manualPayment'
import { type HistoryEntry, isRequested, type Order } from '../../orders/order'
import { useMessages } from '../../ui/messages'
import { useFailureText } from '../useFailureText'
import { Hash } from './StepList'

/** Its events in order, by this device's clock. */
export function Timeline({ order }: { order: Order }) {
  const messages = useMessages(activityMessages)
  return (
    <ol aria-label={messages.timeline} className="grid gap-2 text-fine">
      {order.history.map((moment, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: history only grows at its end, and two moments may be alike.
        <li key={index} className="grid gap-x-4 sm:grid-cols-[8rem_1fr]">
          <time
            dateTime={new Date(moment.when).toISOString()}
            title={dateTimeText(moment.when)}
            className="text-quiet tabular-nums"
          >
            {sameDay(moment.when, order.openedAt) ? timeOfDayText(moment.when) : dateTimeText(moment.when)}
          </time>
          <span className="min-w-0 wrap-anywhere text-ink">
            {momentText(moment, order, messages)}
            {moment.task !== undefined && order.tasks.length > 1 && (
              <span className="text-quiet"> · {messages.step(moment.task + 1)}</span>
            )}
            <Note moment={moment} order={order} />
          </span>
        </li>
      ))}
    </ol>
  )
}

function Note({ moment, order }: { moment: HistoryEntry; order: Order }): ReactNode {
  const messages = useMessages(activityMessages)
  const failureText = useFailureText()
  const { task, failure } = moment
  const note = noteText(moment, messages)
  if (failure) return <span className="block text-quiet">{failureText(failure)}</span>
  if (note === undefined) return null
  const chainId = (task === undefined ? undefined : order.tasks[task])?.step.chainId
  if (chainId !== undefined && /^0x[\da-f]{64}$/i.test(note))
    return (
      <span className="block">
        <Hash chainId={chainId} hash={note} />
      </span>
    )
  return <span className="block text-quiet">{note}</span>
}

function sameDay(a: number, b: number): boolean {
  return new Date(a).toDateString() === new Date(b).toDateString()
}

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
