import type { ClipboardEvent } from 'react'
import { positionAmounts } from '../../../components/positions/position'
import { tokenAmounts } from '../../../components/positions/proposal'
import { useServices } from '../../../components/services'
import type { Amounts, PoolSide } from '../../../domain/liquidity/liquidity'
import { type PositionEvent, positionAccount, realisedApr, valueIn } from '../../../domain/liquidity/positionAccount'
import { isDollar } from '../../../domain/prices/price'
import { quoteOf } from '../../../domain/prices/priceDirection'
import { isUsuallyInverted } from '../../../domain/prices/usualDirection'
import { amountWithSymbol, exactWithSymbol, paidWithSymbol, shareText } from '../../../domain/text/figure'
import type { Token } from '../../../domain/token'
import { priceDirectionOf } from '../../../preparation/liquidity/liquidityPool'
import { Card } from '../../../ui/Card'
import { useMessages } from '../../../ui/messages'
import { Row, Rows } from '../../../ui/Rows'
import { positionsMessages } from '../messages'
import { positionPageMessages } from './messages'
import type { ShownPosition } from './usePosition'

type PerformanceProps = { position: ShownPosition; events: readonly PositionEvent[] }

/** The amounts paid in, the current holdings, the fees, and the result compared with never depositing. */
export function Performance({ position, events }: PerformanceProps) {
  const messages = useMessages(positionPageMessages)
  const listed = useMessages(positionsMessages)
  const { unclaimed } = position
  const { quote, ...account } = accountOf(position, events)
  return (
    <Card title={messages.account}>
      <Rows>
        <Row term={messages.paid}>
          <Both position={position} amounts={account.paid} />
        </Row>
        <Row term={messages.holds}>
          <Both position={position} amounts={positionAmounts(position)} />
        </Row>
        {/* The unclaimed fees include removed liquidity that is not yet paid out: without them there is no result. */}
        {unclaimed ? (
          <>
            <Row term={messages.fees}>
              <Both position={position} amounts={account.fees} />
            </Row>
            <Row
              term={messages.againstHolding}
              hint={messages.againstHoldingNote(signedText(quote, account.feesValue))}
            >
              <strong>
                <Signed token={quote} units={account.againstHolding} />
              </strong>
            </Row>
          </>
        ) : (
          <Row term={listed.unclaimed}>{messages.unclaimedUnknown}</Row>
        )}
      </Rows>
      <p className="mt-3 text-fine text-quiet">{messages.assumptions}</p>
    </Card>
  )
}

/** The rest of the account, among the details. */
export function AccountRows({ position, events }: PerformanceProps) {
  const messages = useMessages(positionPageMessages)
  const listed = useMessages(positionsMessages)
  const { clock } = useServices()
  const { unclaimed } = position
  const { quote, side, ...account } = accountOf(position, events)
  const worthOf = (liquidity: bigint) =>
    valueIn(side, positionAmounts({ ...position, liquidity }), position.pool.sqrtPriceX96)
  const realised = realisedApr(events, account.feesValue, worthOf, clock())
  return (
    <>
      <Row term={messages.received}>
        <Both position={position} amounts={account.received} />
      </Row>
      {unclaimed && (
        <>
          <Row term={listed.unclaimed}>
            <Both position={position} amounts={unclaimed} />
          </Row>
          <Row term={messages.realisedApr} hint={realised.is === 'known' && messages.realisedAprNote}>
            {realised.is === 'known' ? shareText(realised.apr) : messages.noRealisedApr[realised.is]}
          </Row>
          <Row term={messages.againstCash(quote.symbol)} hint={messages.againstCashNote}>
            {account.againstCash === undefined ? (
              messages.cashUnknown
            ) : (
              <Signed token={quote} units={account.againstCash} />
            )}
          </Row>
        </>
      )}
    </>
  )
}

function accountOf(position: ShownPosition, events: readonly PositionEvent[]) {
  const { pool, unclaimed = none } = position
  const isInverted = isUsuallyInverted(pool)
  const side: PoolSide = isInverted ? 'amount0' : 'amount1'
  const holding = { holds: positionAmounts(position), unclaimed, sqrtPriceX96: pool.sqrtPriceX96 }
  return { ...positionAccount(events, holding, side), side, quote: quoteOf(priceDirectionOf(pool, isInverted)) }
}

const none: Amounts = { amount0: 0n, amount1: 0n }

function Both({ position: { pool }, amounts }: { position: ShownPosition; amounts: Amounts }) {
  return tokenAmounts(pool, amounts).map((amount) => (
    <Exact key={amount.token.id} short={amountWithSymbol(amount)} exact={exactWithSymbol(amount)} />
  ))
}

/** Shortened on screen; read, copied and shown on hover to the last digit, as books are kept. */
function Exact({ short, exact }: { short: string; exact: string }) {
  if (short === exact) return <span className="block">{exact}</span>
  const copyExactly = (event: ClipboardEvent) => {
    event.preventDefault()
    event.clipboardData.setData('text/plain', exact)
  }
  return (
    <span className="block" title={exact} onCopy={copyExactly}>
      <span aria-hidden="true">{short}</span>
      <span className="sr-only">{exact}</span>
    </span>
  )
}

/** A gain or a loss, with its sign. */
function Signed({ token, units }: { token: Token; units: bigint }) {
  const sign = units < 0n ? '−' : units > 0n ? '+' : ''
  const size = { token, units: units < 0n ? -units : units }
  return <Exact short={signedText(token, units)} exact={`${sign}${exactWithSymbol(size)}`} />
}

function signedText(token: Token, units: bigint): string {
  const amount = { token, units: units < 0n ? -units : units }
  if (units !== 0n && isDollar(token) && amount.units < 10n ** BigInt(token.decimals) / 100n)
    return `${units < 0n ? '−' : ''}<0.01 ${token.symbol}`
  const text = paidWithSymbol(amount)
  return units < 0n ? `−${text}` : units > 0n ? `+${text}` : text
}
