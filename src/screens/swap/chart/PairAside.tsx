import { lazy, Suspense, useState } from 'react'
import { ChartSkeleton } from '../../../components/prices/ChartSkeleton'
import { chartMessages } from '../../../components/prices/messages'
import { chartedPair } from '../../../components/prices/pairPrice'
import { TokenImage } from '../../../components/tokens/TokenImage'
import { useTokens } from '../../../components/tokens/useTokens'
import { foreignText } from '../../../domain/text/label'
import type { Token } from '../../../domain/token'
import { Card } from '../../../ui/Card'
import { useMedia } from '../../../ui/hooks/useMedia'
import { Icon } from '../../../ui/Icon'
import { useMessages } from '../../../ui/messages'

const PriceChart = lazy(() => import('../../../components/prices/PriceChart'))

/** The price chart of the pair: open next to the form on wide screens, and below it, when asked for, on narrow ones. */
export function PairAside({ sell, buy }: { sell: Token | undefined; buy: Token | undefined }) {
  const messages = useMessages(chartMessages)
  const isWide = useMedia('(min-width: 64rem)')
  const [isWanted, setWanted] = useState(false)
  const charted = chartedPair({ sell, buy }, useTokens().tokens)
  // A pair without a chart shows its note immediately, without a chart's placeholder before it.
  const chart = charted ? (
    <Suspense fallback={<ChartSkeleton />}>
      <PriceChart base={charted.base} quote={charted.quote} />
    </Suspense>
  ) : sell ? (
    <p className="text-fine text-quiet">{buy ? messages.nothing : messages.choose}</p>
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
