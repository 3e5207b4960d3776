import { type ReactNode, type Ref, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { barsPath, board } from '../../../components/pools/liquidityBars'
import {
  fittingWindow,
  isInView,
  type TickWindow,
  tickAt,
  windowShare,
  zoomed,
} from '../../../components/positions/rangeWindow'
import type { Bound, Range } from '../../../domain/liquidity/range'
import type { Bar } from '../../../domain/pools/distribution'
import { type Period, periods, pointsIn } from '../../../domain/pools/period'
import type { TickSample } from '../../../domain/pools/volatility'
import {
  baseOf,
  currentShownTick,
  type PriceDirection,
  priceFigureAt,
  quoteOf,
} from '../../../domain/prices/priceDirection'
import { IconButton } from '../../../ui/Button'
import { Segmented } from '../../../ui/Choice'
import { classes } from '../../../ui/classes'
import { type Localized, useMessages } from '../../../ui/messages'
import { axisText, axisTicks } from './axis'
import { rangeMessages } from './messages'
import { PastPrices } from './PastPrices'
import type { Grip } from './rangeMoves'
import { type DragParts, middle, useDrag } from './useDrag'
import { useReadout } from './useReadout'

export type RangeChartProps = {
  readonly direction: PriceDirection
  /** In shown ticks, like all ticks in this chart. */
  readonly range: Range
  readonly bars: readonly Bar[]
  readonly isNew: boolean
  /** The lowest and highest tick seen lately. */
  readonly seen: TickWindow | undefined
  /** The price over time, on the same price axis; the newest at the bottom. */
  readonly history?: readonly TickSample[]
  readonly onChange: (range: Range) => void
  /** Called on every step of a drag, outside React; `undefined` at its end. */
  readonly onPreview?: (range: Range | undefined) => void
  /** Called with true when a handle is grabbed, with false when it is released. */
  readonly onHold?: (isHeld: boolean) => void
}

/**
 * The pool's liquidity, overlaid with the range. A drag never renders React: the pointer is read once per frame, and only
 * transforms, two labels and the sliders' values are written. The new range is reported on release.
 */
export function RangeChart(props: RangeChartProps) {
  const { direction, range, bars, isNew, seen, history = noHistory, onChange, onPreview, onHold } = props
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
  const drag = useDrag({
    direction,
    range,
    window,
    plot,
    messages,
    onChange,
    ...(onPreview && { onPreview }),
    ...(onHold && { onHold }),
  })

  const zoom = (factor: number) => setWindow(zoomed(window, factor, middleOf(range, window), spacing))
  useWheel(plot, (factor, share) => setWindow((now) => zoomed(now, factor, tickAt(share, now), spacing)))

  const priceShare = windowShare(current, window)
  const readout = useReadout({ plot, window, direction, bars, past, messages })
  return (
    <figure className="grid gap-2" aria-label={messages.chart}>
      <div className="flex flex-wrap items-center gap-1">
        <figcaption className="me-auto text-fine text-quiet">
          {messages.chartSays(bars.length, isNew)}{' '}
          {/* The past may arrive later: its words have their room from the start. */}
          {!isNew && <span className={past.length > 1 ? undefined : 'invisible'}>{messages.historySays}</span>}
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
        <IconButton size="small" icon="minus" label={messages.zoomOut} onClick={() => zoom(2)} />
        <IconButton size="small" icon="plus" label={messages.zoomIn} onClick={() => zoom(0.5)} />
        <IconButton size="small" icon="expand" label={messages.fit} onClick={() => setWindow(fitting())} />
      </div>
      {/* Prices rise to the right in every language. */}
      <div dir="ltr" className="overflow-x-clip px-3">
        <div
          ref={plot}
          // An existing pool keeps room for its past, which may arrive later and must not move the page.
          className={classes('relative touch-pan-y select-none', isNew ? 'h-44 sm:h-56' : 'h-72 sm:h-96')}
          onPointerMove={readout.follow}
          onPointerLeave={readout.leave}
        >
          {past.length > 1 && <PastPrices past={past} window={window} now={current} />}
          <Bars bars={bars} window={window} isNew={isNew} />
          <div className="absolute inset-x-0 bottom-0 h-px bg-edge" />
          {seen && <Seen window={window} seen={seen} />}
          <div className="pointer-events-none absolute inset-0 overflow-hidden">
            <div ref={drag.parts.before} className={classes(shade, 'origin-left')} />
            <div ref={drag.parts.after} className={classes(shade, 'origin-right')} />
          </div>
          <Price share={priceShare} messages={messages} />
          <Slider
            ref={drag.parts.body}
            grip="body"
            drag={drag}
            label={messages.body}
            className="absolute inset-y-0 cursor-grab touch-none rounded-small hover:bg-action/8 active:cursor-grabbing"
          />
          <Handle bound="lower" drag={drag} label={messages.price.lower} />
          <Handle bound="upper" drag={drag} label={messages.price.upper} />
        </div>
        <Axis window={window} direction={direction} />
        {/* Figures under the pointer; the sliders and the text below give the same by keyboard and by voice. */}
        <p ref={readout.line} aria-hidden="true" className="min-h-5 text-fine text-quiet tabular-nums" />
      </div>
      {seen && <SeenText seen={seen} direction={direction} />}
    </figure>
  )
}

/** The liquidity at each price, in the lower half: the upper one is for the past prices of an existing pool. */
function Bars(props: { bars: readonly Bar[]; window: TickWindow; isNew: boolean }) {
  const { bars, window, isNew } = props
  const messages = useMessages(rangeMessages)
  const path = useMemo(() => barsPath(bars, window), [bars, window])
  return (
    <>
      <svg
        viewBox={`0 0 ${board.width} ${board.height}`}
        preserveAspectRatio="none"
        className={classes('absolute inset-x-0 bottom-0 w-full overflow-hidden', isNew ? 'h-full' : 'h-1/2')}
        aria-hidden="true"
      >
        <path d={path} className="fill-action/55" />
      </svg>
      {path === '' && (
        <p className="pointer-events-none absolute inset-0 z-1 grid place-content-center p-3 text-center text-fine text-quiet">
          <span className="rounded-small bg-sheet px-2">{messages.noBars(isNew)}</span>
        </p>
      )}
    </>
  )
}

function Axis({ window, direction }: { window: TickWindow; direction: PriceDirection }) {
  return (
    <div className="relative mt-1 h-5 overflow-hidden" aria-hidden="true">
      {axisTicks(window, 5).map((tick) => (
        <span
          key={tick}
          className="absolute -translate-x-1/2 text-fine whitespace-nowrap text-quiet tabular-nums max-sm:even:hidden"
          style={{ left: `${windowShare(tick, window) * 100}%` }}
        >
          {axisText(tick, direction)}
        </span>
      ))}
    </div>
  )
}

/** The prices of the last day in words, next to the colour that marks them in the chart. */
function SeenText({ seen, direction }: { seen: TickWindow; direction: PriceDirection }) {
  const messages = useMessages(rangeMessages)
  return (
    <p className="flex items-center gap-2 text-fine text-quiet">
      <span aria-hidden="true" className="h-1 w-5 rounded-full bg-amber forced-color-adjust-none" />
      {messages.seen(
        priceFigureAt(seen.from, direction),
        priceFigureAt(seen.to, direction),
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
  if (fitted.tickLower !== range.tickLower || fitted.tickUpper !== range.tickUpper) {
    setFitted(range)
    if (!isInView(range, window, spacing)) setWindow(fitting())
  }
  return [window, setWindow] as const
}

function Handle({ bound, drag, label }: { bound: Bound; drag: DragParts; label: string }) {
  return (
    <div ref={drag.parts[bound]} className="group/handle pointer-events-none absolute inset-0">
      <Slider
        grip={bound}
        drag={drag}
        label={label}
        className="group pointer-events-auto absolute inset-y-0 -left-3 z-10 flex w-6 pointer-coarse:-left-5.5 pointer-coarse:w-11 cursor-ew-resize touch-none justify-center rounded-small"
      >
        <span className="h-full w-0.5 bg-action group-data-beyond/handle:invisible forced-colors:bg-[Highlight]" />
        <span className="absolute top-1/2 group-data-beyond/handle:border-dashed h-9 w-3.5 -translate-y-1/2 rounded-full border-2 border-action bg-sheet forced-colors:border-[Highlight] group-focus-visible:bg-action group-active:bg-action" />
        <span
          ref={drag.flags[bound]}
          aria-hidden="true"
          className={classes(
            'absolute top-0 rounded-small bg-action px-1.5 py-px text-fine whitespace-nowrap text-on-action tabular-nums',
            bound === 'lower'
              ? 'right-3 data-inward:right-auto data-inward:left-3'
              : 'left-3 data-inward:right-3 data-inward:left-auto',
          )}
        />
      </Slider>
    </div>
  )
}

function Slider({ grip, drag, label, className, children, ref }: SliderProps) {
  const { now, min, max, text } = drag.valuesOf(grip)
  return (
    <div
      ref={ref}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-orientation="horizontal"
      aria-valuenow={now}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuetext={text}
      {...drag.handlers(grip)}
      className={className}
    >
      {children}
    </div>
  )
}

type SliderProps = {
  grip: Grip
  drag: DragParts
  label: string
  className: string
  children?: ReactNode
  ref?: Ref<HTMLDivElement>
}

function Price({ share, messages }: { share: number; messages: Localized<typeof rangeMessages.english> }) {
  if (share < 0 || share > 1)
    return (
      <span className={classes('absolute bottom-1 text-fine text-amber', share < 0 ? 'left-0' : 'right-0')}>
        {share < 0 ? messages.priceLeft : messages.priceRight}
      </span>
    )
  return (
    <div
      className="pointer-events-none absolute inset-0 transition-transform duration-150"
      style={{ transform: `translateX(${share * 100}%)` }}
      aria-hidden="true"
    >
      <div className="absolute inset-y-0 left-0 w-0 border-l border-dashed border-ink" />
    </div>
  )
}

/** The price range of the last day; the text below the chart contains it too. */
function Seen({ window, seen }: { window: TickWindow; seen: TickWindow }) {
  const from = Math.max(0, windowShare(seen.from, window))
  const to = Math.min(1, windowShare(seen.to, window))
  if (to <= from) return null
  return (
    <div
      className="absolute bottom-0 h-1 rounded-full bg-amber forced-color-adjust-none"
      style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }}
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
      const { left, width } = element.getBoundingClientRect()
      zoom(2 ** Math.min(Math.max(event.deltaY / 120, -1), 1), (event.clientX - left) / width)
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

const noHistory: readonly TickSample[] = []
const shade = 'absolute inset-0 bg-sheet/75 will-change-transform'
