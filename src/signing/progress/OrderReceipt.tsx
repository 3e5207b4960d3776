import type { ReactNode } from 'react'
import { useAccounts } from '../../components/accounts/useAccounts'
import { movedAmounts } from '../../components/orders/movedAmounts'
import {
  feesOf,
  minReceivedOf,
  paidIn,
  positionOf,
  receivedOf,
  summarizeOrder,
} from '../../components/orders/orderSummary'
import { positionPath } from '../../components/positions/positionPath'
import { writeSwapLink } from '../../components/swapLink'
import { TokenAmount } from '../../components/tokens/TokenAmount'
import { TokenCautions } from '../../components/tokens/TokenCautions'
import { useCoins } from '../../components/tokens/useCoins'
import { addressKey, shortAddress } from '../../domain/address'
import { type Amount, formatAmount } from '../../domain/amount'
import { networkOf } from '../../domain/chain'
import type { Fraction, Rounding } from '../../domain/fraction'
import { lossOfUnits } from '../../domain/prices/impact'
import { dollarValueOf } from '../../domain/prices/price'
import { amountWithSymbol, dollarText, paidWithSymbol, percentText } from '../../domain/text/figure'
import { sameToken } from '../../domain/token'
import { refOf } from '../../domain/tokenPair'
import { type SwapIntent, sourceChainOf, tokensIn } from '../../guard/intent'
import { isAsReviewed } from '../../guard/liquidityAdded'
import { isRevocation } from '../../guard/plan'
import { promisedMinimum } from '../../orders/actions/keptMinimum'
import type { Order } from '../../orders/order'
import { ButtonLink } from '../../ui/Empty'
import { useMessages } from '../../ui/messages'
import { Details, Row, Rows } from '../../ui/Rows'
import { TextLink } from '../../ui/TextLink'
import { AccountLabel } from '../review/AccountLabel'
import { progressMessages } from './messages'
import { RemainingApprovals } from './RemainingApprovals'
import { ShareResult, ShowInWallet } from './ShareResult'
import { Hash } from './StepList'

type OrderReceiptProps = {
  order: Order
  onLeave?: (() => void) | undefined
  /** Shown in "Details", below the rows. */
  children?: ReactNode
}

/** The actual amounts, next to the quoted ones. The rows of a swap that went as agreed are behind "Details". */
export function OrderReceipt({ order, onLeave, children }: OrderReceiptProps) {
  const messages = useMessages(progressMessages)
  const { intent } = order.plan
  const received = receivedOf(order)
  const hero = hasResult(order)
  const isSwap = intent.kind === 'swap'
  const isFolded = hero && isSwap && shortOf(received, promisedMinimum(order)) === undefined
  const transaction = summarizeOrder(order).transactions.at(-1)
  return (
    <section aria-label={messages.receipt} className="grid gap-4">
      {hero && <Result order={order} />}
      <div className="grid justify-items-center gap-2 text-fine">
        {isSwap ? (
          <div className="flex flex-wrap justify-center gap-2">
            <ButtonLink href={linkTo(intent)} onClick={onLeave}>
              {messages.again}
            </ButtonLink>
            {received && <ShowInWallet token={received.token} recipient={intent.recipient} />}
          </div>
        ) : (
          <ButtonLink href="/positions">{messages.positions}</ButtonLink>
        )}
        {hero && transaction && <Hash chainId={transaction.chainId} hash={transaction.hash} />}
      </div>
      {received && isSwap && (
        <ShareResult link={linkTo(intent)} paid={intent.sell} received={received} hash={transaction?.hash} />
      )}
      <TokenCautions tokens={tokensIn(intent)} />
      {!isFolded && <ReceiptRows order={order} />}
      <RemainingApprovals order={order} />
      {(isFolded || children) && (
        <Details summary={messages.details}>
          <div className="grid gap-4">
            {isFolded && <ReceiptRows order={order} />}
            {children}
          </div>
        </Details>
      )}
    </section>
  )
}

/** Whether the logs say what an order that is done has moved. */
export function hasResult(order: Order): boolean {
  if (order.plan.intent.kind === 'swap') return receivedOf(order) !== undefined
  const { left, arrived } = movedAmounts(order)
  return order.plan.intent.kind === 'withdraw' ? arrived.length > 0 : left.length > 0
}

/** The amounts that moved, in large type, under the sign that all is done. Those of a swap are compared with the quote. */
function Result({ order }: { order: Order }) {
  const messages = useMessages(progressMessages)
  const accounts = useAccounts()
  const cost = useCost(order)
  const { intent, quote } = order.plan
  const { sender, recipient } = intent
  const { given, received, withdrawn, position } = summarizeOrder(order)
  const isOwn = [sender, ...accounts.map(({ address }) => address)].some(
    (own) => addressKey(own) === addressKey(recipient),
  )
  const paid = given.map(paidWithSymbol).join(messages.and)
  const pair = tokensIn(intent).map(({ symbol }) => symbol)
  const liquidity =
    intent.kind === 'withdraw'
      ? messages.withdrew(withdrawn.map(amountWithSymbol).join(messages.and))
      : messages.deposited(paid)
  const comparison = messages.receivedFor(paid, againstQuote(received, quote.expectedOut, messages))
  return (
    <div className="grid justify-items-center gap-1 pt-2 pb-1 text-center">
      <TideCheck />
      {received && (
        <p className="text-fine text-quiet">
          {isOwn ? messages.received : messages.receivedBy(shortAddress(recipient))}
        </p>
      )}
      {/* Balanced, so that no unit is on a line of its own. */}
      <p
        dir="auto"
        className="max-w-full text-title sm:text-figure font-bold wrap-anywhere text-ink tabular-nums"
        style={{ textWrap: 'balance' }}
      >
        {received ? amountWithSymbol(received) : liquidity}
      </p>
      <p className="text-fine text-quiet">
        {received
          ? [comparison, cost && messages.cost(dollarText(cost))].filter(Boolean).join(' · ')
          : messages.positionOf(pair.join('/'), position)}
      </p>
    </div>
  )
}

/** The network cost in dollars, where it was paid on one chain. */
function useCost(order: Order): Fraction | undefined {
  const coinOn = useCoins()
  const [first, ...others] = feesOf(summarizeOrder(order))
  if (!first || others.length > 0) return undefined
  const [chainId, units] = first
  const coin = coinOn(chainId)
  return coin && dollarValueOf({ token: coin, units })
}

function ReceiptRows({ order }: { order: Order }) {
  const messages = useMessages(progressMessages)
  const { intent, quote } = order.plan
  const minimum = promisedMinimum(order)
  return (
    <Rows>
      <AmountsRow term={messages.paid} amounts={paidIn(order)} rounding="nearest" />
      {intent.kind === 'swap' ? (
        <ReceivedRow order={order} />
      ) : (
        <AmountsRow term={messages.received} amounts={movedAmounts(order).arrived} />
      )}
      <PositionRow order={order} />
      {quote.expectedOut && (
        <Row term={messages.quoted}>
          <TokenAmount amount={quote.expectedOut} />
        </Row>
      )}
      {minimum && (
        <Row term={messages.minimum}>
          <TokenAmount amount={minimum} />
        </Row>
      )}
      <Row term={messages.payer}>
        <AccountLabel address={intent.sender} />
      </Row>
      {intent.recipient !== intent.sender && (
        <Row term={messages.recipient}>
          <AccountLabel address={intent.recipient} />
        </Row>
      )}
      {[...feesOf(summarizeOrder(order))].map(([chainId, fee]) => (
        <FeeRow key={chainId} chainId={chainId} fee={fee} />
      ))}
    </Rows>
  )
}

/** One term for all its amounts, each on a line of its own. */
function AmountsRow({ term, amounts, rounding }: AmountsRowProps) {
  if (amounts.length === 0) return null
  return (
    <Row term={term}>
      {amounts.map((amount) => (
        <span key={amount.token.id} className="block">
          <TokenAmount amount={amount} {...(rounding && { rounding })} />
        </span>
      ))}
    </Row>
  )
}

type AmountsRowProps = { term: string; amounts: readonly Amount[]; rounding?: Rounding }

/** The output of a swap, compared with the quote; a warning if it is below the agreed minimum. */
function ReceivedRow({ order }: { order: Order }) {
  const messages = useMessages(progressMessages)
  const received = receivedOf(order)
  const short = shortOf(received, promisedMinimum(order))
  const least = minReceivedOf(order)
  const missing = order.destination?.delivery.at === 'refunded' ? messages.refunded : messages.notInLogs
  const comparison =
    short === undefined
      ? againstQuote(received, order.plan.quote.expectedOut, messages)
      : messages.lessThanAgreed(percentText(short))
  return (
    <Row
      term={messages.received}
      tone={short === undefined ? 'plain' : 'warn'}
      hint={least ? messages.sharedArrival : comparison}
    >
      {received ? (
        <strong>
          <TokenAmount amount={received} />
        </strong>
      ) : least ? (
        messages.atLeast(amountWithSymbol(least))
      ) : (
        missing
      )}
    </Row>
  )
}

/** The network cost on one chain, in its native coin. */
function FeeRow({ chainId, fee }: { chainId: number; fee: bigint }) {
  const messages = useMessages(progressMessages)
  const coin = useCoins()(chainId)
  const value = coin && dollarValueOf({ token: coin, units: fee })
  return (
    <Row term={messages.fees}>
      {coin ? <TokenAmount amount={{ token: coin, units: fee }} /> : String(fee)}
      {value && <span className="text-quiet"> ({dollarText(value)})</span>}
    </Row>
  )
}

/** The order's position; after adding liquidity, also whether the chain matches the review. */
function PositionRow({ order }: { order: Order }) {
  const messages = useMessages(progressMessages)
  const { intent } = order.plan
  const position = positionOf(order)
  if (intent.kind === 'swap' || isRevocation(order.plan)) return null
  const [grown] = order.tasks.flatMap(({ progress }) => (progress.at === 'done' ? (progress.receipt.grown ?? []) : []))
  const isBroken = intent.kind === 'increase' && grown !== undefined && !isAsReviewed(intent, grown)
  const growth = grown ? messages.grew(grown.liquidity) : messages.notInLogs
  return (
    <Row
      term={messages.position}
      tone={isBroken ? 'warn' : 'plain'}
      hint={isBroken ? messages.grewOtherwise : intent.kind === 'increase' ? growth : undefined}
    >
      {position === undefined ? (
        messages.notInLogs
      ) : (
        <TextLink href={positionPath(networkOf(sourceChainOf(intent)), position)}>{messages.number(position)}</TextLink>
      )}
    </Row>
  )
}

/** How the received amount compares with the quoted one: `0.12% more than quoted`. */
function againstQuote(
  received: Amount | undefined,
  expected: Amount | undefined,
  messages: typeof progressMessages.english,
): string | undefined {
  if (!received || !expected || expected.units === 0n) return undefined
  const bps = -lossOfUnits(expected.units, received.units)
  if (bps === 0) return messages.asQuoted
  return bps > 0 ? messages.moreThanQuoted(percentText(bps)) : messages.lessThanQuoted(percentText(-bps))
}

/** How far the received amount is below the agreed minimum, in basis points; `undefined` if it is not. */
function shortOf(received: Amount | undefined, minimum: Amount | undefined): number | undefined {
  if (!received || !minimum || !sameToken(received.token, minimum.token)) return undefined
  if (received.units >= minimum.units) return undefined
  return lossOfUnits(minimum.units, received.units)
}

/** A link to the same swap, without any address. */
function linkTo({ sell, buy }: SwapIntent): string {
  const link = { from: refOf(sell.token), to: refOf(buy), amount: formatAmount(sell), recipient: undefined }
  return `/swap?${writeSwapLink(link)}`
}

/**
 * The success animation: the tide rises in a disc, then a check mark appears. Without animation under
 * `prefers-reduced-motion`.
 */
function TideCheck() {
  return (
    <svg viewBox="0 0 64 64" className="size-16 overflow-hidden rounded-full" fill="none" aria-hidden="true">
      <path d="M0 0h64v64H0z" className="fill-success-wash" />
      <path d="M0 6q8-6 16 0t16 0 16 0 16 0V70H0z" className="animate-tide fill-success" />
      <path
        d="M20 33l8.5 8.5L45 25"
        className="stroke-on-success"
        strokeWidth="5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
