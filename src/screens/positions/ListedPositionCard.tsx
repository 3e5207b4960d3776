import { memo } from 'react'
import { useStore } from 'zustand'
import { addLiquidityPath } from '../../components/liquidityLink'
import { amountsText, placeText } from '../../components/positions/figures'
import { positionMessages } from '../../components/positions/messages'
import { RangeBar, RangeRows, RangeStateDot } from '../../components/positions/PositionRange'
import {
  activeShareOf,
  feesToCollect,
  isInRange,
  type Position,
  positionAmounts,
  positionApr,
  positionFeesPerDay,
  positionState,
  positionValue,
} from '../../components/positions/position'
import { positionPath } from '../../components/positions/positionPath'
import { useServices } from '../../components/services'
import { PairMark } from '../../components/tokens/PairMark'
import { networkOf } from '../../domain/chain'
import { toNumber } from '../../domain/fraction'
import { centredRange } from '../../domain/liquidity/range'
import { dollarText, shareText, smallPercentText } from '../../domain/text/figure'
import type { WithdrawalKind } from '../../signing/review/Withdraw'
import { Address } from '../../ui/Address'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { classes } from '../../ui/classes'
import { askToNotify, notificationPermission } from '../../ui/comforts'
import { ButtonLink } from '../../ui/Empty'
import { useMessages } from '../../ui/messages'
import { Row, Rows } from '../../ui/Rows'
import { TextLink } from '../../ui/TextLink'
import { positionsMessages } from './messages'
import { rangeAlertMessages } from './rangeAlert.messages'
import { hasRangeAlert, rangeAlerts, toggleRangeAlert } from './watchedRanges'

export type OpenWithdrawal = { readonly position: Position; readonly withdrawal: WithdrawalKind }

type CardProps = { position: Position; isOwn: boolean; onOpen: (open: OpenWithdrawal) => void }

/**
 * One position: its value, its state, and the actions of its owner. Rendered again only when its own position or price is
 * another: there may be a hundred of them.
 */
export const ListedPositionCard = memo(function ListedPositionCard(props: CardProps) {
  const reported = useMessages(positionMessages)
  const { pool, id, tickLower, tickUpper } = props.position
  const state = positionState(props.position)
  return (
    <Card
      title={
        <span className="grid grid-cols-[auto_1fr] items-center gap-x-3">
          <PairMark tokens={[pool.token0, pool.token1]} chain={pool.chain} />
          <bdi>
            {pool.token0.symbol}/{pool.token1.symbol}
          </bdi>{' '}
          <span className="col-start-2 block text-fine font-normal text-quiet">
            {placeText(pool, reported.fee, ...(id === undefined ? [] : [reported.number(id)]))}
          </span>
        </span>
      }
      actions={
        <span className="shrink-0">
          <RangeStateDot state={state} />
        </span>
      }
    >
      <div className="grid gap-4" data-state={state}>
        <RangeBar pool={pool} range={{ tickLower, tickUpper }} />
        <PositionRows {...props} />
        <PositionActions {...props} />
      </div>
    </Card>
  )
})

function PositionRows({ position, isOwn }: CardProps) {
  const messages = useMessages(positionsMessages)
  const reported = useMessages(positionMessages)
  const { pool, owner, unclaimed, tickLower, tickUpper } = position
  const [value, collectable] = [positionValue(position), feesToCollect(position)]
  const share = activeShareOf(position)
  const [feesPerDay, apr] = [positionFeesPerDay(position), positionApr(position)]
  return (
    <>
      <dl>
        <div>
          <dt className="text-fine text-quiet">{reported.value}</dt>
          <dd className={classes('text-ink tabular-nums', value ? 'text-title' : 'text-body')}>
            <bdi>{value ? dollarText(value) : reported.noPrice}</bdi>
          </dd>
        </div>
      </dl>
      <Rows>
        <Row term={reported.contents}>{amountsText(pool, positionAmounts(position))}</Row>
        <RangeRows pool={pool} range={{ tickLower, tickUpper }} hasTicks={false} />
        <Row term={messages.unclaimed} hint={collectable && collectable.numerator > 0n && dollarText(collectable)}>
          {unclaimed ? amountsText(pool, unclaimed) : messages.unclaimedUnknown}
        </Row>
        <Row term={messages.apr} hint={feesPerDay && messages.feesPerDay(dollarText(feesPerDay))}>
          {apr ? shareText(apr) : isInRange(position) ? messages.shareUnknown : messages.aprNone}
        </Row>
        {isInRange(position) && (
          <Row term={messages.share}>{share ? smallPercentText(toNumber(share) * 10_000) : messages.shareUnknown}</Row>
        )}
        {!isOwn && (
          <Row term={messages.owner}>
            <Address value={owner} />
          </Row>
        )}
      </Rows>
    </>
  )
}

/** The actions of the owner, and the reasons for unavailable ones. */
function PositionActions({ position, isOwn, onOpen }: CardProps) {
  const messages = useMessages(positionsMessages)
  const { pool, id } = position
  const { canChange, why, links } = useChanges(position, isOwn)
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        {links.map(({ name, path }) => (
          <ButtonLink key={path} kind="quiet" size="small" href={path}>
            {name}
          </ButtonLink>
        ))}
        <Button size="small" disabled={!canChange} onClick={() => onOpen({ position, withdrawal: 'collect' })}>
          {messages.collect}
        </Button>
        <Button
          size="small"
          disabled={!canChange || position.liquidity === 0n}
          onClick={() => onOpen({ position, withdrawal: 'remove' })}
        >
          {messages.remove}
        </Button>
        <RangeAlertButton position={position} />
        {id !== undefined && (
          <TextLink
            href={positionPath(networkOf(pool.chain), id)}
            className="inline-flex min-h-8 items-center text-fine"
          >
            {messages.details(id)}
          </TextLink>
        )}
        <span data-known-from={position.knownFrom} className="ms-auto text-fine text-quiet">
          {position.knownFrom === 'record' && messages.fromRecord}
        </span>
      </div>
      {why && <p className="text-fine text-quiet">{why}</p>}
    </>
  )
}

/**
 * The actions on a position, their links, and the reason for unavailable ones. Without a known manager it cannot be changed,
 * only joined by another.
 */
export function useChanges({ pool, id, tickLower, tickUpper, liquidity }: Position, isOwn: boolean) {
  const messages = useMessages(positionsMessages)
  const { deployment } = useServices()
  const settings = deployment.chains.find(({ chainId }) => chainId === pool.chain.chainId)
  const canChange = isOwn && id !== undefined && (settings?.positionManager ?? pool.positionManager) !== undefined
  const { address, chain, tick, spacing } = pool
  const reason = isOwn ? messages.noManager : messages.notYours
  const link = (name: string, target: Parameters<typeof addLiquidityPath>[0]) => ({
    name,
    path: addLiquidityPath(target),
  })
  if (address === undefined) return { canChange, why: canChange ? undefined : reason, links: [] }
  const place = { chainId: chain.chainId, address }
  const range = { tickLower, tickUpper }
  return {
    canChange,
    why: canChange ? undefined : `${reason} ${messages.another}`,
    links: [
      link(messages.more, { pool: place, range, position: canChange ? id : undefined }),
      ...(canChange && liquidity > 0n
        ? [link(messages.move, { pool: place, range: centredRange(range, tick, spacing), move: id })]
        : []),
    ],
  }
}

/** Watches a position's range. Permission to notify is asked for on this click, and alerts work without it. */
export function RangeAlertButton({ position }: { readonly position: Position }) {
  const messages = useMessages(rangeAlertMessages)
  const alerts = useStore(rangeAlerts)
  const { pool, id, tickLower, tickUpper, liquidity } = position
  const { chainId } = pool.chain
  if (id === undefined || pool.address === undefined || liquidity === 0n) return null
  const isOn = hasRangeAlert(alerts, { chainId, id })
  const watched = {
    ...{ network: networkOf(pool.chain), chainId, pool: pool.address, id, tickLower, tickUpper },
    pair: `${pool.token0.symbol}/${pool.token1.symbol}`,
    isInRange: isInRange(position),
  }
  const toggle = () => {
    toggleRangeAlert(watched)
    if (!isOn && notificationPermission() === 'default') void askToNotify()
  }
  return (
    <Button
      size="small"
      aria-pressed={isOn}
      kind={isOn ? 'soft' : 'quiet'}
      title={isOn ? messages.watchOn : undefined}
      onClick={toggle}
    >
      {messages.watch}
    </Button>
  )
}
