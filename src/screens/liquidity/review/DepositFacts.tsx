import type { ReactNode } from 'react'
import { useAccounts } from '../../../components/accounts/useAccounts'
import { exactText, presentText, priceFigure } from '../../../components/positions/figures'
import { RangeRow, RangeRows } from '../../../components/positions/PositionRange'
import { TokenCautions } from '../../../components/tokens/TokenCautions'
import { rangeState } from '../../../domain/liquidity/range'
import { baseOf, quoteOf } from '../../../domain/prices/priceDirection'
import { isUsuallyInverted } from '../../../domain/prices/usualDirection'
import { percentText } from '../../../domain/text/figure'
import type { PayingIntent } from '../../../guard/liquidityIntent'
import { type LiquidityPool, priceDirectionOf } from '../../../preparation/liquidity/liquidityPool'
import { liquidityReviewMessages } from '../../../signing/review/liquidity.messages'
import { MaximumPaid } from '../../../signing/review/Money'
import { Address } from '../../../ui/Address'
import { useMessages } from '../../../ui/messages'
import { Notice } from '../../../ui/Notice'
import { Row, Rows } from '../../../ui/Rows'
import { liquidityMessages } from '../messages'
import type { AddLiquidity } from '../useAddLiquidity'
import { ToleranceRow } from './ToleranceRow'

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
      <MaximumPaid label={messages.deposit} amounts={intent.pay} />
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
          {messages.repriced(presentText(before.pay, exactText), presentText(intent.pay, exactText))}
        </Notice>
      )}
      {(state === 'below' || state === 'above') && <Notice kind="warn">{notEarning}</Notice>}
      <TokenCautions tokens={[pool.token0, pool.token1]} />
    </>
  )
}

/** The payment as the form has it now; `undefined` while something of it is missing. */
export function paymentOf({ choice: { pool }, deposit, funds: { account } }: AddLiquidity) {
  const { proposal, pay, toleranceBps } = deposit
  if (!pool || !proposal?.deposit || !pay || account === undefined) return undefined
  const payment = {
    pay,
    range: proposal.range,
    toleranceBps,
    sqrtPriceX96: pool.sqrtPriceX96,
    sender: account,
    recipient: account,
  } satisfies Omit<PayingIntent, 'kind' | 'pool'>
  return { pool, liquidity: proposal.deposit.liquidity, payment }
}
