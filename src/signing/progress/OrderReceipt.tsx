import { Link } from 'wouter'
import { feesOf, receivedOf, tradeOf } from '../../components/orders/trade'
import { refOf, writeLink } from '../../components/swapLink'
import { useCoins } from '../../components/tokens/useCoins'
import { type Amount, formatAmount, fromUnits } from '../../domain/amount'
import { dollarText, percentText } from '../../domain/figure'
import { lossBps } from '../../domain/impact'
import { worthOf } from '../../domain/price'
import { sameToken } from '../../domain/token'
import { givenIn, type SwapIntent } from '../../guard/intent'
import type { IncreaseIntent } from '../../guard/liquidityIntent'
import { isAsReviewed } from '../../guard/plan/liquidityAdded'
import type { Order } from '../../orders/order'
import { Figure } from '../../ui/Figure'
import { useWords } from '../../ui/messages'
import { Row, Rows } from '../../ui/Rows'
import { progressWords } from './messages'
import { movedIn } from './movedAmounts'
import { Leftovers } from './RemainingApprovals'

/** What really happened, beside what was promised. */
export function OrderReceipt({ order, onLeave }: { order: Order; onLeave?: (() => void) | undefined }) {
  const words = useWords(progressWords)
  const coinOf = useCoins()
  const { intent, quote } = order.plan
  const received = receivedOf(order)
  const fees = [...feesOf(tradeOf(order))]
  const short = shortOf(received, order.promised)
  return (
    <section aria-label={words.receipt} className="grid gap-3 rounded-control border border-line p-3 sm:p-4">
      <h3 className="text-body">{words.receipt}</h3>
      <Rows>
        {paidIn(order).map((amount) => (
          <Row key={amount.token.id} term={words.paid}>
            <AmountText amount={amount} />
          </Row>
        ))}
        {intent.kind !== 'swap' &&
          movedIn(order).arrived.map((amount) => (
            <Row key={amount.token.id} term={words.received}>
              <AmountText amount={amount} />
            </Row>
          ))}
        {intent.kind === 'increase' && <GrowthRow intent={intent} order={order} />}
        {intent.kind === 'swap' && (
          <Row
            term={words.received}
            tone={short === undefined ? 'plain' : 'warn'}
            hint={short === undefined ? against(received, quote.expectedOut) : words.lessThanAgreed(percentText(short))}
          >
            {received ? (
              <strong>
                <AmountText amount={received} />
              </strong>
            ) : (
              words.notInLogs
            )}
          </Row>
        )}
        {quote.expectedOut && (
          <Row term={words.quoted}>
            <AmountText amount={quote.expectedOut} />
          </Row>
        )}
        {order.promised && (
          <Row term={words.minimum}>
            <AmountText amount={order.promised} />
          </Row>
        )}
        {fees.map(([chainId, fee]) => {
          const coin = coinOf(chainId)
          const worth = coin && worthOf({ token: coin, units: fee })
          return (
            <Row key={chainId} term={words.fees}>
              {coin ? <Figure value={fromUnits(fee, coin.decimals)} unit={coin.symbol} /> : String(fee)}
              {worth && <span className="text-quiet"> ({dollarText(worth)})</span>}
            </Row>
          )
        })}
      </Rows>
      <Leftovers order={order} />
      {intent.kind === 'swap' && (
        <Link
          href={againUrl(intent)}
          onClick={onLeave}
          className="font-medium text-tide underline-offset-4 hover:underline"
        >
          {words.again}
        </Link>
      )}
      {intent.kind !== 'swap' && (
        <Link href="/positions" className="font-medium text-tide underline-offset-4 hover:underline">
          {words.positions}
        </Link>
      )}
    </section>
  )

  function against(received: Amount | undefined, expected: Amount | undefined): string | undefined {
    if (!received || !expected || expected.units === 0n) return undefined
    const bps = -lossBps({ numerator: expected.units, denominator: 1n }, { numerator: received.units, denominator: 1n })
    if (bps === 0) return words.asQuoted
    return bps > 0 ? words.moreThanQuoted(percentText(bps)) : words.lessThanQuoted(percentText(-bps))
  }
}

/** The position that was added to, and whether the chain says what the review said. */
function GrowthRow({ intent, order: { tasks } }: { intent: IncreaseIntent; order: Order }) {
  const words = useWords(progressWords)
  const [grown] = tasks.flatMap(({ progress }) => (progress.at === 'done' ? (progress.receipt.grown ?? []) : []))
  const isBroken = grown !== undefined && !isAsReviewed(intent, grown)
  return (
    <Row
      term={words.position}
      tone={isBroken ? 'warn' : 'plain'}
      hint={isBroken ? words.grewOtherwise : grown ? words.grew(grown.liquidity) : words.notInLogs}
    >
      {words.number(intent.position)}
    </Row>
  )
}

/** By how many basis points less arrived than the least that was agreed to; `undefined` when it did not. */
function shortOf(received: Amount | undefined, promised: Amount | undefined): number | undefined {
  if (!received || !promised || !sameToken(received.token, promised.token)) return undefined
  if (received.units >= promised.units) return undefined
  return lossBps({ numerator: promised.units, denominator: 1n }, { numerator: received.units, denominator: 1n })
}

/** A deposit takes at most what was typed; the logs tell what it took. */
function paidIn(order: Order): readonly Amount[] {
  const { intent } = order.plan
  const { left } = movedIn(order)
  return intent.kind !== 'swap' && left.length > 0 ? left : givenIn(intent)
}

function againUrl({ sell, buy }: SwapIntent): string {
  const link = { from: refOf(sell.token), to: refOf(buy), amount: formatAmount(sell), recipient: undefined }
  return `/swap?${writeLink(link)}`
}

function AmountText({ amount }: { amount: Amount }) {
  return <Figure value={formatAmount(amount)} unit={amount.token.symbol} significant={18} />
}
