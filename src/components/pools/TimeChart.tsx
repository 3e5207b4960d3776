import { scaleLinear, scaleTime } from 'd3-scale'
import { area, line } from 'd3-shape'
import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react'
import { parseFraction, toSignificant } from '../../domain/fraction'
import { figureOf, figureText } from '../../domain/text/figure'
import { useMessages } from '../../ui/messages'
import { Details } from '../../ui/Rows'
import { ScrollArea } from '../../ui/ScrollArea'
import { Cell, HeaderCell, Table } from '../../ui/Table'
import { poolMessages } from './messages'
import type { Point } from './series'
import { valueSpan } from './valueSpan'

type TimeChartProps = {
  readonly name: string
  /** A heading above says the name already. */
  readonly hasHeading?: boolean
  readonly points: readonly Point[]
  readonly hasBars: boolean
  readonly hasCandles?: boolean
  readonly write: (text: string) => string
}

const board = { width: 1000, height: 240 }

/** A figure over time, read by pointer or keyboard, and as a table. */
export function TimeChart({ name, hasHeading = false, points, hasBars, hasCandles = false, write }: TimeChartProps) {
  const messages = useMessages(poolMessages)
  const [chosen, setChosen] = useState<number>()
  const drawing = useMemo(() => draw(points, hasBars, hasCandles), [points, hasBars, hasCandles])
  const index = Math.min(chosen ?? points.length - 1, points.length - 1)
  const point = points[index]!
  const [low, high] = [drawing.least, drawing.most]
  const [open, most, least, close] = (hasCandles && point.candle ? [...point.candle] : []).map((price) =>
    write(String(price)),
  )
  const said =
    open !== undefined && most !== undefined && least !== undefined && close !== undefined
      ? messages.candle(open, most, least, close)
      : write(point.text)

  const follow = ({ currentTarget, clientX }: PointerEvent<HTMLDivElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setChosen(drawing.nearest(((clientX - left) / width) * board.width))
  }
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: 10, PageDown: -10, Home: -points.length, End: points.length }[
      event.key
    ]
    if (step === undefined) return
    event.preventDefault()
    setChosen(Math.min(Math.max(index + step, 0), points.length - 1))
  }

  return (
    <figure className="grid gap-2" aria-label={name}>
      <figcaption className="flex flex-wrap gap-x-4 text-fine text-quiet">
        <span className={hasHeading ? 'sr-only' : 'me-auto'}>{name}</span>
        <output className="text-ink tabular-nums">
          {timeText(point.at)} · {said}
        </output>
      </figcaption>
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
          aria-valuetext={`${timeText(point.at)}: ${said}`}
          onKeyDown={walk}
          onPointerMove={follow}
          onPointerLeave={() => setChosen(undefined)}
          className="relative h-56 touch-pan-y rounded-small"
        >
          <ChartLines drawing={drawing} point={point} hasBars={hasBars} hasCandles={hasCandles} />
          <span className="absolute end-1 top-1 bg-sheet/80 px-1 text-fine text-quiet tabular-nums" aria-hidden="true">
            {write(high)}
          </span>
          <span
            className="absolute end-1 bottom-1 bg-sheet/80 px-1 text-fine text-quiet tabular-nums"
            aria-hidden="true"
          >
            {write(low)}
          </span>
        </div>
        <div className="mt-1 flex justify-between text-fine text-quiet tabular-nums" aria-hidden="true">
          <span>{timeText(points[0]!.at)}</span>
          <span>{timeText(points.at(-1)!.at)}</span>
        </div>
      </div>
      <PointTable name={name} points={points} />
    </figure>
  )
}

type ChartLinesProps = {
  readonly drawing: ReturnType<typeof draw>
  readonly point: Point
  readonly hasBars: boolean
  readonly hasCandles: boolean
}

/** Grid, figures, and a mark at the chosen point. */
function ChartLines({ drawing, point, hasBars, hasCandles }: ChartLinesProps) {
  return (
    <svg
      viewBox={`0 0 ${board.width} ${board.height}`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible"
      aria-hidden="true"
    >
      {drawing.lines.map((y) => (
        <line key={y} x1="0" x2={board.width} y1={y} y2={y} className="stroke-line" vectorEffect="non-scaling-stroke" />
      ))}
      {hasCandles && (
        <>
          <path d={drawing.risen} className="fill-up stroke-up" vectorEffect="non-scaling-stroke" />
          <path d={drawing.fallen} className="fill-down stroke-down" vectorEffect="non-scaling-stroke" />
        </>
      )}
      {!hasCandles && <path d={drawing.area} className={hasBars ? 'fill-action/60' : 'fill-action/15'} />}
      {!hasBars && !hasCandles && (
        <path d={drawing.line} className="fill-none stroke-action" strokeWidth="2" vectorEffect="non-scaling-stroke" />
      )}
      <line
        x1={drawing.x(point)}
        x2={drawing.x(point)}
        y1="0"
        y2={board.height}
        className="stroke-edge"
        strokeDasharray="3 4"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

/** The same figures as a table, newest first. */
function PointTable({ name, points }: { readonly name: string; readonly points: readonly Point[] }) {
  const messages = useMessages(poolMessages)
  return (
    <Details summary={messages.asTable}>
      <ScrollArea label={name} height="max-h-72">
        <Table caption={name}>
          <thead>
            <tr>
              <HeaderCell>{messages.time}</HeaderCell>
              <HeaderCell isFigure>{name}</HeaderCell>
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map(({ at, text }) => (
              <tr key={at}>
                <Cell>{timeText(at)}</Cell>
                <Cell isFigure>{text}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </ScrollArea>
    </Details>
  )
}

function draw(points: readonly Point[], hasBars: boolean, hasCandles: boolean) {
  const [first, last] = [points[0]!, points.at(-1)!]
  const reach = hasCandles ? points.flatMap(wicksOf) : points
  const ordered = reach.toSorted((a, b) => a.value - b.value)
  const [least, most] = [ordered[0]!, ordered.at(-1)!]
  const [floor, top] = valueSpan(least.value, most.value, hasBars)
  const height = scaleLinear().domain([floor, top]).range([board.height, 0])
  const time = scaleTime().domain([first.at, last.at]).range([0, board.width])
  const x = ({ at }: Point) => time(at)
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
    lines: height.ticks(4).map(height),
    x,
    least: hasBars && floor === 0 ? '0' : least.text,
    most: most.text,
    nearest: (at: number) =>
      points.reduce(
        (best, point, index) => (Math.abs(x(point) - at) < Math.abs(x(points[best]!) - at) ? index : best),
        0,
      ),
  }
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

function timeText(at: number): string {
  const isOfThisYear = new Date(at).getFullYear() === new Date().getFullYear()
  return new Date(at).toLocaleString('en-GB', {
    day: '2-digit',
    month: 'short',
    ...(isOfThisYear ? { hour: '2-digit', minute: '2-digit' } : { year: 'numeric' }),
  })
}
