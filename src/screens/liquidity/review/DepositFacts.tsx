import type { ReactNode } from 'react'
import { useAccounts } from '../../../components/accounts/useAccounts'
import { presentText, priceFigure } from '../../../components/positions/figures'
import { RangeRow, RangeRows } from '../../../components/positions/PositionRange'
import { TokenCautions } from '../../../components/tokens/TokenCautions'
import { depositWindow, minAmounts } from '../../../domain/liquidity/deposit'
import { rangeState } from '../../../domain/liquidity/range'
import { baseOf, quoteOf } from '../../../domain/prices/priceDirection'
import { isUsuallyInverted } from '../../../domain/prices/usualDirection'
import { exactWithSymbol, percentText } from '../../../domain/text/figure'
import type { PayingIntent } from '../../../guard/liquidityIntent'
import { type LiquidityPool, priceDirectionOf } from '../../../preparation/liquidity/liquidityPool'
import { liquidityReviewMessages } from '../../../signing/review/liquidity.messages'
import { Money } from '../../../signing/review/Money'
import { Address } from '../../../ui/Address'
import { useMessages } from '../../../ui/messages'
import { Notice } from '../../../ui/Notice'
import { Row, Rows } from '../../../ui/Rows'
import { liquidityMessages } from '../messages'

type DepositFactsProps = {
  readonly pool: LiquidityPool
  readonly intent: Pick<PayingIntent, 'pay' | 'range' | 'toleranceBps' | 'sqrtPriceX96' | 'sender'>
  /** The intent before the price moved; `undefined` if it has not. */
  readonly before: Pick<PayingIntent, 'pay'> | undefined
  readonly isToSign?: boolean
  /** The row of an existing position that is increased. */
  readonly into?: ReactNode
}

/** The facts above the plan in a review of a deposit: maximum amounts, pool and range, and cautions. */
export function DepositFacts({ pool, intent, before, isToSign = true, into }: DepositFactsProps) {
  const messages = useMessages(liquidityReviewMessages)
  const { notEarning } = useMessages(liquidityMessages)
  const direction = priceDirectionOf(pool, isUsuallyInverted(pool))
  const pair = `${pool.token0.symbol}/${pool.token1.symbol}`
  const isOnly = useAccounts().filter(({ kind }) => kind === pool.chain.kind).length === 1
  const state = rangeState({ ...intent.range, sqrtPriceX96: pool.sqrtPriceX96, tick: pool.tick })
  return (
    <>
      <section aria-label={messages.deposit} className="grid gap-3 rounded-control border border-line bg-well p-4">
        <span aria-hidden="true" className="text-fine text-quiet">
          {messages.deposit}
        </span>
        {intent.pay
          .filter(({ units }) => units > 0n)
          .map((amount) => (
            <Money key={amount.token.id} amount={amount} rounding="up" />
          ))}
      </section>
      <Rows>
        {into}
        <Row term={messages.pool}>
          {pool.address === undefined
            ? messages.newPool(pair)
            : messages.poolFee(pair, pool.feePpm === undefined ? undefined : percentText(pool.feePpm / 100))}
        </Row>
        {into ? (
          <RangeRows pool={pool} range={intent.range} />
        ) : (
          <RangeRow pool={pool} range={intent.range} hasTicks={false} />
        )}
        {pool.address === undefined && (
          <Row term={messages.startsAt}>
            {priceFigure(pool.sqrtPriceX96, direction)} {quoteOf(direction).symbol} / {baseOf(direction).symbol}
          </Row>
        )}
        <ToleranceRow intent={intent} isToSign={isToSign} />
        {/* Where there is one account of this kind it pays and owns the position, and is in the header. */}
        {!isOnly && (
          <Row term={messages.owner}>
            {messages.yourself} · <Address value={intent.sender} />
          </Row>
        )}
      </Rows>
      {before && (
        <Notice kind="info" isLive>
          {messages.repriced(presentText(before.pay, exactWithSymbol), presentText(intent.pay, exactWithSymbol))}
        </Notice>
      )}
      {(state === 'below' || state === 'above') && <Notice kind="warn">{notEarning}</Notice>}
      <TokenCautions tokens={[pool.token0, pool.token1]} />
    </>
  )
}

type ToleranceRowProps = {
  readonly intent: Pick<PayingIntent, 'pay' | 'toleranceBps' | 'range' | 'sqrtPriceX96'>
  /** Whether the minimums are part of a transaction that the wallet signs. */
  readonly isToSign?: boolean
}

/**
 * How far the price may move before a deposit fails, and the least of each token: on a narrow range a tolerance of 10% of
 * the amounts is a price move of half a percent.
 */
export function ToleranceRow({ intent, isToSign = true }: ToleranceRowProps) {
  const messages = useMessages(liquidityReviewMessages)
  const { pay, toleranceBps } = intent
  const [pay0, pay1] = pay
  const { amount0, amount1 } = minAmounts({ amount0: pay0.units, amount1: pay1.units }, toleranceBps)
  const least = presentText([
    { ...pay0, units: amount0 },
    { ...pay1, units: amount1 },
  ])
  const moveBps = allowedMoveBps(intent)
  return (
    <Row
      term={moveBps === undefined ? messages.tolerance : messages.mayMove}
      hint={isToSign ? messages.atLeast(least) : messages.toleranceUnsent}
    >
      {moveBps === undefined ? percentText(toleranceBps) : messages.either(percentText(moveBps))}
    </Row>
  )
}

/** The price move, in basis points either way, that the minimums allow; `undefined` where any move or none is allowed. */
function allowedMoveBps({ pay, toleranceBps, range, sqrtPriceX96 }: ToleranceRowProps['intent']): number | undefined {
  const amounts = { amount0: pay[0].units, amount1: pay[1].units }
  if (amounts.amount0 === 0n || amounts.amount1 === 0n) return undefined
  const window = depositWindow({ ...range, ...amounts, sqrtPriceX96, minimums: minAmounts(amounts, toleranceBps) })
  if (!window) return undefined
  const now = sqrtPriceX96 * sqrtPriceX96
  const moves = [window.low, window.high].map((edge) =>
    Math.abs(Number((edge * edge * 1_000_000n) / now) / 100 - 10_000),
  )
  return Math.floor(Math.min(...moves))
}
