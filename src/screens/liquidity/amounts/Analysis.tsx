import { useMemo, useState } from 'react'
import { presentText, signedPercentText } from '../../../components/positions/figures'
import { feesAtShare, type Proposal, proposalOf, tokenAmounts, tokenOf } from '../../../components/positions/proposal'
import { typedNumberMessages } from '../../../components/typedNumber.messages'
import { fromUnits } from '../../../domain/amount'
import { change, parseFraction, times, toNumber } from '../../../domain/fraction'
import { presetRange, type Range } from '../../../domain/liquidity/range'
import {
  maxTick,
  minTick,
  priceToTick,
  rawPriceToTick,
  sqrtPriceX96ToRawPrice,
  tickToSqrtPriceX96,
} from '../../../domain/liquidity/tick'
import { readPrice, type TypedPrice } from '../../../domain/liquidity/tickPrice'
import { backtest, daysInRange } from '../../../domain/pools/backtest'
import { breakEvenDays, type CurvePoint, divergenceCurve, positionValueAt } from '../../../domain/pools/divergence'
import { amountForDollars } from '../../../domain/prices/price'
import {
  baseOf,
  currentPrice,
  inDirection,
  priceFigureAt,
  priceOptions,
  quoteOf,
  tickInDirection,
} from '../../../domain/prices/priceDirection'
import { dollarText, grouped, percentText, shareText } from '../../../domain/text/figure'
import { isNotANumber } from '../../../domain/typedNumber'
import type { LiquidityPool } from '../../../preparation/liquidity/liquidityPool'
import { TextField } from '../../../ui/Field'
import { useMessages } from '../../../ui/messages'
import { Plot, PlotLine, type PlotPoint } from '../../../ui/Plot'
import { DataTable } from '../../../ui/Table'
import { liquidityMessages } from '../messages'
import type { ProposalProps } from './DepositFigures'

/** The outcome of a deposit at other prices, in the past and at other sizes. Loaded when the first of them is opened. */
export default function Analysis({ name, ...props }: ProposalProps & { readonly name: keyof typeof analyses }) {
  const Shown = analyses[name]
  return <Shown {...props} />
}

/** `entry`: the deposit at the price of now. */
type EntryProps = Pick<ProposalProps, 'proposal' | 'direction'> & {
  readonly entry: Parameters<typeof positionValueAt>[0]
}

/** Divergence loss: the value of the deposit and of holding, from half to double the current price. */
function Divergence({ proposal, direction }: ProposalProps) {
  const messages = useMessages(liquidityMessages)
  const { range } = proposal
  const { sqrtPriceX96, inverted } = direction
  const liquidity = proposal.deposit?.liquidity ?? plenty
  const entry = useMemo(() => ({ ...range, sqrtPriceX96, liquidity }), [range, sqrtPriceX96, liquidity])
  const current = rawPriceToTick(sqrtPriceX96ToRawPrice(sqrtPriceX96))
  const reach = reachOf(range, current)
  const points = useMemo(() => {
    const curve = divergenceCurve(entry, { from: current - reach, to: current + reach, points: 81 })
    return inverted ? curve.toReversed() : curve
  }, [entry, inverted, current, reach])

  const now = tickInDirection(current, direction)
  const shown = inDirection(range, direction)
  const shareAt = (tick: number) => Math.min(Math.max((tick - now + reach) / (2 * reach), 0), 1)
  const prices = [now - reach, now, now + reach].map((tick) => priceFigureAt(tick, direction))
  const [low = '', middle = '', high = ''] = prices

  return (
    <figure className="grid gap-3">
      {/* Prices rise to the right in every language. */}
      <div dir="ltr" aria-hidden="true">
        <Plot className="h-32 w-full">
          <rect
            x={shareAt(shown.tickLower) * 1_000}
            width={(shareAt(shown.tickUpper) - shareAt(shown.tickLower)) * 1_000}
            height="1000"
            className="fill-action/10"
          />
          <Curves points={points} />
        </Plot>
        <div className="flex flex-wrap justify-between gap-x-3 text-fine text-quiet tabular-nums">
          {prices.map((price) => (
            <span key={price}>{price}</span>
          ))}
        </div>
      </div>
      <p className="sr-only">
        {messages.divergenceScale(low, middle, high, quoteOf(direction).symbol, baseOf(direction).symbol)}
      </p>
      <figcaption className="text-fine text-quiet">{messages.divergenceNote}</figcaption>
      <ExitPrice {...{ proposal, direction, entry }} />
      <Moves {...{ proposal, direction, entry }} />
    </figure>
  )
}

/** The value of the deposit at a chosen price, compared with holding. */
function ExitPrice({ proposal, direction, entry }: EntryProps) {
  const messages = useMessages(liquidityMessages)
  const [typed, setTyped] = useState('')
  const [quote, base] = [quoteOf(direction).symbol, baseOf(direction).symbol]
  const numbers = useMessages(typedNumberMessages)
  const result = readPrice(typed)
  const read = usable(result)
  const tick = read === undefined ? undefined : priceToTick(read, priceOptions(direction))
  const then = tick === undefined ? undefined : positionValueAt(entry, tickToSqrtPriceX96(tick))
  const moved = read === undefined ? 0 : toNumber(change(currentPrice(direction), parseFraction(read))) * 10_000
  return (
    <div className="grid gap-2">
      <TextField
        label={messages.exitPrice(quote, base)}
        inputMode="decimal"
        value={typed}
        onChange={setTyped}
        placeholder={priceFigureAt(tickInDirection(direction.tick, direction), direction)}
        error={
          result.is !== 'empty' &&
          read === undefined &&
          (isNotANumber(result) ? numbers.problem(result, messages.exitPriceProblem) : messages.exitPriceProblem)
        }
      />
      {then && (
        <p role="status" className="text-fine text-ink">
          {messages.exitSays(
            signedPercentText(moved),
            presentText(tokenAmounts(direction, then)),
            percentText(then.divergence * 10_000),
            proposal.deposit === undefined,
          )}
        </p>
      )}
    </div>
  )
}

/** A typed price as plain decimal text; `undefined` for invalid text, and for prices too extreme to compute with. */
function usable(read: TypedPrice): string | undefined {
  return read.is === 'price' && Number(read.price) > 1e-30 && Number(read.price) < 1e30 ? read.price : undefined
}

function Curves({ points }: { points: readonly CurvePoint[] }) {
  const values = points.flatMap(({ value, held }) => [value, held])
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const curve = (read: (point: CurvePoint) => number): readonly PlotPoint[] =>
    points.map((point, index) => [
      index / (points.length - 1),
      0.93 - ((read(point) - least) / (most - least || 1)) * 0.86,
    ])
  return (
    <>
      <PlotLine points={[0, 1].map((y) => [0.5, y])} strokeWidth="1" className="stroke-edge" strokeDasharray="3 4" />
      <PlotLine points={curve(({ held }) => held)} strokeWidth="1" className="stroke-edge" />
      <PlotLine points={curve(({ value }) => value)} strokeWidth="2.5" className="stroke-action" />
    </>
  )
}

/** The divergence loss as a table, for a few price moves. */
function Moves({ proposal, direction, entry }: EntryProps) {
  const messages = useMessages(liquidityMessages)
  const apr = proposal.apr.is === 'known' ? toNumber(proposal.apr.apr) : undefined
  const current = rawPriceToTick(sqrtPriceX96ToRawPrice(direction.sqrtPriceX96))
  const rows = [-50, -20, -5, 5, 20, 100].map((percent) => {
    const ticks = Math.round(Math.log1p(percent / 100) / Math.log(1.0001))
    const at = Math.min(Math.max(current + tickInDirection(ticks, direction), -887_271), 887_271)
    return { percent, at, divergence: positionValueAt(entry, tickToSqrtPriceX96(at)).divergence }
  })
  /** Out of range a position earns no fees, so no fees can make up for the loss. */
  const madeUpIn = ({ at, divergence }: (typeof rows)[number], apr: number) => {
    if (at < proposal.range.tickLower || at >= proposal.range.tickUpper) return messages.neverOut
    const days = breakEvenDays(divergence, apr)
    if (days === undefined) return messages.never
    return messages.days(days < 10 ? grouped(days.toFixed(1)) : `${Math.round(days)}`)
  }
  return (
    <DataTable
      caption={messages.divergenceTable}
      rows={rows}
      keyOf={({ percent }) => percent}
      columns={[
        { head: messages.move, cell: ({ percent }) => signedPercentText(percent * 100) },
        { head: messages.againstHolding, isFigure: true, cell: ({ divergence }) => percentText(divergence * 10_000) },
        ...(apr === undefined
          ? []
          : [{ head: messages.madeUpIn, isFigure: true, cell: (row: (typeof rows)[number]) => madeUpIn(row, apr) }]),
      ]}
    />
  )
}

/** Wide enough for both ends of a moderate range: at least half to double, within the tick domain. */
function reachOf({ tickLower, tickUpper }: Range, current: number): number {
  const wanted = Math.max(6932, 1.3 * Math.min(Math.max(tickUpper - current, current - tickLower), 14_000))
  return Math.round(Math.min(wanted, 887_271 - Math.abs(current)))
}

/** Before an amount is typed, the chart uses an arbitrary one: its shape is the same for all. */
const plenty = 10n ** 30n

/** How the chosen range would have performed on the record's own prices; the chart of the range draws them. */
function PastOfRange({ pool, proposal }: ProposalProps) {
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
  const entry = { ...range, sqrtPriceX96: tickToSqrtPriceX96(first.tick), liquidity: deposit?.liquidity ?? plenty }
  return positionValueAt(entry, sqrtPriceX96).divergence
}

const sizes = ['100', '1000', '10000', '100000']
const widths = [1, 5, 20, 50]

/**
 * APR and fees per day of several sizes in this range and its neighbours, to compare a larger deposit with a narrower
 * range.
 */
function Sensitivity({ pool, proposal: { range }, direction: { inverted }, toleranceBps }: ProposalProps) {
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
      <DataTable
        caption={messages.sensitivity}
        height="max-h-96"
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

const analyses = { divergence: Divergence, backtest: PastOfRange, sensitivity: Sensitivity }
