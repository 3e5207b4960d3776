import { amountText } from '../../components/positions/figures'
import type { LiquidityPool } from '../../components/positions/liquidityPool'
import { positionWords } from '../../components/positions/messages'
import { RangeBar, RangeRows, StateDot } from '../../components/positions/PositionRange'
import { contentsOf, type Position, stateOf, worthOfPosition } from '../../components/positions/position'
import { amountsOf } from '../../components/positions/proposal'
import type { Aim } from '../../components/positions/usePositionTarget'
import { dollarText, percentText } from '../../domain/figure'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { useWords } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { Row, Rows } from '../../ui/Rows'
import { Skeleton } from '../../ui/Skeleton'
import { OffMarket } from './pool/PoolPicker'
import type { AddLiquidity } from './useAddLiquidity'

/** The position that is to grow, in place of choosing a pool and a range: both are its own. */
export function PositionCard({ liquidity }: { liquidity: AddLiquidity }) {
  const words = useWords(positionWords)
  const { aim, pool, form } = liquidity
  const number = words.number(form.position ?? '')
  const position = pool && positionOf(aim, pool)
  return (
    <Card
      title={pool ? words.title(`${pool.token0.symbol}/${pool.token1.symbol}`, number) : words.looking(number)}
      actions={position && <StateDot state={stateOf(position)} />}
    >
      <div className="grid gap-4">
        {aim.is === 'silent' && (
          <Notice kind="warn" isLive>
            {words.silent(number)}
          </Notice>
        )}
        {aim.is === 'looking' && (
          <>
            <p role="status" className="sr-only">
              {words.looking(number)}
            </p>
            <Skeleton className="h-40 w-full" />
          </>
        )}
        {position && <Facts position={position} />}
        {position && <p className="text-fine text-quiet">{words.fixed}</p>}
        <OffMarket liquidity={liquidity} />
        <div>
          <Button size="small" onClick={liquidity.leavePosition}>
            {words.leave}
          </Button>
        </div>
      </div>
    </Card>
  )
}

function Facts({ position }: { position: Position }) {
  const words = useWords(positionWords)
  const { pool, tickLower, tickUpper } = position
  const range = { tickLower, tickUpper }
  const worth = worthOfPosition(position)
  return (
    <>
      <RangeBar pool={pool} range={range} />
      <Rows>
        <Row term={words.pool}>
          {[pool.chain.name, pool.feePpm !== undefined && words.fee(percentText(pool.feePpm / 100))]
            .filter(Boolean)
            .join(' · ')}
        </Row>
        <Row term={words.value}>{worth ? dollarText(worth) : words.noPrice}</Row>
        <Row term={words.contents}>
          {amountsOf(pool, contentsOf(position))
            .map(({ token, units }) => amountText(token, units))
            .join(' · ')}
        </Row>
        <RangeRows pool={pool} range={range} />
      </Rows>
    </>
  )
}

/** A named position that cannot be added to. */
export function AnotherNotice({ liquidity: { aim, form } }: { liquidity: AddLiquidity }) {
  const words = useWords(positionWords)
  if (aim.is !== 'another') return null
  return (
    <Notice kind="warn" isLive>
      {words.another(aim.why, words.number(form.position ?? ''))}
    </Notice>
  )
}

function positionOf(aim: Aim, pool: LiquidityPool): Position | undefined {
  if (aim.is !== 'position') return undefined
  const { id, owner, liquidity, tickLower, tickUpper } = aim.position
  return { pool, owner, liquidity, tickLower, tickUpper, id: `${id}`, unclaimed: undefined }
}
