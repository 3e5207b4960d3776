import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { foreignText } from '../../../domain/label'
import type { Token } from '../../../domain/token'
import { Card } from '../../../ui/Card'
import { Icon } from '../../../ui/Icon'
import { useMessages } from '../../../ui/messages'
import { Skeleton } from '../../../ui/Skeleton'
import { chartMessages } from './messages'

const PairChart = lazy(() => import('./PairChart').then(({ PairChart }) => ({ default: PairChart })))

/** The price chart of the pair: open beside the form on wide screens, and below it, when asked for, on narrow ones. */
export function PairAside({ sell, buy }: { sell: Token; buy: Token }) {
  const messages = useMessages(chartMessages)
  const isWide = useSyncExternalStore(watchWidth, hasRoom, () => false)
  const [isWanted, setWanted] = useState(false)
  const chart = (
    <Suspense fallback={<Skeleton className="h-80 w-full" />}>
      <PairChart sell={sell} buy={buy} />
    </Suspense>
  )
  if (isWide) return <Card title={messages.priceOf(foreignText(sell.symbol), foreignText(buy.symbol))}>{chart}</Card>
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
