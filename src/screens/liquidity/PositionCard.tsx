import { amountsText, placeText } from '../../components/positions/figures'
import { positionMessages } from '../../components/positions/messages'
import { RangeBar, RangeRows, RangeStateDot } from '../../components/positions/PositionRange'
import {
  ownedPosition,
  type Position,
  positionAmounts,
  positionState,
  positionValue,
} from '../../components/positions/position'
import { dollarText } from '../../domain/text/figure'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { Row, Rows } from '../../ui/Rows'
import { Skeleton } from '../../ui/Skeleton'
import { OffMarket } from './pool/PoolPicker'
import type { AddLiquidity } from './useAddLiquidity'

/** The position to increase. Replaces the choice of pool and range, which the position fixes. */
export function TargetPositionCard({ liquidity }: { liquidity: AddLiquidity }) {
  const messages = useMessages(positionMessages)
  const { target, form, market, actions } = liquidity
  const { pool } = liquidity.choice
  const number = messages.number(form.position ?? '')
  const position =
    pool && target.is === 'position' ? ownedPosition(pool, { ...target.position, unclaimed: undefined }) : undefined
  const leave = (
    <div>
      <Button size="small" onClick={actions.leavePosition}>
        {messages.leave}
      </Button>
    </div>
  )
  return (
    <Card
      title={pool ? messages.title(`${pool.token0.symbol}/${pool.token1.symbol}`, number) : messages.looking(number)}
      actions={position && <RangeStateDot state={positionState(position)} />}
    >
      <div className="grid gap-4">
        {target.is === 'silent' && (
          <Notice kind="warn" isLive>
            {messages.silent(number)}
          </Notice>
        )}
        {target.is === 'looking' && (
          <>
            <p role="status" className="sr-only">
              {messages.looking(number)}
            </p>
            {/* As tall as the placeholder; the wait can be skipped. */}
            <div className="grid h-40 gap-4">
              <Skeleton className="h-24" />
              {leave}
            </div>
          </>
        )}
        {position && <Facts position={position} />}
        {position && <p className="text-fine text-quiet">{messages.fixed}</p>}
        <OffMarket market={market} />
        {target.is !== 'looking' && leave}
      </div>
    </Card>
  )
}

function Facts({ position }: { position: Position }) {
  const messages = useMessages(positionMessages)
  const { pool, tickLower, tickUpper } = position
  const range = { tickLower, tickUpper }
  const value = positionValue(position)
  return (
    <>
      <RangeBar pool={pool} range={range} />
      <Rows>
        <Row term={messages.pool}>{placeText(pool, messages.fee)}</Row>
        <Row term={messages.value}>{value ? dollarText(value) : messages.noPrice}</Row>
        <Row term={messages.contents}>{amountsText(pool, positionAmounts(position))}</Row>
        <RangeRows pool={pool} range={range} />
      </Rows>
    </>
  )
}
