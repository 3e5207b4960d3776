import { useMemo } from 'react'
import { type Proposal, proposalOf, tokenOf } from '../../../components/positions/proposal'
import { fromUnits } from '../../../domain/amount'
import { parseFraction, times } from '../../../domain/fraction'
import { presetRange, type Range } from '../../../domain/liquidity/range'
import { amountForDollars } from '../../../domain/prices/price'
import { dollarText } from '../../../domain/text/figure'
import { shareText } from '../../../domain/text/shareText'
import type { LiquidityPool } from '../../../preparation/liquidity/liquidityPool'
import { useMessages } from '../../../ui/messages'
import { ScrollArea } from '../../../ui/ScrollArea'
import { Cell, HeaderCell, Table } from '../../../ui/Table'
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
  const rows = useMemo(
    () =>
      sizes.map((size) => ({
        size,
        cells: [range, ...widths.map((percent) => presetRange({ kind: 'percent', percent }, pool, inverted))].map(
          (range) => yieldOf(pool, range, size, toleranceBps),
        ),
      })),
    [pool, range, inverted, toleranceBps],
  )
  return (
    <div className="grid gap-2">
      <p className="text-fine text-quiet">{messages.sensitivityNote}</p>
      <ScrollArea label={messages.sensitivity}>
        <Table caption={messages.sensitivity}>
          <thead>
            <tr>
              <HeaderCell>{messages.size}</HeaderCell>
              <HeaderCell isFigure>{messages.thisRange}</HeaderCell>
              {widths.map((percent) => (
                <HeaderCell key={percent} isFigure>
                  {messages.aroundPrice(percent)}
                </HeaderCell>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ size, cells }) => (
              <tr key={size}>
                <Cell>{dollarText(parseFraction(size)).replace(/[.,]00(?=\D*$)/, '')}</Cell>
                {cells.map((cell, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column has nothing but its place.
                  <Cell key={index} isFigure>
                    {cell ? (
                      <span className="grid">
                        <span>{cell.apr}</span>
                        <span className="text-quiet">{messages.perDayShort(cell.perDay)}</span>
                      </span>
                    ) : (
                      messages.never
                    )}
                  </Cell>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
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
