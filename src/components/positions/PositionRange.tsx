import { isFullRange, type Range, type RangeState } from '../../domain/range'
import { useWords } from '../../ui/messages'
import { Row } from '../../ui/Rows'
import { StatusDot, type StatusKind } from '../../ui/StatusDot'
import { priceFigure } from './figures'
import { facingOf, isUsuallyInverted, type LiquidityPool } from './liquidityPool'
import { positionWords } from './messages'
import { baseOf, boundFigure, currentShownTick, faced, quoteOf } from './priceDirection'
import { shareOf } from './rangeWindow'

type PositionRangeProps = { readonly pool: LiquidityPool; readonly range: Range }

/** Whether the price is in the range, as a dot and in words. */
export function StateDot({ state }: { state: RangeState }) {
  const words = useWords(positionWords)
  return <StatusDot kind={dots[state]} label={words.states[state]} />
}

const dots: Readonly<Record<RangeState, StatusKind>> = { earning: 'live', edge: 'warn', below: 'idle', above: 'idle' }

/** A position's range in prices, and the price as it is. */
export function RangeRows({ pool, range }: PositionRangeProps) {
  const words = useWords(positionWords)
  const facing = facingOf(pool, isUsuallyInverted(pool))
  const shown = faced(range, facing)
  const [quote, base] = [quoteOf(facing).symbol, baseOf(facing).symbol]
  return (
    <>
      <Row term={words.range} hint={words.ticks(range.tickLower, range.tickUpper)}>
        {isFullRange(range, pool.spacing)
          ? words.everything
          : words.rangeText(boundFigure(shown.tickLower, facing), boundFigure(shown.tickUpper, facing), quote, base)}
      </Row>
      <Row term={words.current}>{words.per(priceFigure(pool.sqrtPriceX96, facing), quote, base)}</Row>
    </>
  )
}

/** Where the price stands to the range; the words beside it say the same. */
export function RangeBar({ pool, range }: PositionRangeProps) {
  const facing = facingOf(pool, isUsuallyInverted(pool))
  const shown = faced(range, facing)
  if (isFullRange(range, pool.spacing)) return null
  const window = {
    from: 1.5 * shown.tickLower - 0.5 * shown.tickUpper,
    to: 1.5 * shown.tickUpper - 0.5 * shown.tickLower,
  }
  const at = Math.min(Math.max(shareOf(currentShownTick(facing), window), 0.01), 0.99)
  return (
    // Prices rise to the right in every language.
    <div dir="ltr" aria-hidden="true" className="relative my-1 h-3">
      <span className="absolute inset-x-0 top-1 h-1 rounded-full bg-raised" />
      <span className="absolute inset-x-1/4 top-1 h-1 rounded-full bg-tide" />
      <span className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-ink" style={{ left: `${at * 100}%` }} />
    </div>
  )
}
