import type { Range } from '../../../domain/liquidity/range'
import {
  currentShownTick,
  inDirection,
  type PriceDirection,
  priceFigureAt,
  quoteOf,
  tickInDirection,
} from '../../../domain/prices/priceDirection'
import { isUsuallyInverted } from '../../../domain/prices/usualDirection'
import { shortTimeText } from '../../../domain/text/dateText'
import { percentText } from '../../../domain/text/figure'
import { type LiquidityPool, priceDirectionOf } from '../../../preparation/liquidity/liquidityPool'
import { classes } from '../../../ui/classes'
import { useMessages } from '../../../ui/messages'
import { Plot, PlotLine } from '../../../ui/Plot'
import { positionPageMessages } from './messages'

/** The pool's price by its record, and the two bounds between which the position earns. */
export function PriceAndRange({ pool, range }: { pool: LiquidityPool; range: Range }) {
  const messages = useMessages(positionPageMessages)
  const direction = priceDirectionOf(pool, isUsuallyInverted(pool))
  // Some services send the newest first.
  const samples = pool.history
    .map(({ at, tick }) => ({ at, tick: tickInDirection(tick, direction) }))
    .toSorted((a, b) => a.at - b.at)
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || first === last)
    return (
      <div className="grid gap-2 text-fine text-quiet">
        <p className="h-64">{messages.noChart}</p>
        {/* The lines below a chart: nothing moves when it arrives. */}
        <p aria-hidden="true">&nbsp;</p>
        <p aria-hidden="true">&nbsp;</p>
      </div>
    )
  const shown = inDirection(range, direction)
  const ticks = samples.map(({ tick }) => tick)
  const [least, most] = reachOf(ticks, shown)
  const room = Math.max((most - least) * 0.1, 60)
  const view = { from: least - room, to: most + room }
  const x = (at: number) => (at - first.at) / (last.at - first.at)
  const y = (tick: number) => 1 - (Math.min(Math.max(tick, view.from), view.to) - view.from) / (view.to - view.from)
  const inside = ticks.filter((tick) => shown.tickLower <= tick && tick < shown.tickUpper).length
  const bounds = [shown.tickUpper, shown.tickLower].filter((bound) => bound > view.from && bound < view.to)
  return (
    <figure className="grid gap-2">
      {/* Time runs to the right in every language. */}
      <div dir="ltr" className="grid grid-cols-[1fr_auto] gap-x-2">
        <Plot className="h-64 w-full">
          <rect
            width="1000"
            y={y(shown.tickUpper) * 1_000}
            height={(y(shown.tickLower) - y(shown.tickUpper)) * 1_000}
            className="fill-action/10"
          />
          {bounds.map((bound) => (
            <PlotLine
              key={bound}
              points={[0, 1].map((x) => [x, y(bound)])}
              className="stroke-action"
              strokeWidth="1.5"
              strokeDasharray="6 5"
            />
          ))}
          <PlotLine points={samples.map(({ at, tick }) => [x(at), y(tick)])} className="stroke-ink" />
        </Plot>
        <PriceScale direction={direction} bounds={bounds} shareOf={y} ends={view} />
        <div className="col-span-2 flex justify-between text-fine whitespace-nowrap text-quiet tabular-nums">
          <bdi>{shortTimeText(first.at)}</bdi>
          <bdi>{shortTimeText(last.at)}</bdi>
        </div>
      </div>
      <figcaption className="text-fine text-quiet">
        {messages.chartSays(percentText(Math.round((inside / samples.length) * 10_000)), quoteOf(direction).symbol)}
      </figcaption>
    </figure>
  )
}

type PriceScaleProps = {
  direction: PriceDirection
  bounds: readonly number[]
  /** Where a shown tick is between the top (0) and the bottom. */
  shareOf: (shownTick: number) => number
  ends: { readonly from: number; readonly to: number }
}

/** The price of now in a pill, and that of each bound next to its line; the ends where no bound is in view. */
function PriceScale({ direction, bounds, shareOf, ends }: PriceScaleProps) {
  const now = currentShownTick(direction)
  const others = bounds.length > 0 ? bounds : [ends.to, ends.from]
  const free = others.filter((tick) => Math.abs(shareOf(tick) - shareOf(now)) > 0.1)
  const widest = [...others, now]
    .map((tick) => priceFigureAt(Math.round(tick), direction))
    .toSorted((a, b) => b.length - a.length)[0]
  return (
    <div className="relative text-fine tabular-nums">
      <span aria-hidden="true" className="invisible px-1.5">
        {widest}
      </span>
      {[...free, now].map((tick) => (
        <span
          key={tick}
          className={classes(
            'absolute end-0 -translate-y-1/2 rounded-small px-1.5',
            tick === now ? 'bg-ink text-sheet' : 'text-quiet',
          )}
          style={{ top: `${Math.min(Math.max(shareOf(tick), 0.04), 0.96) * 100}%` }}
        >
          {priceFigureAt(Math.round(tick), direction)}
        </span>
      ))}
    </div>
  )
}

/** From the lowest to the highest tick that is drawn: prices, and bounds that are not so far that the line would be flat. */
function reachOf(ticks: readonly number[], { tickLower, tickUpper }: Range): readonly [number, number] {
  const [least, most] = [Math.min(...ticks), Math.max(...ticks)]
  const far = Math.max(8 * (most - least), farFromPrice)
  const near = [tickLower, tickUpper].filter((bound) => bound > least - far && bound < most + far)
  return [Math.min(least, ...near), Math.max(most, ...near)]
}

/** Bounds of the usual ranges, to a factor of 1.6 around the price. */
const farFromPrice = 5_000
