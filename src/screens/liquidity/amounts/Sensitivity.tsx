import { useMemo } from 'react'
import { type Proposal, proposalOf, tokenOf } from '../../../components/positions/proposal'
import { fromUnits } from '../../../domain/amount'
import { parseFraction, times } from '../../../domain/fraction'
import { presetRange, type Range } from '../../../domain/liquidity/range'
import { amountForDollars } from '../../../domain/prices/price'
import { dollarText, shareText } from '../../../domain/text/figure'
import type { LiquidityPool } from '../../../preparation/liquidity/liquidityPool'
import { useMessages } from '../../../ui/messages'
import { ScrollArea } from '../../../ui/ScrollArea'
import { DataTable } from '../../../ui/Table'
import { liquidityMessages } from '../messages'

type SensitivityProps = {
  readonly pool: LiquidityPool
  readonly proposal: Proposal
  readonly inverted: boolean
  readonly toleranceBps: number
}

const sizes = ['100', '1000', '10000', '100000']
const widths = [1, 5, 20, 50]

/**
 * APR and fees per day of several sizes in this range and its neighbours, to compare a larger deposit with a narrower
 * range.
 */
export default function Sensitivity({ pool, proposal: { range }, inverted, toleranceBps }: SensitivityProps) {
  const messages = useMessages(liquidityMessages)
  const shown = useMemo(
    () => [range, ...widths.map((percent) => presetRange({ kind: 'percent', percent }, pool, inverted))],
    [pool, range, inverted],
  )
  const rows = useMemo(
    () => sizes.map((size) => ({ size, yields: shown.map((range) => yieldOf(pool, range, size, toleranceBps)) })),
    [pool, shown, toleranceBps],
  )
  return (
    <div className="grid gap-2">
      <p className="text-fine text-quiet">{messages.sensitivityNote}</p>
      <ScrollArea label={messages.sensitivity}>
        <DataTable
          caption={messages.sensitivity}
          rows={rows}
          keyOf={({ size }) => size}
          columns={[
            {
              head: messages.size,
              cell: ({ size }) => dollarText(parseFraction(size)).replace(/[.,]00(?=\D*$)/, ''),
            },
            ...[messages.thisRange, ...widths.map(messages.aroundPrice)].map((head, place) => ({
              head,
              isFigure: true,
              cell: ({ yields: { [place]: shown } }: (typeof rows)[number]) =>
                shown ? (
                  <span className="grid">
                    <span>{shown.apr}</span>
                    <span className="text-quiet">{messages.perDayShort(shown.perDay)}</span>
                  </span>
                ) : (
                  messages.never
                ),
            })),
          ]}
        />
      </ScrollArea>
    </div>
  )
}

/** A deposit of so many dollars; `undefined` out of range or where a price or the fees are missing. */
function yieldOf(pool: LiquidityPool, range: Range, dollars: string, toleranceBps: number) {
  const empty = proposalOf(pool, { range, given: 'amount0', typed: '', toleranceBps })
  const given = empty.locks.amount0 ? 'amount1' : 'amount0'
  const token = tokenOf(pool, given)
  const share = given === 'amount0' ? empty.token0SharePpm : 1_000_000 - empty.token0SharePpm
  const value = amountForDollars(
    token,
    times(parseFraction(dollars), { numerator: BigInt(share), denominator: 1_000_000n }),
  )
  if (!value || value.units <= 0n) return undefined
  const typed = fromUnits(value.units, token.decimals)
  const { apr, feesPerDay } = proposalOf(pool, { range, given, typed, toleranceBps })
  return apr.is === 'known' && feesPerDay ? { apr: shareText(apr.apr), perDay: dollarText(feesPerDay) } : undefined
}
