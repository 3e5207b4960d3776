import { amountsText } from '../../../components/positions/figures'
import { RangeRows } from '../../../components/positions/PositionRange'
import { positionAmounts } from '../../../components/positions/position'
import { sameRange } from '../../../domain/liquidity/range'
import { Button } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { useMessages } from '../../../ui/messages'
import { Row, Rows } from '../../../ui/Rows'
import { Skeleton } from '../../../ui/Skeleton'
import { forecastSteps, type StartSequenceProps } from './forecast'
import { sequenceScreenMessages } from './messages'
import { SequenceSteps } from './SequenceSteps'

/** A position, the range that it is moved into, and what has to be done for that. */
export default function MovePosition({ liquidity, onStart }: StartSequenceProps) {
  const messages = useMessages(sequenceScreenMessages)
  const { choice, moving, range: chosen, deposit, funds, form, actions } = liquidity
  const { pool } = choice
  const { range } = chosen
  const number = form.move ?? ''
  const leave = (
    <div>
      <Button size="small" onClick={() => actions.change({ move: undefined })}>
        {messages.leave}
      </Button>
    </div>
  )
  if (moving.is !== 'position' || pool?.address === undefined || !range)
    return (
      <Card title={messages.title(number)}>
        {moving.is === 'looking' ? (
          <Skeleton className="h-40 w-full" />
        ) : (
          <p role="status">
            {moving.is === 'another' && moving.why === 'other owner' ? messages.notYours : messages.unknown}
          </p>
        )}
        <div className="pt-4">{leave}</div>
      </Card>
    )
  const { position } = moving
  const { account } = funds
  const forecast = forecastSteps(pool, range, positionAmounts({ ...position, pool }), false)
  const { toleranceBps } = deposit
  const move = { range, toleranceBps, paysCoin: false, position: number, budget: { amount0: 0n, amount1: 0n } }
  const start = () => account !== undefined && onStart({ ...move, account })
  const why = reason()
  return (
    <Card title={messages.title(number)}>
      <div className="grid gap-4">
        <p className="text-fine text-quiet">{messages.moveNote}</p>
        <Rows>
          <Row term={messages.now}>{amountsText(pool, forecast.budget)}</Row>
          <RangeRows pool={pool} range={range} />
        </Rows>
        <SequenceSteps pool={pool} position={number} stage={{ at: 'withdrawal' }} forecast={forecast} />
        <Button kind="primary" size="large" isWide disabled={why !== undefined} onClick={start}>
          {why ?? messages.review}
        </Button>
        {leave}
      </div>
    </Card>
  )

  function reason(): string | undefined {
    if (account === undefined) return messages.notYours
    if (position.liquidity === 0n) return messages.tooLittle
    return range && sameRange(position, range) ? messages.same : undefined
  }
}
