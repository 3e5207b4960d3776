import { isFullRange, type Range, type RangeState } from '../../domain/liquidity/range'
import { baseOf, boundFigure, currentShownTick, inDirection, quoteOf } from '../../domain/prices/priceDirection'
import { isUsuallyInverted } from '../../domain/prices/usualDirection'
import { type LiquidityPool, priceDirectionOf } from '../../preparation/liquidity/liquidityPool'
import { useMessages } from '../../ui/messages'
import { Row } from '../../ui/Rows'
import { StatusDot, type StatusKind } from '../../ui/StatusDot'
import { priceFigure } from './figures'
import { positionMessages } from './messages'
import { windowShare } from './rangeWindow'

type PositionRangeProps = { readonly pool: LiquidityPool; readonly range: Range }

/** Whether the price is in the range, as a dot and in words. */
export function RangeStateDot({ state }: { state: RangeState }) {
  const messages = useMessages(positionMessages)
  return <StatusDot kind={dots[state]} label={messages.states[state]} />
}

const dots: Readonly<Record<RangeState, StatusKind>> = { earning: 'live', edge: 'warn', below: 'idle', above: 'idle' }

type RangeRowProps = PositionRangeProps & { readonly hasTicks?: boolean }

/** A position's range in prices, and the price as it is. */
export function RangeRows({ pool, range, hasTicks = true }: RangeRowProps) {
  const messages = useMessages(positionMessages)
  const direction = priceDirectionOf(pool, isUsuallyInverted(pool))
  const price = priceFigure(pool.sqrtPriceX96, direction)
  return (
    <>
      <RangeRow pool={pool} range={range} hasTicks={hasTicks} />
      <Row term={messages.current}>{messages.per(price, quoteOf(direction).symbol, baseOf(direction).symbol)}</Row>
    </>
  )
}

/** A range in prices, in the direction in which its pair is usually read. */
export function RangeRow({ pool, range, hasTicks = true }: RangeRowProps) {
  const messages = useMessages(positionMessages)
  const direction = priceDirectionOf(pool, isUsuallyInverted(pool))
  const shown = inDirection(range, direction)
  return (
    <Row term={messages.range} hint={hasTicks && messages.ticks(range.tickLower, range.tickUpper)}>
      {isFullRange(range, pool.spacing)
        ? messages.everything
        : messages.rangeText(
            boundFigure('lower', shown.tickLower, direction),
            boundFigure('upper', shown.tickUpper, direction),
            quoteOf(direction).symbol,
            baseOf(direction).symbol,
          )}
    </Row>
  )
}

/**
 * The price relative to the range; hidden from screen readers, because the text next to it has the same information.
 */
export function RangeBar({ pool, range }: PositionRangeProps) {
  const direction = priceDirectionOf(pool, isUsuallyInverted(pool))
  const shown = inDirection(range, direction)
  if (isFullRange(range, pool.spacing)) return null
  const window = {
    from: 1.5 * shown.tickLower - 0.5 * shown.tickUpper,
    to: 1.5 * shown.tickUpper - 0.5 * shown.tickLower,
  }
  const at = Math.min(Math.max(windowShare(currentShownTick(direction), window), 0.01), 0.99)
  return (
    // Prices rise to the right in every language. Its colours are its own: without grounds nothing of it would be left.
    <div dir="ltr" aria-hidden="true" className="relative my-1 h-3 forced-color-adjust-none">
      <span className="absolute inset-x-0 top-1 h-1 rounded-full bg-raised" />
      <span className="absolute inset-x-1/4 top-1 h-1 rounded-full bg-action" />
      <span className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-ink" style={{ left: `${at * 100}%` }} />
    </div>
  )
}
