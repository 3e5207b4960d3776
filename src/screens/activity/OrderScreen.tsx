import { type ReactNode, useState } from 'react'
import { Link, useParams } from 'wouter'
import { activityMessages } from '../../components/orders/messages'
import { momentText, noteText } from '../../components/orders/momentText'
import { summarizeOrder } from '../../components/orders/orderSummary'
import { orderTitle } from '../../components/orders/orderTitle'
import { dateTimeText, timeOfDayText } from '../../domain/text/dateText'
import type { HistoryEntry, Order } from '../../orders/order'
import { orderPhase } from '../../orders/orderPhase'
import { OrderProgress } from '../../signing/progress/OrderProgress'
import { poolOfRequest, requestMessages } from '../../signing/progress/request.messages'
import { Hash } from '../../signing/progress/StepList'
import { useFailureText } from '../../signing/useFailureText'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { CopyButton } from '../../ui/CopyButton'
import { Dialog } from '../../ui/Dialog'
import { ButtonLink, Empty } from '../../ui/Empty'
import { useMessages } from '../../ui/messages'
import { Page } from '../../ui/Page'
import { Row, Rows } from '../../ui/Rows'
import { Skeleton } from '../../ui/Skeleton'
import { Problem } from './ActivityScreen'
import { BundleForm } from './BundleForm'
import { useOrders } from './useOrders'

/** One order: its state, the possible actions, and all its events. */
export function OrderScreen() {
  const messages = useMessages(activityMessages)
  const { order: id = '' } = useParams<{ order: string }>()
  const { isLoaded, orders, unread, problem, retry } = useOrders()
  const order = orders.find((order) => order.id === id && (unread === 0 || isSettled(order)))
  if (order) return <Known order={order} />
  return (
    <Page title={isLoaded ? messages.missing : messages.title} width="text">
      {problem && <Problem why={problem} onRetry={retry} />}
      {!problem && (isLoaded ? <Missing /> : <Skeleton className="h-64 w-full" />)}
    </Page>
  )
}

/** The possible actions of an order depend on the other orders, so an unfinished one is shown when all are loaded. */
function isSettled(order: Order): boolean {
  const phase = orderPhase(order)
  return phase === 'done' || phase === 'stopped'
}

function Known({ order }: { order: Order }) {
  const messages = useMessages(activityMessages)
  const [isBundling, setBundling] = useState(false)
  return (
    <Page title={orderTitle(summarizeOrder(order), messages)} width="text" actions={<Back />}>
      <div className="grid gap-4">
        <Card title={messages.now}>
          <OrderProgress order={order} />
        </Card>
        <Card title={messages.timeline}>
          <Timeline order={order} />
        </Card>
        <Card title={messages.facts} actions={<Button onClick={() => setBundling(true)}>{messages.bundle}</Button>}>
          <Facts order={order} />
        </Card>
      </div>
      <Dialog title={messages.bundle} isOpen={isBundling} onClose={() => setBundling(false)}>
        <BundleForm orders={[order]} onSaved={() => setBundling(false)} />
      </Dialog>
    </Page>
  )
}

/** Its events in order, by this device's clock. */
function Timeline({ order }: { order: Order }) {
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

function Facts({ order }: { order: Order }) {
  const messages = useMessages(activityMessages)
  const words = useMessages(requestMessages)
  const { sender, recipient } = order.plan.intent
  return (
    <Rows isFine>
      <Row term={messages.id}>
        <Copied text={order.id} label={messages.copyId} />
      </Row>
      <Row term={messages.opened}>{dateTimeText(order.openedAt)}</Row>
      <Row term={messages.changed}>{dateTimeText(order.changedAt)}</Row>
      <Row term={messages.sender}>
        <Copied text={sender} label={messages.copyAddress} />
      </Row>
      {recipient !== sender && (
        <Row term={messages.recipient}>
          <Copied text={recipient} label={messages.copyAddress} />
        </Row>
      )}
      {order.request && <Row term={words.pool}>{poolOfRequest(order, words)}</Row>}
      {order.request && (
        <Row term={words.request}>
          <code className="font-mono text-fine wrap-anywhere">{order.request.body}</code>
        </Row>
      )}
      <Row term={messages.planHash}>
        <code className="font-mono">{order.plan.hash}</code>
      </Row>
    </Rows>
  )
}

function Copied({ text, label }: { text: string; label: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <code className="font-mono">{text}</code>
      <CopyButton text={text} label={label} />
    </span>
  )
}

function Missing() {
  const messages = useMessages(activityMessages)
  return <Empty title={messages.missingNote} action={<ButtonLink href="/activity">{messages.back}</ButtonLink>} />
}

function Back() {
  const messages = useMessages(activityMessages)
  return (
    <Link href="/activity" className="font-medium text-action underline-offset-4 hover:underline">
      {messages.back}
    </Link>
  )
}

function sameDay(a: number, b: number): boolean {
  return new Date(a).toDateString() === new Date(b).toDateString()
}
