import { useMemo } from 'react'
import { poolMessages } from '../../../components/pools/messages'
import { type Charted, charted, seriesOf } from '../../../components/pools/series'
import { priceUnitOf } from '../../../components/pools/shownPrice'
import { priceText, TimeChart } from '../../../components/pools/TimeChart'
import { useServices } from '../../../components/services'
import { parseFraction } from '../../../domain/fraction'
import { type Period, periods, pointsIn } from '../../../domain/pools/period'
import type { PoolSnapshot } from '../../../domain/pools/poolHistory'
import { compactDollarText } from '../../../domain/text/figure'
import { locale } from '../../../domain/text/locale'
import type { ReadPool } from '../../../protocol/pools/poolReader'
import { Card } from '../../../ui/Card'
import { Checkbox, Segmented } from '../../../ui/Choice'
import { useSearchParam } from '../../../ui/hooks/useSearchParam'
import { useMessages } from '../../../ui/messages'
import { pastTvl } from './pastTvl'
import { TickChart } from './TickChart'
import type { PastTrades } from './usePoolLogs'

type ChartsProps = {
  readonly pool: ReadPool
  readonly moments: readonly PoolSnapshot[]
  readonly past: PastTrades
  readonly isInverted: boolean
}

/** Figures over time, and liquidity over prices; each also as a table. */
export default function Charts({ pool, moments, past, isInverted }: ChartsProps) {
  const messages = useMessages(poolMessages)
  const { clock } = useServices()
  const [chosen, choose] = useSearchParam('chart')
  const [wanted, setPeriod] = useSearchParam('period')
  const [drawn, setDrawn] = useSearchParam('drawn')
  const figure: Charted = charted.find((name) => name === chosen) ?? 'price'
  const period: Period = periods.find((name) => name === wanted) ?? 'all'
  const events = past.at === 'read' ? past.events : undefined
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
    <>
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
            <p className="grid min-h-56 place-content-center text-center text-fine text-quiet">{messages.noChart}</p>
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
            {calculated > 0 &&
              (figure === 'fees' ? messages.calculatedFees(calculated) : messages.fromLogs(calculated))}
          </p>
        </div>
      </Card>
      <TickChart pool={pool} isInverted={isInverted} />
    </>
  )
}

function dollarsText(text: string): string {
  return compactDollarText(parseFraction(text.replace(/^-/, '')))
}
