import { exactText, shareText } from '../../../components/positions/figures'
import { positionAmounts } from '../../../components/positions/position'
import { tokenAmounts } from '../../../components/positions/proposal'
import { useServices } from '../../../components/services'
import { type Amounts, amountsForLiquidity } from '../../../domain/liquidity/liquidity'
import { type PositionEvent, positionAccount, realisedApr, valueIn } from '../../../domain/liquidity/positionAccount'
import { quoteOf } from '../../../domain/prices/priceDirection'
import { isUsuallyInverted } from '../../../domain/prices/usualDirection'
import type { Token } from '../../../domain/token'
import { priceDirectionOf } from '../../../preparation/liquidity/liquidityPool'
import { Card } from '../../../ui/Card'
import { useMessages } from '../../../ui/messages'
import { Row, Rows } from '../../../ui/Rows'
import { positionPageMessages } from './messages'
import type { ShownPosition } from './usePosition'

/** What a position has brought, against holding its tokens and against keeping the one that prices are counted in. */
export function ProfitAndLoss({ position, events }: { position: ShownPosition; events: readonly PositionEvent[] }) {
  const messages = useMessages(positionPageMessages)
  const { clock } = useServices()
  const { pool, unclaimed = { amount0: 0n, amount1: 0n } } = position
  const isInverted = isUsuallyInverted(pool)
  const quote = quoteOf(priceDirectionOf(pool, isInverted))
  const holds = positionAmounts(position)
  const holding = { holds, unclaimed, sqrtPriceX96: pool.sqrtPriceX96 }
  const side = isInverted ? 'amount0' : 'amount1'
  const account = positionAccount(events, holding, side)
  const { tickLower, tickUpper } = position
  const worthOf = (liquidity: bigint) => {
    const { sqrtPriceX96 } = pool
    const amounts = amountsForLiquidity({ tickLower, tickUpper, sqrtPriceX96, liquidity, round: 'down' })
    return valueIn(side, amounts, sqrtPriceX96)
  }
  const realised = realisedApr(events, account.feesValue, worthOf, clock())
  const list = (amounts: Amounts) =>
    tokenAmounts(pool, amounts).map(({ token, units }) => (
      <span key={token.id} className="block">
        {exactText(token, units)}
      </span>
    ))
  return (
    <Card title={messages.account}>
      <Rows>
        <Row term={messages.paid}>{list(account.paid)}</Row>
        <Row term={messages.received}>{list(account.received)}</Row>
        <Row term={messages.holds}>{list(holds)}</Row>
        <Row term={messages.unclaimed}>{list(unclaimed)}</Row>
        <Row term={messages.fees}>{list(account.fees)}</Row>
        <Row term={messages.realisedApr} hint={realised.is === 'known' && messages.realisedAprNote}>
          {realised.is === 'known' ? shareText(realised.apr) : messages.noRealisedApr[realised.is]}
        </Row>
        <Row term={messages.againstHolding} hint={messages.againstHoldingNote(signedText(quote, account.feesValue))}>
          <strong>{signedText(quote, account.againstHolding)}</strong>
        </Row>
        <Row term={messages.againstCash(quote.symbol)} hint={messages.againstCashNote}>
          {account.againstCash === undefined ? (
            messages.cashUnknown
          ) : (
            <strong>{signedText(quote, account.againstCash)}</strong>
          )}
        </Row>
      </Rows>
      <p className="mt-3 text-fine text-quiet">{messages.assumptions}</p>
    </Card>
  )
}

function signedText(token: Token, units: bigint): string {
  const text = exactText(token, units < 0n ? -units : units)
  return units < 0n ? `−${text}` : units > 0n ? `+${text}` : text
}
