import { useMemo, useState } from 'react'
import { networkOf } from '../../domain/chain'
import type { Point } from '../../domain/pools/poolChange'
import { shortTimeText } from '../../domain/text/dateText'
import { percentText } from '../../domain/text/figure'
import { foreignText } from '../../domain/text/label'
import type { Token } from '../../domain/token'
import { Segmented } from '../../ui/Choice'
import { useMessages } from '../../ui/messages'
import { usePoolHistory, useRecordHistory } from '../pools/recordHistory'
import { seriesOf } from '../pools/series'
import { priceText, TimeChart } from '../pools/TimeChart'
import { type NetworkPools, usePoolLists } from '../pools/usePoolLists'
import { useServices } from '../services'
import { addressInPools } from '../tokens/tokenPath'
import { ChartSkeleton } from './ChartSkeleton'
import { chartMessages } from './messages'
import { changeBps, covers, type Leg, legsBetween, priceAlong } from './pairPrice'

type PriceChartProps = { readonly base: Token; readonly quote: Token }

/** The price of one token in another of its network over time, from the pools' own history and from what this browser has seen. */
export default function PriceChart({ base, quote }: PriceChartProps) {
  const messages = useMessages(chartMessages)
  const { deployment } = useServices()
  const network = networkOf(base.chain)
  const lists = usePoolLists([network], { interval: pollInterval })
  useRecordHistory(lists)
  const pools = lists[0]?.pools
  const [from, to] = [base, quote].map((token) => addressInPools(deployment, token) ?? token.address)
  const legs = useMemo(() => legsBetween(pools ?? [], from ?? '', to ?? ''), [pools, from, to])
  if (isLoading(lists[0])) return <ChartSkeleton />
  if (lists[0]?.answer === undefined) return <Nothing why={messages.failed} />
  if (legs.length === 0) return <Nothing why={messages.noPool(foreignText(base.symbol), foreignText(quote.symbol))} />
  return <LegsChart key={`${base.id} ${quote.id}`} network={network} legs={legs} base={base} quote={quote} />
}

type LegsChartProps = PriceChartProps & { network: string; legs: readonly Leg[] }

function LegsChart({ network, legs, base, quote }: LegsChartProps) {
  const messages = useMessages(chartMessages)
  const { clock } = useServices()
  const [chosen, setChosen] = useState<Range>()
  const [pointed, setPointed] = useState<Point>()
  const moments = usePoolHistory(legs.map(({ pool }) => ({ network, id: pool.id })))
  const all = useMemo(
    () =>
      priceAlong(
        legs.map(({ pool, isInverted }, index) => ({
          isInverted,
          points: seriesOf(pool, moments?.[index] ?? [], 'price', asInRecord).points.filter(({ value }) => value > 0),
        })),
      ),
    [legs, moments],
  )
  const pointsIn = (range: Range) => (range === 'all' ? all : all.filter(({ at }) => at >= clock() - lengths[range]))
  // The shortest period with a line, until another is chosen.
  const range = chosen ?? ranges.find((each) => pointsIn(each).length > 1) ?? 'day'
  const points = pointsIn(range)
  const newest = points.length > 1 ? points.at(-1) : undefined
  if (!moments) return <ChartSkeleton />
  return (
    <div className={`grid grid-rows-[auto_1fr] gap-3 ${chartHeight}`}>
      <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="text-fine text-quiet tabular-nums">
          {newest && (
            <p className="text-title font-medium text-ink">
              <span dir="ltr">
                {priceText((pointed ?? newest).text)}{' '}
                <bdi translate="no" className="text-body text-quiet">
                  {quote.symbol}
                </bdi>
              </span>
            </p>
          )}
          {newest && (
            <p>
              {pointed ? (
                shortTimeText(pointed.at)
              ) : (
                <Change points={points} length={range === 'all' ? undefined : range} />
              )}
            </p>
          )}
        </div>
        <Segmented
          label={messages.ranges}
          isLabelHidden
          options={ranges.map((value) => ({ value, label: messages.range[value] }))}
          value={range}
          onChange={(next) => {
            setChosen(next)
            setPointed(undefined)
          }}
        />
      </div>
      {newest ? (
        <TimeChart
          key={range}
          name={messages.priceOf(foreignText(base.symbol), foreignText(quote.symbol))}
          points={points}
          write={priceText}
          onPoint={setPointed}
          tone={toneOf(changeBps(points))}
        />
      ) : (
        <Nothing why={messages.noPrices[range]} isInChart />
      )}
    </div>
  )
}

/** The colour of a line follows the sign that is written over it. */
function toneOf(bps: number | undefined) {
  return bps === undefined || bps === 0 ? 'action' : bps > 0 ? 'up' : 'down'
}

/** How far the price rose or fell, with its sign, and since when: a period with prices for half of it is not named. */
function Change({ points, length }: { points: readonly Point[]; length: 'day' | 'week' | undefined }) {
  const messages = useMessages(chartMessages)
  const bps = changeBps(points)
  const [first] = points
  if (bps === undefined || !first) return null
  return (
    <>
      <bdi className={`font-medium ${bps < 0 ? 'text-down' : bps > 0 ? 'text-up' : 'text-ink'}`}>
        {bps > 0 ? `+${percentText(bps)}` : percentText(bps)}
      </bdi>{' '}
      {length && covers(points, lengths[length]) ? messages.changed[length] : messages.since(shortTimeText(first.at))}
    </>
  )
}

/** Any replacement of an awaited chart has its height, so that nothing below it moves. */
function Nothing({ why, isInChart = false }: NothingProps) {
  return (
    <p className={`grid place-content-center text-center text-fine text-quiet ${isInChart ? '' : chartHeight}`}>
      {why}
    </p>
  )
}

type NothingProps = {
  readonly why: string
  /** Replaces only the line. */
  readonly isInChart?: boolean
}

/** A chart with its price and its line. `ChartSkeleton` is as tall. */
const chartHeight = 'min-h-84'

function isLoading(list: NetworkPools | undefined): boolean {
  return list?.answer === undefined && list?.freshness.refusal === undefined
}

/** In the pool's own direction; `pairPrice` turns it where needed. */
const asInRecord = { isInverted: false, pastTvl: [] }

type Range = 'day' | 'week' | 'all'
const ranges: readonly Range[] = ['day', 'week', 'all']
const day = 24 * 60 * 60_000
const lengths = { day, week: 7 * day }

/** A chart needs no newer prices than this, in milliseconds; the pools of other pages are read more often. */
const pollInterval = 60_000
