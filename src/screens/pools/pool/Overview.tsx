import { useMemo, useState } from 'react'
import { barsPath } from '../../../components/pools/liquidityBars'
import { poolMessages } from '../../../components/pools/messages'
import { type Charted, charted, seriesOf } from '../../../components/pools/series'
import { priceUnitOf } from '../../../components/pools/shownPrice'
import { priceText, TimeChart } from '../../../components/pools/TimeChart'
import { windowShare } from '../../../components/positions/rangeWindow'
import { useServices } from '../../../components/services'
import type { Chain } from '../../../domain/chain'
import { parseFraction, toSignificant } from '../../../domain/fraction'
import { maxTick, minTick } from '../../../domain/liquidity/tick'
import { tickToPrice } from '../../../domain/liquidity/tickPrice'
import { type Bar, barsOf, invertBars } from '../../../domain/pools/distribution'
import { type Period, periods, pointsIn } from '../../../domain/pools/period'
import { knownValue } from '../../../domain/pools/pool'
import type { PoolSnapshot } from '../../../domain/pools/poolHistory'
import { compactDollarText, figureOf, figureText } from '../../../domain/text/figure'
import { locale } from '../../../domain/text/locale'
import type { ReadPool } from '../../../protocol/pools/poolReader'
import { IconButton } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { Checkbox, Segmented } from '../../../ui/Choice'
import { useSearchParam } from '../../../ui/hooks/useSearchParam'
import { useMessages } from '../../../ui/messages'
import { Plot, PlotLine } from '../../../ui/Plot'
import { DataTable } from '../../../ui/Table'
import { formatWhole } from '../table/cell'
import { pastTvl } from './pastTvl'
import { Trades } from './Trades'
import type { ShownLogs } from './usePoolLogs'

type OverviewProps = {
  readonly pool: ReadPool
  readonly chain: Chain | undefined
  readonly moments: readonly PoolSnapshot[] | undefined
  readonly logs: ShownLogs
  readonly isInverted: boolean
}

/** Figures over time and liquidity over prices, each also as a table; and the activity of a pool. */
export default function Overview({ pool, chain, moments, logs, isInverted }: OverviewProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Charts pool={pool} moments={moments ?? noMoments} events={logs.events} isInverted={isInverted} />
        <TickChart pool={pool} isInverted={isInverted} />
      </div>
      <Trades pool={pool} chain={chain} logs={logs} isInverted={isInverted} />
    </div>
  )
}

const noMoments: readonly never[] = []

type ChartsProps = Omit<OverviewProps, 'chain' | 'moments' | 'logs'> & {
  readonly moments: readonly PoolSnapshot[]
  readonly events: ShownLogs['events']
}

function Charts({ pool, moments, events, isInverted }: ChartsProps) {
  const messages = useMessages(poolMessages)
  const { clock } = useServices()
  const [chosen, choose] = useSearchParam('chart')
  const [wanted, setPeriod] = useSearchParam('period')
  const [drawn, setDrawn] = useSearchParam('drawn')
  const figure: Charted = charted.find((name) => name === chosen) ?? 'price'
  const period: Period = periods.find((name) => name === wanted) ?? 'all'
  const tvl = useMemo(() => (events ? pastTvl(pool, events, clock()) : []), [pool, events, clock])
  const { points, reported, seen, calculated } = useMemo(
    () => seriesOf(pool, moments, figure, { isInverted, pastTvl: tvl }),
    [pool, moments, figure, isInverted, tvl],
  )
  const shown = useMemo(() => pointsIn(period, points), [points, period])
  const { quote, base } = priceUnitOf(pool, isInverted)
  const unit = figure === 'price' ? messages.priceUnit(quote, base) : messages.dollars
  const isFlow = figure === 'volume' || figure === 'fees'
  const hasCandles = figure === 'price' && shown.some(({ candle }) => candle)
  return (
    <Card title={messages.charts}>
      <div className="grid gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <Segmented
            label={messages.charts}
            isLabelHidden
            options={charted.map((value) => ({ value, label: messages.chart[value] }))}
            value={figure}
            onChange={(figure) => choose(figure === 'price' ? '' : figure)}
          />
          <Segmented
            label={messages.period}
            isLabelHidden
            options={periods.map((value) => ({ value, label: messages.periods[value] }))}
            value={period}
            onChange={(period) => setPeriod(period === 'all' ? '' : period)}
          />
          {hasCandles && (
            <Checkbox
              label={<span className="text-fine">{messages.candles}</span>}
              isChecked={drawn === 'candles'}
              onChange={(isOn) => setDrawn(isOn ? 'candles' : '')}
            />
          )}
        </div>
        {shown.length < 2 ? (
          <p className="grid min-h-80.5 place-content-center text-center text-fine text-quiet">{messages.noChart}</p>
        ) : (
          <TimeChart
            name={messages.chartOf(messages.chart[figure], unit)}
            points={shown}
            kind={isFlow && seen === 0 ? 'bars' : hasCandles && drawn === 'candles' ? 'candles' : 'line'}
            write={figure === 'price' ? priceText : dollarsText}
          />
        )}
        <p className="text-fine text-quiet">
          {calculated === 0 && messages.fromRecord(reported)}
          {calculated === 0 && seen > 0 && locale.gap}
          {seen > 0 && messages.fromHere(seen)}
          {calculated > 0 && (figure === 'fees' ? messages.calculatedFees(calculated) : messages.fromLogs(calculated))}
        </p>
      </div>
    </Card>
  )
}

function dollarsText(text: string): string {
  return compactDollarText(parseFraction(text.replace(/^-/, '')))
}

/** How much liquidity is active at which price. */
function TickChart({ pool, isInverted }: Pick<OverviewProps, 'pool' | 'isInverted'>) {
  const messages = useMessages(poolMessages)
  const [isTable, setTable] = useState(false)
  // Inverted prices rise where ticks fall, so the bars change places.
  const bars = useMemo(() => (isInverted ? invertBars(barsOf(pool)) : barsOf(pool)), [pool, isInverted])
  const known = knownValue(pool.tick)
  const tick = known !== undefined && isInverted ? -known : known
  const window = windowOf(bars, tick)
  const price = (at: number) => priceAt(pool, at, isInverted)
  const { quote, base } = priceUnitOf(pool, isInverted)
  return (
    <Card title={messages.ticks}>
      {bars.length === 0 ? (
        <p className="text-fine text-quiet">{messages.noTicks}</p>
      ) : (
        <div className="grid gap-3">
          <div className="flex items-start justify-between gap-2 text-fine text-quiet">
            <p>{messages.ticksNote}</p>
            <IconButton
              size="small"
              icon="table"
              label={messages.asTable}
              aria-expanded={isTable}
              onClick={() => setTable(!isTable)}
            />
          </div>
          {/* Prices rise to the right in every language. */}
          <div dir="ltr">
            <Plot className="h-40 w-full">
              <path d={barsPath(bars, window)} transform="scale(1 10)" className="fill-action/55" />
              {tick !== undefined && (
                <PlotLine
                  points={[0, 1].map((y) => [windowShare(tick, window), y])}
                  strokeWidth="1"
                  className="stroke-ink"
                  strokeDasharray="3 3"
                />
              )}
            </Plot>
            <div className="mt-1 grid grid-cols-3 gap-2 text-fine wrap-anywhere text-quiet tabular-nums">
              <span>{price(window.from)}</span>
              <span className="text-center">{tick !== undefined && price(tick)}</span>
              <span className="text-end">{price(window.to)}</span>
            </div>
          </div>
          {isTable && (
            <DataTable
              caption={messages.ticks}
              height="max-h-72"
              rows={bars.slice(0, most)}
              keyOf={({ tickLower }) => tickLower}
              columns={[
                figure(messages.fromTick, (bar) => tickText(isInverted ? -bar.tickUpper : bar.tickLower)),
                figure(messages.toTick, (bar) => tickText(isInverted ? -bar.tickLower : bar.tickUpper)),
                figure(`${messages.from}, ${messages.priceUnit(quote, base)}`, (bar) => price(bar.tickLower)),
                figure(messages.to, (bar) => price(bar.tickUpper)),
                figure(messages.liquidity, (bar) => String(bar.liquidity)),
              ]}
            />
          )}
        </div>
      )}
    </Card>
  )
}

const most = 500

function figure(head: string, cell: (bar: Bar) => string) {
  return { head, cell, isFigure: true }
}

function tickText(tick: number): string {
  return formatWhole(tick).text
}

/** Centred on the price if known; full-range positions do not widen the window. */
function windowOf(bars: readonly Bar[], tick: number | undefined) {
  const edges = bars.flatMap(({ tickLower, tickUpper }) => [tickLower, tickUpper])
  const middle = tick ?? (Math.min(...edges) + Math.max(...edges)) / 2
  const reach = Math.max(600, ...edges.map((edge) => Math.abs(edge - middle)).filter((distance) => distance < 30_000))
  return {
    from: Math.max(minTick, Math.floor(middle - reach * 1.1)),
    to: Math.min(maxTick, Math.ceil(middle + reach * 1.1)),
  }
}

/** The price at a tick of the chart. In an inverted chart that is the pool's tick with the opposite sign. */
function priceAt({ token0, token1 }: ReadPool, shown: number, inverted: boolean): string {
  const tick = inverted ? 0 - shown : shown
  if (token0.decimals === undefined || token1.decimals === undefined) return String(tick)
  if (tick < minTick || tick > maxTick) return String(tick)
  const options = { decimals0: token0.decimals, decimals1: token1.decimals, inverted }
  return figureText(figureOf(toSignificant(tickToPrice(tick, options), 5), { significant: 5 }))
}
