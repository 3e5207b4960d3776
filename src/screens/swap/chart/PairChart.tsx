import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import { pairLabel, poolPath } from '../../../components/pools/poolRowModel'
import { usePoolHistory, useRecordHistory } from '../../../components/pools/recordHistory'
import { type Point, seriesOf } from '../../../components/pools/series'
import { priceText, TimeChart } from '../../../components/pools/TimeChart'
import { type NetworkPools, usePoolLists } from '../../../components/pools/usePoolLists'
import { useServices } from '../../../components/services'
import { networkOf } from '../../../domain/chain'
import { shortTimeText } from '../../../domain/text/dateText'
import { percentText } from '../../../domain/text/figure'
import { foreignText } from '../../../domain/text/label'
import type { Token } from '../../../domain/token'
import type { Deployment } from '../../../protocol/deployment/deployment'
import { Segmented } from '../../../ui/Choice'
import { useMessages } from '../../../ui/messages'
import { ChartSkeleton } from './ChartSkeleton'
import { chartMessages } from './messages'
import { changeBps, covers, type Leg, legsBetween, priceAlong } from './pairPrice'

/** The price of one token in another of its network over time, from the pools' own history and from what this browser has seen. */
export function PairChart({ sell, buy }: { sell: Token; buy: Token }) {
  const messages = useMessages(chartMessages)
  const { deployment } = useServices()
  const network = networkOf(sell.chain)
  const networks = useMemo(() => [network], [network])
  const lists = usePoolLists(networks, pollInterval)
  useRecordHistory(lists)
  const pools = lists[0]?.pools
  const legs = useMemo(
    () => legsBetween(pools ?? [], addressInPools(deployment, sell), addressInPools(deployment, buy)),
    [pools, deployment, sell, buy],
  )
  if (isLoading(lists[0])) return <ChartSkeleton />
  if (lists[0]?.answer === undefined) return <Nothing why={messages.failed} />
  if (legs.length === 0) return <Nothing why={messages.noPool(foreignText(sell.symbol), foreignText(buy.symbol))} />
  return <LegsChart key={`${sell.id} ${buy.id}`} network={network} legs={legs} sell={sell} buy={buy} />
}

type LegsChartProps = { network: string; legs: readonly Leg[]; sell: Token; buy: Token }

function LegsChart({ network, legs, sell, buy }: LegsChartProps) {
  const messages = useMessages(chartMessages)
  const { clock } = useServices()
  const [range, setRange] = useState<Range>('week')
  const [pointed, setPointed] = useState<Point>()
  const moments = usePoolHistory(
    network,
    legs.map(({ pool }) => pool.id),
  )
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
  const points = range === 'all' ? all : all.filter(({ at }) => at >= clock() - lengths[range])
  const newest = points.length > 1 ? points.at(-1) : undefined
  if (!moments) return <ChartSkeleton />
  return (
    <div className={`grid grid-rows-[auto_1fr_auto] gap-3 ${chartHeight}`}>
      <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="text-fine text-quiet tabular-nums">
          {newest && <p className="text-title font-medium text-ink">{priceText((pointed ?? newest).text)}</p>}
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
            setRange(next)
            setPointed(undefined)
          }}
        />
      </div>
      {newest ? (
        <TimeChart
          key={range}
          name={messages.priceOf(foreignText(sell.symbol), foreignText(buy.symbol))}
          points={points}
          hasBars={false}
          write={priceText}
          onPoint={setPointed}
        />
      ) : (
        <Nothing why={messages.noPrices[range]} isInChart />
      )}
      <p className="flex flex-wrap gap-x-2 text-fine text-quiet">
        {messages.from}
        {legs.map(({ pool }) => (
          <Link key={pool.id} href={poolPath(network, pool.id)} className="text-text underline hover:text-ink">
            <bdi>{pairLabel(pool)}</bdi>
          </Link>
        ))}
      </p>
    </div>
  )
}

/** How far the price rose or fell, with its sign, and since when: a period with prices for half of it is not named. */
function Change({ points, length }: { points: readonly Point[]; length: 'day' | 'week' | undefined }) {
  const messages = useMessages(chartMessages)
  const bps = changeBps(points)
  const [first] = points
  if (bps === undefined || !first) return null
  return (
    <>
      <span className={`font-medium ${bps < 0 ? 'text-down' : bps > 0 ? 'text-up' : 'text-ink'}`}>
        {bps > 0 ? `+${percentText(bps)}` : percentText(bps)}
      </span>{' '}
      {length && covers(points, lengths[length]) ? messages.changed[length] : messages.since(shortTimeText(first.at))}
    </>
  )
}

/** Whatever is in the place of a chart that was awaited is as tall, so that nothing below it moves. */
function Nothing({ why, isInChart = false }: NothingProps) {
  return (
    <p className={`grid place-content-center text-center text-fine text-quiet ${isInChart ? '' : chartHeight}`}>
      {why}
    </p>
  )
}

type NothingProps = {
  readonly why: string
  /** In the place of the line alone. */
  readonly isInChart?: boolean
}

/** A chart with its price, its line and its sources. `ChartSkeleton` is as tall. */
const chartHeight = 'min-h-100'

function isLoading(list: NetworkPools | undefined): boolean {
  return list?.answer === undefined && list?.freshness.refusal === undefined
}

/** Pools hold native coins in their wrapped form. */
function addressInPools({ chains }: Deployment, { chain, address, isNative }: Token): string {
  const wrapped = chains.find(({ chainId }) => chainId === chain.chainId)?.wrappedNative
  return isNative ? (wrapped ?? address) : address
}

/** In the pool's own direction; `pairPrice` turns it where needed. */
const asInRecord = { isInverted: false, pastTvl: [] }

type Range = 'day' | 'week' | 'all'
const ranges: readonly Range[] = ['day', 'week', 'all']
const day = 24 * 60 * 60_000
const lengths = { day, week: 7 * day }

/** A chart needs no newer prices than this, in milliseconds; the pools of other pages are read more often. */
const pollInterval = 60_000
