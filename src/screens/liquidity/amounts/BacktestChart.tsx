import { useMemo } from 'react'
import type { Proposal } from '../../../components/positions/proposal'
import { type Fraction, times } from '../../../domain/fraction'
import { maxTick, minTick, tickToSqrtPriceX96 } from '../../../domain/liquidity/tick'
import { backtest, daysInRange } from '../../../domain/pools/backtest'
import { positionValueAt } from '../../../domain/pools/divergence'
import { inDirection, tickInDirection } from '../../../domain/prices/priceDirection'
import { dollarText, percentText } from '../../../domain/text/figure'
import { type LiquidityPool, priceDirectionOf } from '../../../preparation/liquidity/liquidityPool'
import { useMessages } from '../../../ui/messages'
import { liquidityMessages } from '../messages'

type BacktestChartProps = { readonly pool: LiquidityPool; readonly proposal: Proposal; readonly inverted: boolean }

/** How the chosen range would have fared on the record's own prices, as a picture and in sentences. */
export function BacktestChart({ pool, proposal, inverted }: BacktestChartProps) {
  const messages = useMessages(liquidityMessages)
  const { range } = proposal
  const past = useMemo(() => backtest(pool.history, range), [pool.history, range])
  const days = useMemo(() => daysInRange(pool.history, range), [pool.history, range])
  if (!past) return <p className="text-fine text-quiet">{messages.backtestShort}</p>
  const perDay = feesPerDay(proposal)
  const fees = (share: number) => perDay && dollarText(times(perDay, shareOf(share)))
  const [average, worst, best] = [past.timeInRange, Math.min(...days), Math.max(...days)].map(fees)
  const loss = lossSince(pool, proposal)
  return (
    <figure className="grid gap-2">
      <Picture pool={pool} proposal={proposal} inverted={inverted} />
      <figcaption className="grid gap-1 text-fine text-quiet">
        <span className="text-ink">
          {messages.backtestSays(
            Math.round(past.span / 3_600_000),
            percentText(Math.round(past.timeInRange * 10_000)),
            past.exits,
          )}
        </span>
        {loss !== undefined && <span>{messages.backtestWorth(percentText(loss * 10_000))}</span>}
        {average && worst && best && days.length > 0 && <span>{messages.backtestFees(average, worst, best)}</span>}
        <span>{messages.backtestNote}</span>
      </figcaption>
    </figure>
  )
}

/** The price with the range behind it; below it, green where the price was in the range. */
function Picture({ pool, proposal, inverted }: BacktestChartProps) {
  const direction = priceDirectionOf(pool, inverted)
  const past = pool.history
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, tick }) => ({ at, tick: tickInDirection(tick, direction) }))
  const [first, last] = [past[0]!, past.at(-1)!]
  const shown = inDirection(proposal.range, direction)
  const ticks = past.map(({ tick }) => tick)
  const [low, high] = [Math.min(...ticks), Math.max(...ticks)]
  const room = Math.max((high - low) * 0.3, 60)
  const x = (at: number) => ((at - first.at) / (last.at - first.at)) * 400
  const y = (tick: number) => Math.min(Math.max(100 - ((tick - low + room) / (high - low + 2 * room)) * 100, 0), 100)
  return (
    // Time runs to the right in every language.
    <div dir="ltr">
      <svg viewBox="0 0 400 110" className="h-32 w-full" preserveAspectRatio="none" aria-hidden="true">
        <rect
          width="400"
          y={y(shown.tickUpper)}
          height={y(shown.tickLower) - y(shown.tickUpper)}
          className="fill-action/10"
        />
        <polyline
          points={past.map(({ at, tick }) => `${x(at).toFixed(1)},${y(tick).toFixed(1)}`).join(' ')}
          className="fill-none stroke-action"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
        {past.slice(0, -1).map(({ at, tick }, index) => (
          <rect
            key={at}
            x={x(at)}
            width={x(past[index + 1]!.at) - x(at)}
            y="104"
            height="6"
            className={shown.tickLower <= tick && tick < shown.tickUpper ? 'fill-up' : 'fill-raised'}
          />
        ))}
      </svg>
    </div>
  )
}

/** Dollars a day while in range; `undefined` without an amount or where a figure is missing. */
function feesPerDay({ apr, deposit }: Proposal): Fraction | undefined {
  return apr.is === 'known' && deposit?.value
    ? times(times(deposit.value, apr.apr), { numerator: 1n, denominator: 365n })
    : undefined
}

/** The divergence of the range from the first known price until now. */
function lossSince({ history, sqrtPriceX96 }: LiquidityPool, { range, deposit }: Proposal): number | undefined {
  const first = history.toSorted((a, b) => a.at - b.at)[0]
  if (!first || first.tick <= minTick || first.tick >= maxTick) return undefined
  const entry = { ...range, sqrtPriceX96: tickToSqrtPriceX96(first.tick), liquidity: deposit?.liquidity ?? 10n ** 30n }
  return positionValueAt(entry, sqrtPriceX96).divergence
}

function shareOf(share: number): Fraction {
  return { numerator: BigInt(Math.round(share * 10_000)), denominator: 10_000n }
}
