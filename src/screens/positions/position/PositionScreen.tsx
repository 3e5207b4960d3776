import { useState } from 'react'
import { useParams } from 'wouter'
import { useAccounts, useWallets } from '../../../components/accounts/useAccounts'
import { activityMessages } from '../../../components/orders/messages'
import { positionOf, summarizeOrder } from '../../../components/orders/orderSummary'
import { orderTitle } from '../../../components/orders/orderTitle'
import { useAllOrders } from '../../../components/orders/useAllOrders'
import { decodeSegment, poolPath } from '../../../components/pools/poolPath'
import { positionMessages } from '../../../components/positions/messages'
import { RangeRows } from '../../../components/positions/PositionRange'
import {
  activeShareOf,
  isInRange,
  positionApr,
  positionFeesPerDay,
  positionState,
} from '../../../components/positions/position'
import { tokenAmounts } from '../../../components/positions/proposal'
import { PairMark } from '../../../components/tokens/PairMark'
import { PairMarkPlace } from '../../../components/tokens/PairMarkPlace'
import { useTokens } from '../../../components/tokens/useTokens'
import { addressKey } from '../../../domain/address'
import { networkOf } from '../../../domain/chain'
import { toNumber } from '../../../domain/fraction'
import type { PositionEvent } from '../../../domain/liquidity/positionAccount'
import { rangeSince } from '../../../domain/liquidity/rangeSince'
import { dateTimeText } from '../../../domain/text/dateText'
import { amountWithSymbol, dollarText, shareText, smallPercentText } from '../../../domain/text/figure'
import { sourceChainOf } from '../../../guard/intent'
import ProgressDialog from '../../../signing/progress/ProgressDialog'
import { Hash } from '../../../signing/progress/StepList'
import { Withdraw, type WithdrawalKind } from '../../../signing/review/Withdraw'
import { Address } from '../../../ui/Address'
import { Card } from '../../../ui/Card'
import { ButtonLink, Empty } from '../../../ui/Empty'
import { useMessages } from '../../../ui/messages'
import { Notice } from '../../../ui/Notice'
import { Page } from '../../../ui/Page'
import { Details, Row, Rows } from '../../../ui/Rows'
import { Skeleton } from '../../../ui/Skeleton'
import { DataTable } from '../../../ui/Table'
import { TextLink } from '../../../ui/TextLink'
import { positionsMessages } from '../messages'
import { positionPageMessages } from './messages'
import { AccountRows, Performance } from './Performance'
import { PositionHero } from './PositionHero'
import { AllPositionsLink, PositionOnAnyNetwork } from './PositionOnAnyNetwork'
import { PriceAndRange } from './PriceAndRange'
import { type FoundPosition, type ShownPosition, usePosition, usePositionEvents } from './usePosition'

/** A position by its number: its value, its profit, and all its events. */
export default function PositionScreen() {
  const { network, position = '' } = useParams()
  return network === undefined ? <PositionOnAnyNetwork id={position} /> : <PositionPage step={network} id={position} />
}

function PositionPage({ step, id }: { readonly step: string; readonly id: string }) {
  const messages = useMessages(positionPageMessages)
  const network = decodeSegment(step)
  const found = usePosition(network, id, useTokens())
  // Until a wallet is connected, the last visit's wallet decides whether the position is the user's.
  const isRestoring = useWallets(({ at, accounts }) => at === 'restoring' && accounts.length === 0)
  const position = found.at === 'found' ? found.position : undefined
  const pool = position?.pool
  return (
    <Page
      title={pool ? messages.titleOf(`${pool.token0.symbol}/${pool.token1.symbol}`, id) : messages.title(id)}
      mark={pool ? <PairMark tokens={[pool.token0, pool.token1]} chain={pool.chain} /> : <PairMarkPlace />}
      actions={<AllPositionsLink />}
    >
      {!position ? (
        <Unknown found={found} network={network} id={id} />
      ) : isRestoring ? (
        <Skeleton className="h-64 w-full" />
      ) : (
        <Known position={position} />
      )}
    </Page>
  )
}

function Unknown({ found, network, id }: { found: FoundPosition; network: string; id: string }) {
  const messages = useMessages(positionPageMessages)
  if (found.at === 'loading' || found.at === 'found') return <Skeleton className="h-64 w-full" />
  if (found.at === 'failed')
    return (
      <Notice kind="warn" isLive title={messages.failed}>
        {found.why ?? messages.failedNote}
      </Notice>
    )
  const [title, note] = {
    'no network': [messages.noNetwork(network), messages.noNetworkNote],
    'no number': [messages.noNumber(id), messages.noNumberNote],
    missing: [messages.missing, messages.missingNote],
  }[found.at]
  return (
    <Empty isLive title={title} action={<ButtonLink href="/positions">{messages.toPositions}</ButtonLink>}>
      {note}
    </Empty>
  )
}

function Known({ position }: { position: ShownPosition }) {
  const messages = useMessages(positionPageMessages)
  const { tokens } = useTokens()
  const accounts = useAccounts()
  const { events, isMissing } = usePositionEvents(position)
  const [withdrawal, setWithdrawal] = useState<{ readonly of: ShownPosition; readonly is: WithdrawalKind }>()
  const [order, setOrder] = useState<string>()
  const isOwn = accounts.some(({ address }) => addressKey(address) === addressKey(position.owner))
  return (
    <div className="grid gap-5">
      <PositionHero position={position} isOwn={isOwn} onWithdraw={(is) => setWithdrawal({ of: position, is })} />
      <div className="grid items-start gap-5 lg:grid-cols-[3fr_2fr]">
        <Card title={messages.chart}>
          <PriceAndRange pool={position.pool} range={position} />
        </Card>
        {events ? (
          <Performance position={position} events={events} />
        ) : (
          <Card title={messages.account}>
            <p role="status" className="text-quiet">
              {isMissing ? messages.noHistory : messages.loading}
            </p>
          </Card>
        )}
      </div>
      <Orders position={position} />
      <Details summary={messages.details}>
        <MoreRows position={position} events={events} />
      </Details>
      {/* It arrives last and pushes nothing away. */}
      {events && events.length > 0 && <History position={position} events={events} />}
      {withdrawal && (
        <Withdraw
          position={withdrawal.of}
          now={position}
          withdrawal={withdrawal.is}
          tokens={tokens}
          onConfirmed={(id) => {
            setWithdrawal(undefined)
            setOrder(id)
          }}
          onClose={() => setWithdrawal(undefined)}
        />
      )}
      {order !== undefined && <ProgressDialog id={order} onClose={() => setOrder(undefined)} />}
    </div>
  )
}

/** All figures that are not among the first ones. */
function MoreRows({ position, events }: { position: ShownPosition; events: readonly PositionEvent[] | undefined }) {
  const messages = useMessages(positionPageMessages)
  const listed = useMessages(positionsMessages)
  const reported = useMessages(positionMessages)
  const { pool, owner, liquidity } = position
  const [fees, apr, share] = [positionFeesPerDay(position), positionApr(position), activeShareOf(position)]
  const inside = { isInside: isInRange(position), openedAt: events?.[0]?.at }
  const since = rangeSince(pool.history, position, inside)
  const missing = liquidity === 0n ? messages.noneClosed : isInRange(position) ? messages.aprUnreported : listed.aprNone
  return (
    <Rows>
      <RangeRows pool={pool} range={position} />
      {liquidity > 0n && (
        <Row
          term={messages.rangeStatus}
          hint={
            since
              ? messages.since[since.is](dateTimeText(since.is === 'after' ? (since.until ?? since.at) : since.at))
              : messages.sinceUnknown
          }
        >
          {reported.states[positionState(position)]}
        </Row>
      )}
      <Row term={messages.feesPerDay} hint={fees && messages.feesPerDayNote}>
        {fees ? dollarText(fees) : missing}
      </Row>
      <Row term={listed.apr}>{apr ? shareText(apr) : missing}</Row>
      <Row term={messages.poolApr}>{pool.apr ? shareText(pool.apr) : messages.aprUnreported}</Row>
      {isInRange(position) && (
        <Row term={listed.share}>{share ? smallPercentText(toNumber(share) * 10_000) : listed.shareUnknown}</Row>
      )}
      {events && <AccountRows position={position} events={events} />}
      <Row term={reported.pool}>
        {pool.address !== undefined && (
          <TextLink href={poolPath(networkOf(pool.chain), pool.address)}>
            {pool.token0.symbol}/{pool.token1.symbol}
          </TextLink>
        )}
      </Row>
      <Row term={listed.owner} hint={position.knownFrom === 'record' && listed.fromRecord}>
        <Address value={owner} />
      </Row>
    </Rows>
  )
}

function History({ position: { pool }, events }: { position: ShownPosition; events: readonly PositionEvent[] }) {
  const messages = useMessages(positionPageMessages)
  return (
    <Card title={messages.history}>
      <DataTable
        caption={messages.history}
        height="max-h-96"
        rows={events.toReversed()}
        keyOf={({ block, logIndex }) => `${block} ${logIndex}`}
        columns={[
          {
            head: messages.time,
            cell: ({ at }) => (
              <span className="whitespace-nowrap">{at === undefined ? messages.timeUnknown : dateTimeText(at)}</span>
            ),
          },
          { head: messages.what, cell: ({ does }) => messages.does[does] },
          {
            head: messages.amounts,
            isFigure: true,
            cell: (event) =>
              tokenAmounts(pool, event)
                .filter(({ units }) => units > 0n)
                .map((amount) => (
                  <span key={amount.token.id} className="block whitespace-nowrap">
                    {amountWithSymbol(amount)}
                  </span>
                )),
          },
          {
            head: messages.transaction,
            cell: ({ hash }) => <Hash chainId={pool.chain.chainId} hash={hash} />,
          },
        ]}
      />
    </Card>
  )
}

/** The orders of this browser that made or changed the position. */
function Orders({ position: { id, pool } }: { position: ShownPosition }) {
  const messages = useMessages(positionPageMessages)
  const activity = useMessages(activityMessages)
  const { orders } = useAllOrders()
  const own = orders.filter(
    (order) => positionOf(order) === BigInt(id) && sourceChainOf(order.plan.intent).chainId === pool.chain.chainId,
  )
  if (own.length === 0) return null
  return (
    <Card title={messages.orders}>
      <ul aria-label={messages.orders} className="grid gap-2">
        {own.map((order) => (
          <li key={order.id} className="flex flex-wrap justify-between gap-x-4">
            <TextLink href={`/activity/${encodeURIComponent(order.id)}`}>
              <bdi>{orderTitle(summarizeOrder(order), activity)}</bdi>
            </TextLink>
            <time className="text-quiet tabular-nums">{dateTimeText(order.openedAt)}</time>
          </li>
        ))}
      </ul>
    </Card>
  )
}
