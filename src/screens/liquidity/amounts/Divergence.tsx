import { useMemo, useState } from 'react'
import { presentText, signedPercentText } from '../../../components/positions/figures'
import { type Proposal, tokenAmounts } from '../../../components/positions/proposal'
import { typedNumberMessages } from '../../../components/typedNumber.messages'
import { change, parseFraction, toNumber } from '../../../domain/fraction'
import type { Range } from '../../../domain/liquidity/range'
import { priceToTick, rawPriceToTick, sqrtPriceX96ToRawPrice, tickToSqrtPriceX96 } from '../../../domain/liquidity/tick'
import { readPrice, type TypedPrice } from '../../../domain/liquidity/tickPrice'
import { breakEvenDays, type CurvePoint, divergenceCurve, positionValueAt } from '../../../domain/pools/divergence'
import {
  baseOf,
  currentPrice,
  inDirection,
  type PriceDirection,
  priceFigureAt,
  priceOptions,
  quoteOf,
  tickInDirection,
} from '../../../domain/prices/priceDirection'
import { grouped, percentText } from '../../../domain/text/figure'
import { isNotANumber } from '../../../domain/typedNumber'
import { type LiquidityPool, priceDirectionOf } from '../../../preparation/liquidity/liquidityPool'
import { TextField } from '../../../ui/Field'
import { useMessages } from '../../../ui/messages'
import { Plot, PlotLine, type PlotPoint } from '../../../ui/Plot'
import { DataTable } from '../../../ui/Table'
import { liquidityMessages } from '../messages'

type DivergenceProps = { readonly pool: LiquidityPool; readonly proposal: Proposal; readonly inverted: boolean }
/** `entry`: the deposit at the price of now. */
type EntryProps = Omit<DivergenceProps, 'inverted'> & {
  readonly direction: PriceDirection
  readonly entry: Parameters<typeof positionValueAt>[0]
}

/** Divergence loss: the value of the deposit and of holding, from half to double the current price. */
export default function Divergence({ pool, proposal, inverted }: DivergenceProps) {
  const messages = useMessages(liquidityMessages)
  const { range } = proposal
  const { sqrtPriceX96 } = pool
  const liquidity = proposal.deposit?.liquidity ?? plenty
  const entry = useMemo(() => ({ ...range, sqrtPriceX96, liquidity }), [range, sqrtPriceX96, liquidity])
  const current = rawPriceToTick(sqrtPriceX96ToRawPrice(sqrtPriceX96))
  const reach = reachOf(range, current)
  const points = useMemo(() => {
    const curve = divergenceCurve(entry, { from: current - reach, to: current + reach, points: 81 })
    return inverted ? curve.toReversed() : curve
  }, [entry, inverted, current, reach])

  const direction = priceDirectionOf(pool, inverted)
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
      <ExitPrice {...{ pool, proposal, direction, entry }} />
      <Moves {...{ pool, proposal, direction, entry }} />
    </figure>
  )
}

/** The value of the deposit at a chosen price, compared with holding. */
function ExitPrice({ pool, proposal, direction, entry }: EntryProps) {
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
        placeholder={priceFigureAt(tickInDirection(pool.tick, direction), direction)}
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
            presentText(tokenAmounts(pool, then)),
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
function Moves({ pool, proposal, direction, entry }: EntryProps) {
  const messages = useMessages(liquidityMessages)
  const apr = proposal.apr.is === 'known' ? toNumber(proposal.apr.apr) : undefined
  const current = rawPriceToTick(sqrtPriceX96ToRawPrice(pool.sqrtPriceX96))
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
