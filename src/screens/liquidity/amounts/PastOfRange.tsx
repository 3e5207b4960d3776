import { useMemo } from 'react'
import { feesAtShare, type Proposal } from '../../../components/positions/proposal'
import { maxTick, minTick, tickToSqrtPriceX96 } from '../../../domain/liquidity/tick'
import { backtest, daysInRange } from '../../../domain/pools/backtest'
import { positionValueAt } from '../../../domain/pools/divergence'
import { dollarText, percentText } from '../../../domain/text/figure'
import type { LiquidityPool } from '../../../preparation/liquidity/liquidityPool'
import { useMessages } from '../../../ui/messages'
import { liquidityMessages } from '../messages'

type PastOfRangeProps = { readonly pool: LiquidityPool; readonly proposal: Proposal }

/** How the chosen range would have performed on the record's own prices; the chart of the range draws them. */
export default function PastOfRange({ pool, proposal }: PastOfRangeProps) {
  const messages = useMessages(liquidityMessages)
  const { range } = proposal
  const past = useMemo(() => backtest(pool.history, range), [pool.history, range])
  const days = useMemo(() => daysInRange(pool.history, range), [pool.history, range])
  if (!past) return <p className="text-fine text-quiet">{messages.backtestShort}</p>
  const fees = (share: number) => {
    const perDay = feesAtShare(proposal, share)
    return perDay && dollarText(perDay)
  }
  const [average, worst, best] = [past.timeInRange, Math.min(...days), Math.max(...days)].map(fees)
  const loss = lossSince(pool, proposal)
  return (
    <div className="grid gap-1 text-fine text-quiet">
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
    </div>
  )
}

/** The divergence of the range from the first known price until now. */
function lossSince({ history, sqrtPriceX96 }: LiquidityPool, { range, deposit }: Proposal): number | undefined {
  const first = history.toSorted((a, b) => a.at - b.at)[0]
  if (!first || first.tick <= minTick || first.tick >= maxTick) return undefined
  const entry = { ...range, sqrtPriceX96: tickToSqrtPriceX96(first.tick), liquidity: deposit?.liquidity ?? 10n ** 30n }
  return positionValueAt(entry, sqrtPriceX96).divergence
}
