import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { barsPath } from '../../../components/pools/liquidityBars'
import {
  fittingWindow,
  isInView,
  type TickWindow,
  tickAt,
  windowShare,
  zoomed,
} from '../../../components/positions/rangeWindow'
import { type Range, sameRange } from '../../../domain/liquidity/range'
import type { Bar } from '../../../domain/pools/distribution'
import { type Period, periods, pointsIn } from '../../../domain/pools/period'
import type { TickSample } from '../../../domain/pools/volatility'
import {
  baseOf,
  currentShownTick,
  type PriceDirection,
  priceFigureAt,
  quoteOf,
  shownPriceText,
} from '../../../domain/prices/priceDirection'
import { shortTimeText } from '../../../domain/text/dateText'
import { figureOf, figureText } from '../../../domain/text/figure'
import { exchangedSigns } from '../../../domain/text/locale'
import { IconButton } from '../../../ui/Button'
import { Segmented } from '../../../ui/Choice'
import { classes } from '../../../ui/classes'
import { useMessages } from '../../../ui/messages'
import { Plot, PlotLine, type PlotPoint } from '../../../ui/Plot'
import { roundTicks } from '../../../ui/roundTicks'
import { rangeMessages } from './messages'
import { middle, RangeHandles, type RangeHandlesProps } from './RangeHandles'

type RangeChartProps = Omit<RangeHandlesProps, 'window' | 'plot'> & {
  readonly bars: readonly Bar[]
  readonly isNew: boolean
  /** The lowest and highest tick seen lately. */
  readonly seen: Range | undefined
  /** The price over time, on the same price axis. */
  readonly history: readonly TickSample[]
}

/** The price over time and the liquidity at each price, with the range as a band. */
export function RangeChart({ bars, isNew, seen, history, ...band }: RangeChartProps) {
  const { direction, range } = band
  const messages = useMessages(rangeMessages)
  const { spacing } = direction
  const current = currentShownTick(direction)
  const fitting = () => fittingWindow({ current, range, spacing, seen })
  const [window, setWindow] = useWindow(range, spacing, fitting)
  const [period, setPeriod] = useState<Period>('week')
  const past = useMemo(
    () =>
      pointsIn(
        period,
        history.toSorted((a, b) => a.at - b.at),
      ),
    [history, period],
  )
  const plot = useRef<HTMLDivElement>(null)
  const [pointed, setPointed] = useState<number>()

  const zoom = (factor: number) => setWindow(zoomed(window, factor, middleOf(range, window), spacing))
  useWheel(plot, (factor, share) => setWindow((now) => zoomed(now, factor, tickAt(share, now), spacing)))

  const path = useMemo(() => barsPath(bars, window), [bars, window])
  // Drawn once for all steps of a drag.
  const drawing = useMemo(
    () => (
      <Plot className="absolute inset-0 size-full overflow-hidden" data-history={past.length > 1 ? '' : undefined}>
        <path d={path} transform="matrix(0 -1 3 0 700 1000)" className="fill-action/45" />
        <PlotLine points={linePoints(past, window, current)} className="stroke-ink" />
      </Plot>
    ),
    [path, past, window, current],
  )
  return (
    <figure className="grid gap-2" aria-label={messages.chart}>
      <div className="flex flex-wrap items-center justify-end gap-1">
        <figcaption className="me-auto text-fine text-quiet">
          {isNew ? messages.newPool : path === '' && messages.noBars(bars.length > 0)}
        </figcaption>
        {(!isNew || history.length > 1) && (
          <Segmented
            label={messages.period}
            isLabelHidden
            options={periods.map((value) => ({ value, label: messages.periods[value] }))}
            value={period}
            onChange={setPeriod}
          />
        )}
        <div className="flex gap-1">
          <IconButton size="small" icon="minus" label={messages.zoomOut} onClick={() => zoom(2)} />
          <IconButton size="small" icon="plus" label={messages.zoomIn} onClick={() => zoom(0.5)} />
          <IconButton size="small" icon="expand" label={messages.fit} onClick={() => setWindow(fitting())} />
        </div>
      </div>
      {/* Time runs to the right in every language. */}
      <div dir="ltr" className="grid grid-cols-[1fr_auto] gap-y-1">
        <div
          ref={plot}
          className={classes(
            'relative touch-pan-y overflow-x-clip bg-action/8 select-none',
            isNew ? 'h-56' : 'h-72 sm:h-80',
          )}
          onPointerMove={({ clientY, buttons, currentTarget }) => {
            if (buttons !== 0) return
            const { bottom, height } = currentTarget.getBoundingClientRect()
            setPointed(Math.round(tickAt((bottom - clientY) / height, window)))
          }}
          onPointerLeave={() => setPointed(undefined)}
        >
          {drawing}
          {seen && <Seen window={window} seen={seen} />}
          <RangeHandles {...band} window={window} plot={plot} />
        </div>
        <PriceAxis window={window} direction={direction} current={current} />
        <div className="flex min-h-5 justify-between text-fine text-quiet tabular-nums" aria-hidden="true">
          {past.length > 1 && [past[0], past.at(-1)].map((end) => <bdi key={end!.at}>{shortTimeText(end!.at)}</bdi>)}
        </div>
        {/* Figures under the pointer; the sliders and the text below give the same by keyboard and by voice. */}
        <p dir="auto" aria-hidden="true" className="col-span-2 min-h-5 text-fine text-quiet tabular-nums">
          {pointed !== undefined && figuresAt(pointed)}
        </p>
      </div>
      {seen && <SeenText seen={seen} direction={direction} />}
    </figure>
  )

  /** A price, its liquidity, and when it was last seen. */
  function figuresAt(tick: number): string {
    const bar = bars.find(({ tickLower, tickUpper }) => tickLower <= tick && tick < tickUpper)
    const unit = messages.per(quoteOf(direction).symbol, baseOf(direction).symbol)
    return messages.under(
      `${axisText(tick, direction)} ${unit}`,
      bar && shortLiquidity(bar.liquidity),
      lastSeen(past, tick),
    )
  }
}

function shortLiquidity(liquidity: bigint): string {
  return liquidity < 10n ** 9n ? String(liquidity) : exchangedSigns(Number(liquidity).toExponential(2).replace('+', ''))
}

/** How many hours before the newest sample the price last crossed a tick; `undefined` where it never did. */
function lastSeen(past: readonly TickSample[], tick: number): number | undefined {
  const end = past.at(-1)
  const crossing = past.findLastIndex((sample, index) => {
    const before = past[index - 1]
    return before !== undefined && (before.tick - tick) * (sample.tick - tick) <= 0
  })
  const crossed = past[crossing]
  return end && crossed ? Math.round((end.at - crossed.at) / 3_600_000) : undefined
}

/** The price until now, left of the liquidity. */
function linePoints(past: readonly TickSample[], window: TickWindow, now: number): readonly PlotPoint[] {
  const [first, last] = [past[0], past.at(-1)]
  if (!first || !last || last.at === first.at) return []
  const place = (time: number, tick: number): PlotPoint => [time * lineWidth, 1 - windowShare(tick, window)]
  return [...past.map(({ at, tick }) => place((at - first.at) / (last.at - first.at), tick)), place(1, now)]
}

/** Prices at the right, and the current one in a pill. */
function PriceAxis(props: { window: TickWindow; direction: PriceDirection; current: number }) {
  const { window, direction, current } = props
  const messages = useMessages(rangeMessages)
  const now = windowShare(current, window)
  const isNear = (tick: number) => Math.abs(windowShare(tick, window) - now) < 0.07
  return (
    <div className="relative w-20 text-fine whitespace-nowrap tabular-nums">
      {axisTicks(window, 5).map(
        (tick) =>
          !isNear(tick) && (
            <span
              key={tick}
              aria-hidden="true"
              className="absolute start-2.5 translate-y-1/2 text-quiet"
              style={{ bottom: `${windowShare(tick, window) * 100}%` }}
            >
              {axisText(tick, direction)}
            </span>
          ),
      )}
      {now >= 0 && now <= 1 ? (
        <span
          aria-hidden="true"
          className="absolute start-1 translate-y-1/2 rounded-small bg-ink px-1.5 text-sheet transition-[bottom] duration-150"
          style={{ bottom: `${now * 100}%` }}
        >
          {axisText(Math.round(current), direction)}
        </span>
      ) : (
        <span className={classes('absolute start-2.5 whitespace-normal text-amber', now < 0 ? 'bottom-0' : 'top-0')}>
          {now < 0 ? messages.priceBelow : messages.priceAbove}
        </span>
      )}
    </div>
  )
}

/** Evenly spaced ticks for the axis labels. The labels are prices, so the ticks need not be round. */
export function axisTicks({ from, to }: TickWindow, count: number): number[] {
  const margin = (to - from) * marginShare
  return roundTicks(from, to, count)
    .filter((tick) => tick > from + margin && tick < to - margin)
    .map(Math.round)
}

/** A price at the axis: with four digits, and as a power of ten where it would have more than seven. */
export function axisText(tick: number, direction: PriceDirection): string {
  const text = shownPriceText(tick, direction, 4)
  const size = Number(text)
  return size >= 1e7
    ? exchangedSigns(size.toExponential(2).replace('e+', 'e'))
    : figureText(figureOf(text, { significant: 4 }))
}

/** Half the width of a label: one nearer to an edge would be cut off. */
const marginShare = 0.08

/** The prices of the last day in words, next to the colour that marks them in the chart. */
function SeenText({ seen, direction }: { seen: Range; direction: PriceDirection }) {
  const messages = useMessages(rangeMessages)
  return (
    <p className="flex items-center gap-2 text-fine text-quiet">
      <span aria-hidden="true" className="h-1 w-5 rounded-full bg-amber forced-color-adjust-none" />
      {messages.seen(
        priceFigureAt(seen.tickLower, direction),
        priceFigureAt(seen.tickUpper, direction),
        quoteOf(direction).symbol,
        baseOf(direction).symbol,
      )}
    </p>
  )
}

/**
 * The visible window of the chart. It stays fixed while prices move and handles are dragged; it adapts when a range set
 * outside the chart would be invisible or too small to see.
 */
function useWindow(range: Range, spacing: number, fitting: () => TickWindow) {
  const [window, setWindow] = useState(fitting)
  const [fitted, setFitted] = useState(range)
  if (!sameRange(fitted, range)) {
    setFitted(range)
    if (!isInView(range, window, spacing)) setWindow(fitting())
  }
  return [window, setWindow] as const
}

/** The price range of the last day; the text below the chart contains it too. */
function Seen({ window, seen }: { window: TickWindow; seen: Range }) {
  const from = Math.max(0, windowShare(seen.tickLower, window))
  const to = Math.min(1, windowShare(seen.tickUpper, window))
  if (to <= from) return null
  return (
    <div
      className="absolute end-0 w-1 rounded-full bg-amber forced-color-adjust-none"
      style={{ bottom: `${from * 100}%`, height: `${(to - from) * 100}%` }}
      aria-hidden="true"
    />
  )
}

/** Zooms with Ctrl and wheel, which a touchpad pinch sends too; the plain wheel scrolls the page. */
function useWheel(plot: { readonly current: HTMLDivElement | null }, onZoom: (factor: number, share: number) => void) {
  const zoom = useEffectEvent(onZoom)
  useEffect(() => {
    const element = plot.current
    if (!element) return
    const turn = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      const { bottom, height } = element.getBoundingClientRect()
      zoom(2 ** Math.min(Math.max(event.deltaY / 120, -1), 1), (bottom - event.clientY) / height)
    }
    // React's wheel listener is passive, so its preventDefault could not stop the browser from zooming the page.
    element.addEventListener('wheel', turn, { passive: false })
    return () => element.removeEventListener('wheel', turn)
  }, [plot])
}

/** Zooms around the middle of the range, or of the window when that is out of sight. */
function middleOf(range: Range, window: TickWindow): number {
  const tick = middle(range)
  return tick > window.from && tick < window.to ? tick : (window.from + window.to) / 2
}

/** The line ends where the longest bar of liquidity may begin. */
const lineWidth = 0.7
