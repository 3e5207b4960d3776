import { area, line } from 'd3-shape'
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useMemo, useState } from 'react'
import { parseFraction, toSignificant } from '../../domain/fraction'
import { shortTimeText } from '../../domain/text/dateText'
import { figureOf, figureText } from '../../domain/text/figure'
import { IconButton } from '../../ui/Button'
import { classes } from '../../ui/classes'
import { useMessages } from '../../ui/messages'
import { Plot } from '../../ui/Plot'
import { roundTicks } from '../../ui/roundTicks'
import { ScrollArea } from '../../ui/ScrollArea'
import { DataTable } from '../../ui/Table'
import { poolMessages } from './messages'
import type { Point } from './series'

type TimeChartProps = {
  readonly name: string
  readonly points: readonly Point[]
  readonly hasBars: boolean
  readonly hasCandles?: boolean
  readonly write: (text: string) => string
  /** Called with the point under the pointer. The caller shows it: the chart itself then has no caption. */
  readonly onPoint?: (point: Point | undefined) => void
  /** The colour of the line: whether the figure rose or fell. */
  readonly tone?: keyof typeof tones
}

const tones = { action: 'text-action', up: 'text-up', down: 'text-down' }

/** That of `Plot`. */
const board = { width: 1000, height: 1000 }

/** A figure over time, read by pointer or keyboard, and as a table. */
export function TimeChart({
  name,
  points,
  hasBars,
  hasCandles = false,
  write,
  onPoint,
  tone = 'action',
}: TimeChartProps) {
  const messages = useMessages(poolMessages)
  const [chosen, setChosen] = useState<number>()
  const [isTable, setTable] = useState(false)
  const drawing = useMemo(() => draw(points, hasBars, hasCandles), [points, hasBars, hasCandles])
  const index = Math.min(chosen ?? points.length - 1, points.length - 1)
  const point = points[index]!
  // A chart that goes, while its figures are read again, points at nothing.
  useEffect(() => () => onPoint?.(undefined), [onPoint])
  const choose = (next: number | undefined) => {
    setChosen(next)
    onPoint?.(next === undefined ? undefined : points[next])
  }
  const [open, most, least, close] = (hasCandles && point.candle ? [...point.candle] : []).map((price) =>
    write(String(price)),
  )
  const said =
    open !== undefined && most !== undefined && least !== undefined && close !== undefined
      ? messages.candle(open, most, least, close)
      : write(point.text)

  const follow = ({ currentTarget, clientX }: PointerEvent<HTMLDivElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    choose(drawing.nearest(((clientX - left) / width) * board.width))
  }
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: 10, PageDown: -10, Home: -points.length, End: points.length }[
      event.key
    ]
    if (step === undefined) return
    event.preventDefault()
    choose(Math.min(Math.max(index + step, 0), points.length - 1))
  }

  return (
    <figure className="grid gap-2" aria-label={name}>
      {!onPoint && (
        <figcaption className="text-fine text-quiet">
          {name}
          <output className="flex min-h-8 flex-wrap items-baseline gap-x-3 tabular-nums">
            <bdi className={open === undefined ? 'text-title font-medium text-ink' : 'text-ink'}>{said}</bdi>
            {shortTimeText(point.at)}
          </output>
        </figcaption>
      )}
      {/* Time runs to the right in every language. */}
      <div dir="ltr">
        <div
          role="slider"
          tabIndex={0}
          aria-label={name}
          aria-orientation="horizontal"
          aria-valuemin={0}
          aria-valuemax={points.length - 1}
          aria-valuenow={index}
          aria-valuetext={`${shortTimeText(point.at)}: ${said}`}
          onKeyDown={walk}
          onPointerMove={follow}
          onPointerLeave={() => choose(undefined)}
          className={classes('relative h-56 touch-pan-y rounded-small', tones[tone])}
        >
          <ChartLines drawing={drawing} hasBars={hasBars} hasCandles={hasCandles} />
          <Extreme at={drawing.most} edge="top" write={write} />
          {!hasBars && <Extreme at={drawing.least} edge="bottom" write={write} />}
          <Mark drawing={drawing} point={point} isLine={!hasBars && !hasCandles} isPointed={chosen !== undefined} />
        </div>
        <div className="mt-1 flex items-center justify-between text-fine text-quiet tabular-nums">
          <span dir="auto" aria-hidden="true">
            {shortTimeText(points[0]!.at)}
          </span>
          <IconButton
            size="small"
            icon="table"
            label={messages.asTable}
            aria-expanded={isTable}
            onClick={() => setTable(!isTable)}
          />
          <span dir="auto" aria-hidden="true">
            {shortTimeText(points.at(-1)!.at)}
          </span>
        </div>
      </div>
      {isTable && <PointTable name={name} points={points} />}
    </figure>
  )
}

type Drawing = ReturnType<typeof draw>

/** Above and below the lines there is room for the highest and the lowest figure. */
const plot = { top: '1.5rem', height: 'calc(100% - 3rem)' }

type ChartLinesProps = { readonly drawing: Drawing; readonly hasBars: boolean; readonly hasCandles: boolean }

/** Grid and figures. */
function ChartLines({ drawing, hasBars, hasCandles }: ChartLinesProps) {
  const fade = useId()
  return (
    <Plot className="absolute w-full overflow-visible" style={plot}>
      <linearGradient id={fade} x2="0" y2="1">
        <stop stopColor="currentColor" stopOpacity="0.28" />
        <stop offset="1" stopColor="currentColor" stopOpacity="0.02" />
      </linearGradient>
      {drawing.lines.map((y) => (
        <line key={y} x1="0" x2={board.width} y1={y} y2={y} className="stroke-line" vectorEffect="non-scaling-stroke" />
      ))}
      {hasCandles && (
        <>
          <path d={drawing.risen} className="fill-up stroke-up" vectorEffect="non-scaling-stroke" />
          <path d={drawing.fallen} className="fill-down stroke-down" vectorEffect="non-scaling-stroke" />
        </>
      )}
      {!hasCandles && <path d={drawing.area} fill={hasBars ? 'currentColor' : `url(#${fade})`} />}
      {!hasBars && !hasCandles && (
        <path
          d={drawing.line}
          className="fill-none stroke-current"
          strokeWidth="2"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      )}
    </Plot>
  )
}

type MarkProps = {
  readonly drawing: Drawing
  readonly point: Point
  readonly isLine: boolean
  readonly isPointed: boolean
}

/** A dot on the line, at the newest point or at the one that is pointed at, which also has a line down to its time. */
function Mark({ drawing, point, isLine, isPointed }: MarkProps) {
  const left = `${(drawing.x(point) / board.width) * 100}%`
  const top = `${(drawing.y(point) / board.height) * 100}%`
  return (
    <span className="pointer-events-none absolute inset-x-0" style={plot} aria-hidden="true">
      {isPointed && <span className="absolute inset-y-0 border-s border-edge" style={{ left }} />}
      {isLine && (
        <span className="absolute size-2 rounded-full bg-current" style={{ left, top, translate: '-50% -50%' }} />
      )}
    </span>
  )
}

type ExtremeProps = {
  readonly at: Drawing['most']
  readonly edge: 'top' | 'bottom'
  readonly write: (text: string) => string
}

/** The highest or the lowest figure, over or under its point. */
function Extreme({ at: { text, x }, edge, write }: ExtremeProps) {
  const left = `${(x / board.width) * 100}%`
  return (
    <bdi
      className="absolute text-fine text-quiet tabular-nums"
      style={{ [edge]: 0, left, translate: `-${left} 0` }}
      aria-hidden="true"
    >
      {write(text)}
    </bdi>
  )
}

/** The same figures as a table, newest first. */
function PointTable({ name, points }: { readonly name: string; readonly points: readonly Point[] }) {
  const messages = useMessages(poolMessages)
  return (
    <ScrollArea label={name} height="max-h-72">
      <DataTable
        caption={name}
        rows={points.toReversed()}
        keyOf={({ at }) => at}
        columns={[
          { head: messages.time, cell: ({ at }) => shortTimeText(at) },
          { head: name, isFigure: true, cell: ({ text }) => text },
        ]}
      />
    </ScrollArea>
  )
}

function draw(points: readonly Point[], hasBars: boolean, hasCandles: boolean) {
  const [first, last] = [points[0]!, points.at(-1)!]
  const reach = hasCandles ? points.flatMap(wicksOf) : points
  const ordered = reach.toSorted((a, b) => a.value - b.value)
  const [least, most] = [ordered[0]!, ordered.at(-1)!]
  const [floor, top] = valueSpan(least.value, most.value, hasBars)
  const height = (value: number) => ((top - value) / (top - floor)) * board.height
  // A single point is in the middle.
  const x = ({ at }: Point) => (last.at > first.at ? (at - first.at) / (last.at - first.at) : 0.5) * board.width
  const y = ({ value }: Point) => height(value)
  const width = Math.max(1, (board.width / points.length) * 0.7)
  const bars = points.map((point) => {
    const middle = Math.min(Math.max(x(point), width / 2), board.width - width / 2)
    return `M${(middle - width / 2).toFixed(1)} ${board.height}V${y(point).toFixed(1)}h${width.toFixed(1)}V${board.height}z`
  })
  const candles = (isRisen: boolean) =>
    points.flatMap((point) => {
      const [open = 0, high = 0, low = 0, close = 0] = point.candle ?? []
      if (!hasCandles || !point.candle || close >= open !== isRisen) return []
      const [top, bottom] = [height(Math.max(open, close)), height(Math.min(open, close))]
      const body = `M${(x(point) - width / 2).toFixed(1)} ${top.toFixed(1)}h${width.toFixed(1)}V${bottom.toFixed(1)}h-${width.toFixed(1)}z`
      return `M${x(point).toFixed(1)} ${height(high).toFixed(1)}V${height(low).toFixed(1)}${body}`
    })
  const surface = area<Point>().x(x).y0(board.height).y1(y).digits(1)
  return {
    area: hasBars ? bars.join('') : (surface([...points]) ?? ''),
    line: line<Point>().x(x).y(y).digits(1)([...points]) ?? '',
    risen: candles(true).join(''),
    fallen: candles(false).join(''),
    lines: roundTicks(floor, top, 4).map(height),
    x,
    y,
    least: { text: least.text, x: x(least) },
    most: { text: most.text, x: x(most) },
    nearest: (at: number) =>
      points.reduce(
        (best, point, index) => (Math.abs(x(point) - at) < Math.abs(x(points[best]!) - at) ? index : best),
        0,
      ),
  }
}

/**
 * The lowest and highest value of a chart's axis. It spans a thousandth of the value at least, so that an unchanged
 * figure is drawn level, not as a slope. Bars start at zero.
 */
export function valueSpan(least: number, most: number, hasBars: boolean): readonly [number, number] {
  const spread = Math.max(most - least, Math.abs(most) / 1_000) || 1
  const middle = (least + most) / 2
  return [hasBars ? Math.min(0, least) : middle - spread * 0.55, middle + spread * 0.55]
}

/** The highest and the lowest price of a candle, as points of their own. */
function wicksOf(point: Point): readonly Point[] {
  if (!point.candle) return [point]
  const [, high, low] = point.candle
  return [high, low].map((value) => ({ at: point.at, value, text: String(value) }))
}

/** A price with six significant digits. */
export function priceText(text: string): string {
  const size = text.replace(/^-/, '')
  return figureText(figureOf(toSignificant(parseFraction(size), 6), { significant: 40 }))
}
