import { Link } from 'wouter'
import { activityMessages } from '../../../components/orders/messages'
import { summarizeOrder } from '../../../components/orders/orderSummary'
import { orderStateText, orderTitle } from '../../../components/orders/orderTitle'
import { useServices } from '../../../components/services'
import { PairMark } from '../../../components/tokens/PairMark'
import { ageOf } from '../../../domain/text/age'
import type { Order } from '../../../orders/order'
import { Card } from '../../../ui/Card'
import { useSlice } from '../../../ui/hooks/useSlice'
import { useMessages } from '../../../ui/messages'
import { asideMessages } from './messages'

/** The last swaps of this browser, each a link to its page; nothing before the first. */
export function RecentSwaps() {
  const messages = useMessages(asideMessages)
  const { orderService } = useServices()
  const orders = useSlice(orderService, (known) => known.orders)
  const swaps = orders
    .filter(({ plan }) => plan.intent.kind === 'swap')
    .toSorted((a, b) => b.openedAt - a.openedAt)
    .slice(0, most)
  if (swaps.length === 0) return null
  return (
    <Card title={messages.recent}>
      <ul aria-label={messages.recent} className="grid">
        {swaps.map((order) => (
          <RecentSwap key={order.id} order={order} />
        ))}
      </ul>
      <Link
        href="/activity"
        className="mt-2 inline-flex min-h-8 items-center text-fine font-medium text-action underline-offset-4 hover:underline pointer-coarse:min-h-11"
      >
        {messages.all}
      </Link>
    </Card>
  )
}

const most = 5

function RecentSwap({ order }: { order: Order }) {
  const messages = useMessages(activityMessages)
  const { clock } = useServices()
  const summary = summarizeOrder(order)
  const { count, unit } = ageOf(clock() - summary.openedAt)
  return (
    <li>
      <Link
        href={`/activity/${encodeURIComponent(order.id)}`}
        className="-mx-2 flex items-center gap-3 rounded-control px-2 py-2 text-fine hover:bg-raised"
      >
        <PairMark tokens={summary.tokens} chain={summary.destinationChain} />
        <span className="grid min-w-0">
          <bdi className="font-medium wrap-anywhere text-ink tabular-nums">{orderTitle(summary, messages)}</bdi>
          <span className="text-quiet">
            {orderStateText(summary, messages)} ·{' '}
            <time dateTime={new Date(summary.openedAt).toISOString()}>{messages.ago[unit](count)}</time>
          </span>
        </span>
      </Link>
    </li>
  )
}
