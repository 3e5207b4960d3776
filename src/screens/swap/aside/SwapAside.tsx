import { lazy, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { activityMessages } from '../../../components/orders/messages'
import { summarizeOrder } from '../../../components/orders/orderSummary'
import { orderStateText, orderTitle } from '../../../components/orders/orderTitle'
import { ChartSkeleton } from '../../../components/prices/ChartSkeleton'
import { chartMessages } from '../../../components/prices/messages'
import { chartedPair } from '../../../components/prices/pairPrice'
import { useServices } from '../../../components/services'
import { PairMark } from '../../../components/tokens/PairMark'
import { TokenImage } from '../../../components/tokens/TokenImage'
import { useTokens } from '../../../components/tokens/useTokens'
import { ageOf } from '../../../domain/text/age'
import { foreignText } from '../../../domain/text/label'
import type { TokenPair } from '../../../domain/tokenPair'
import type { Order } from '../../../orders/order'
import { IconButton } from '../../../ui/Button'
import { storedText, storeText } from '../../../ui/browserStorage'
import { Card } from '../../../ui/Card'
import { useMedia } from '../../../ui/hooks/useMedia'
import { useSlice } from '../../../ui/hooks/useSlice'
import { Icon } from '../../../ui/Icon'
import { useMessages } from '../../../ui/messages'
import { asideMessages } from './messages'

const PriceChart = lazy(() => import('../../../components/prices/PriceChart'))

type SwapAsideProps = { pair: TokenPair }

/**
 * The panel next to the form in wide windows, and below it in narrow ones. Loaded once the form can be used. The notice
 * names networks, so the part below it waits for them too, and does not move.
 */
export default function SwapAside({ pair }: SwapAsideProps) {
  const isLoading = useTokens().at === 'loading'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5 max-lg:mt-5">
      <Introduction />
      <PairAside pair={pair} />
      {!isLoading && (
        <>
          <DemoNotice />
          <RecentSwaps />
        </>
      )}
    </div>
  )
}

/** The difference to other exchanges, until a token has been chosen in this browser. Nothing moves while the page is open. */
function Introduction() {
  const messages = useMessages(asideMessages)
  const { preferences } = useServices()
  const [isNew] = useState(() => preferences.getState().recentTokens.length === 0)
  if (!isNew) return null
  return (
    <section className="grid gap-1">
      <h2 className="text-title text-ink">{messages.headline}</h2>
      <p className="text-text">{messages.difference}</p>
    </section>
  )
}

/** The price chart of the pair: open next to the form on wide screens, and below it, when asked for, on narrow ones. */
function PairAside({ pair }: SwapAsideProps) {
  const messages = useMessages(chartMessages)
  const isWide = useMedia('(min-width: 64rem)')
  const [isWanted, setWanted] = useState(false)
  const charted = chartedPair(pair, useTokens().tokens)
  // A pair without a chart shows its note immediately, without a chart's placeholder before it.
  const chart = charted ? (
    <Suspense fallback={<ChartSkeleton />}>
      <PriceChart base={charted.base} quote={charted.quote} />
    </Suspense>
  ) : pair.sell ? (
    <p className="text-fine text-quiet">{pair.buy ? messages.nothing : messages.choose}</p>
  ) : (
    <ChartSkeleton />
  )
  const title = charted ? (
    <span className="flex items-center gap-2">
      <TokenImage token={charted.base} size="medium" />
      {messages.priceOf(foreignText(charted.base.symbol), foreignText(charted.quote.symbol))}
    </span>
  ) : (
    messages.title
  )
  if (isWide) return <Card title={title}>{chart}</Card>
  return (
    <Card>
      <button
        type="button"
        aria-expanded={isWanted}
        onClick={() => setWanted(!isWanted)}
        className="flex min-h-10 w-full items-center justify-between gap-2 rounded-small font-medium text-ink pointer-coarse:min-h-11"
      >
        {messages.title}
        <Icon name="chevron" className={`size-4 transition-transform ${isWanted ? 'rotate-180' : ''}`} />
      </button>
      {isWanted && <div className="pt-3">{chart}</div>}
    </Card>
  )
}

/** Explains the demo networks and their worthless tokens, once per browser. */
function DemoNotice() {
  const messages = useMessages(asideMessages)
  const { deployment } = useServices()
  const { tokens } = useTokens()
  const [isDismissed, setDismissed] = useState(wasDismissed)
  if (deployment.mode !== 'embedded' || isDismissed || tokens.length === 0) return null
  const named = (kind: 'evm' | 'solana') => [
    ...new Set(tokens.filter(({ chain }) => chain.kind === kind).map(({ chain }) => chain.name)),
  ]
  const dismiss = () => {
    setDismissed(true)
    storeText(storageKey, 'dismissed')
    // The pressed button is gone: the focus stays on the page.
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }
  return (
    <section
      aria-label={messages.demo}
      className="flex items-start gap-2 rounded-control bg-info-wash py-1 ps-3 pe-1 text-fine text-text"
    >
      <p className="min-w-0 flex-1 py-1">{messages.demoSays(named('evm'), named('solana'))}</p>
      <IconButton size="small" icon="close" label={messages.gotIt} onClick={dismiss} />
    </section>
  )
}

const storageKey = 'tidegate.demoNotice'

function wasDismissed(): boolean {
  return storedText(storageKey) !== null
}

/** The last swaps of this browser, each a link to its page; nothing before the first. */
function RecentSwaps() {
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
