import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { foreignText } from '../../../domain/text/label'
import type { Token } from '../../../domain/token'
import { Card } from '../../../ui/Card'
import { Icon } from '../../../ui/Icon'
import { useMessages } from '../../../ui/messages'
import { ChartSkeleton } from './ChartSkeleton'
import { chartMessages } from './messages'

const PairChart = lazy(() => import('./PairChart').then(({ PairChart }) => ({ default: PairChart })))

/** The price chart of the pair: open next to the form on wide screens, and below it, when asked for, on narrow ones. */
export function PairAside({ sell, buy }: { sell: Token | undefined; buy: Token | undefined }) {
  const messages = useMessages(chartMessages)
  const isWide = useSyncExternalStore(watchWidth, hasRoom, () => false)
  const [isWanted, setWanted] = useState(false)
  // What has no chart says so at once, without a chart's place that it would leave again.
  const isAcross = sell && buy && sell.chain.chainId !== buy.chain.chainId
  const chart =
    sell && (!buy || isAcross) ? (
      <p className="text-fine text-quiet">{isAcross ? messages.acrossNetworks : messages.choose}</p>
    ) : (
      <Suspense fallback={<ChartSkeleton />}>
        {sell && buy ? <PairChart sell={sell} buy={buy} /> : <ChartSkeleton />}
      </Suspense>
    )
  const title = sell && buy ? messages.priceOf(foreignText(sell.symbol), foreignText(buy.symbol)) : messages.title
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

const query = '(min-width: 64rem)'

function hasRoom(): boolean {
  return window.matchMedia(query).matches
}

function watchWidth(listener: () => void): () => void {
  const media = window.matchMedia(query)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}
