import { type KeyboardEvent, type PointerEvent, useEffect, useId, useMemo, useState } from 'react'
import { parseFraction, toSignificant } from '../../domain/fraction'
import type { Point } from '../../domain/pools/poolChange'
import { shortTimeText } from '../../domain/text/dateText'
import { figureOf, figureText } from '../../domain/text/figure'
import { IconButton } from '../../ui/Button'
import { classes } from '../../ui/classes'
import { useMessages } from '../../ui/messages'
import { Plot } from '../../ui/Plot'
import { roundTicks } from '../../ui/roundTicks'
import { DataTable } from '../../ui/Table'
import { poolMessages } from './messages'

type ChartKind = 'line' | 'bars' | 'candles'

type TimeChartProps = {
  readonly name: string
  readonly points: readonly Point[]
  readonly kind?: ChartKind
  readonly write: (text: string) => string
  /** Called with the point under the pointer. The caller shows it: the chart itself then has no caption. */
  readonly onPoint?: (point: Point | undefined) => void
  /** The colour of the line: whether the figure rose or fell. */
  readonly tone?: keyof typeof tones
}

const tones = { action: 'text-action', up: 'text-up', down: 'text-down' }

/** A figure over time, read by pointer or keyboard, and as a table. */
export function TimeChart({ name, points, kind = 'line', write, onPoint, tone = 'action' }: TimeChartProps) {
  const messages = useMessages(poolMessages)
  const [chosen, setChosen] = useState<number>()
  const [isTable, setTable] = useState(false)
  const fade = useId()
  const { x, y, rules, shapes, most, least } = useMemo(() => draw(points, kind), [points, kind])
  const index = Math.min(chosen ?? points.length - 1, points.length - 1)
  const point = points[index]!
  // A chart that goes, while its figures are read again, points at nothing.
  useEffect(() => () => onPoint?.(undefined), [onPoint])
  const choose = (next: number | undefined) => {
    setChosen(next)
    onPoint?.(next === undefined ? undefined : points[next])
  }
  const candle = kind === 'candles' ? point.candle : undefined
  const [open = '', high = '', low = '', close = ''] = candle?.map((price) => write(String(price))) ?? []
  const said = candle ? messages.candle(open, high, low, close) : write(point.text)
  const percent = (share: number) => `${share / 10}%`

  const follow = ({ currentTarget, clientX }: PointerEvent<HTMLDivElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const distances = points.map((each) => Math.abs(x(each) - ((clientX - left) / width) * board))
    choose(distances.indexOf(Math.min(...distances)))
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
            <bdi className={candle ? 'text-ink' : 'text-title font-medium text-ink'}>{said}</bdi>
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
          <Plot className="absolute w-full overflow-visible" style={plot}>
            <linearGradient id={fade} x2="0" y2="1">
              <stop stopColor="currentColor" stopOpacity="0.28" />
              <stop offset="1" stopColor="currentColor" stopOpacity="0.02" />
            </linearGradient>
            {rules.map((y) => (
              <path key={y} d={`M0 ${y}H${board}`} className="stroke-line" vectorEffect="non-scaling-stroke" />
            ))}
            {shapes.map(({ is, d }) => (
              <path
                key={is}
                d={d}
                {...(is === 'area' && { fill: `url(#${fade})` })}
                {...(is === 'line' && { strokeWidth: 2, strokeLinejoin: 'round' })}
                className={shapeClasses[is]}
                vectorEffect="non-scaling-stroke"
              />
            ))}
          </Plot>
          {[most, ...(kind === 'bars' ? [] : [least])].map((extreme, place) => (
            <bdi
              key={place === 0 ? 'top' : 'bottom'}
              className={classes('absolute text-fine text-quiet tabular-nums', place === 0 ? 'top-0' : 'bottom-0')}
              style={{ left: percent(x(extreme)), translate: `-${percent(x(extreme))} 0` }}
              aria-hidden="true"
            >
              {write(extreme.text)}
            </bdi>
          ))}
          {/* A dot on the line, at the newest point or at the one that is pointed at, which also has a line down to its time. */}
          <span className="pointer-events-none absolute inset-x-0" style={plot} aria-hidden="true">
            {chosen !== undefined && (
              <span className="absolute inset-y-0 border-s border-edge" style={{ left: percent(x(point)) }} />
            )}
            {kind === 'line' && (
              <span
                className="absolute size-2 rounded-full bg-current"
                style={{ left: percent(x(point)), top: percent(y(point)), translate: '-50% -50%' }}
              />
            )}
          </span>
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
      {isTable && (
        <DataTable
          caption={name}
          height="max-h-72"
          rows={points.toReversed()}
          keyOf={({ at }) => at}
          columns={[
            { head: messages.time, cell: ({ at }) => shortTimeText(at) },
            { head: name, isFigure: true, cell: ({ text }) => text },
          ]}
        />
      )}
    </figure>
  )
}

/** The width and the height of `Plot`. */
const board = 1_000

/** Above and below the lines there is room for the highest and the lowest figure. */
const plot = { top: '1.5rem', height: 'calc(100% - 3rem)' }

const shapeClasses = {
  area: undefined,
  line: 'fill-none stroke-current',
  bars: 'fill-current',
  risen: 'fill-up stroke-up',
  fallen: 'fill-down stroke-down',
}

type Shape = { readonly is: keyof typeof shapeClasses; readonly d: string }

function draw(points: readonly Point[], kind: ChartKind) {
  const [first, last] = [points[0]!, points.at(-1)!]
  const ordered = (kind === 'candles' ? points.flatMap(wicksOf) : points).toSorted((a, b) => a.value - b.value)
  const [least, most] = [ordered[0]!, ordered.at(-1)!]
  const [floor, top] = valueSpan(least.value, most.value, kind === 'bars')
  const height = (value: number) => rounded(((top - value) / (top - floor)) * board)
  // A single point is in the middle.
  const x = ({ at }: Point) => rounded((last.at > first.at ? (at - first.at) / (last.at - first.at) : 0.5) * board)
  const y = ({ value }: Point) => height(value)
  const width = Math.max(1, rounded((board / points.length) * 0.7))
  const line = `M${points.map((point) => `${x(point)} ${y(point)}`).join('L')}`
  const shapes: Readonly<Record<ChartKind, () => readonly Shape[]>> = {
    line: () => [
      { is: 'area', d: `${line}V${board}H${x(first)}z` },
      { is: 'line', d: line },
    ],
    bars: () => [{ is: 'bars', d: points.map(bar).join('') }],
    candles: () => [
      { is: 'risen', d: candles(true) },
      { is: 'fallen', d: candles(false) },
    ],
  }
  return { x, y, rules: roundTicks(floor, top, 4).map(height), shapes: shapes[kind](), least, most }

  function bar(point: Point): string {
    const left = Math.min(Math.max(x(point) - width / 2, 0), board - width)
    return `M${left} ${board}V${y(point)}h${width}V${board}z`
  }

  function candles(isRisen: boolean): string {
    return points
      .flatMap((point) => {
        const [open = 0, high = 0, low = 0, close = 0] = point.candle ?? []
        if (!point.candle || close >= open !== isRisen) return []
        const body = `M${x(point) - width / 2} ${height(Math.max(open, close))}h${width}V${height(Math.min(open, close))}h-${width}z`
        return `M${x(point)} ${height(high)}V${height(low)}${body}`
      })
      .join('')
  }
}

/** A tenth of a pixel is exact enough. */
function rounded(length: number): number {
  return Math.round(length * 10) / 10
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
