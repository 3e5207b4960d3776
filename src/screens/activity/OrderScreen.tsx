import { Link, useParams } from 'wouter'
import { activityMessages } from '../../components/orders/messages'
import { summarizeOrder } from '../../components/orders/orderSummary'
import { orderTitle } from '../../components/orders/orderTitle'
import { dateTimeText } from '../../domain/text/dateText'
import type { Order } from '../../orders/order'
import { orderPhase } from '../../orders/orderPhase'
import { OrderProgress } from '../../signing/progress/OrderProgress'
import { poolOfRequest, requestMessages } from '../../signing/progress/request.messages'
import { Timeline } from '../../signing/progress/Timeline'
import { Card } from '../../ui/Card'
import { CopyButton } from '../../ui/CopyButton'
import { ButtonLink, Empty } from '../../ui/Empty'
import { useMessages } from '../../ui/messages'
import { Page } from '../../ui/Page'
import { Row, Rows } from '../../ui/Rows'
import { Skeleton } from '../../ui/Skeleton'
import { Problem } from './ActivityScreen'
import { BundleButton } from './BundleButton'
import { useOrders } from './useOrders'

/** One order: its state, the possible actions, and all its events. */
export default function OrderScreen() {
  const messages = useMessages(activityMessages)
  const { order: id = '' } = useParams<{ order: string }>()
  const { isLoaded, orders, unread, problem, retry } = useOrders()
  const order = orders.find((order) => order.id === id && (unread === 0 || isSettled(order)))
  if (order) return <Known order={order} />
  return (
    <Page title={isLoaded ? messages.missing : messages.title} width="text">
      {problem && <Problem why={problem} onRetry={retry} />}
      {!problem && isLoaded && (
        <Empty title={messages.missingNote} action={<ButtonLink href="/activity">{messages.back}</ButtonLink>} />
      )}
      {!problem && !isLoaded && <Skeleton className="h-64 w-full" />}
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
  return (
    <Page
      title={orderTitle(summarizeOrder(order), messages)}
      width="text"
      actions={
        <Link href="/activity" className="font-medium text-action underline-offset-4 hover:underline">
          {messages.back}
        </Link>
      }
    >
      <div className="grid gap-4">
        <Card title={messages.now}>
          <OrderProgress order={order} />
        </Card>
        <Card title={messages.timeline}>
          <Timeline order={order} />
        </Card>
        <Card title={messages.facts} actions={<BundleButton orders={[order]} />}>
          <Facts order={order} />
        </Card>
      </div>
    </Page>
  )
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
