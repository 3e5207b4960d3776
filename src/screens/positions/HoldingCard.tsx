import { Link } from 'wouter'
import { addLiquidityPath } from '../../components/liquidityLink'
import { amountText } from '../../components/positions/figures'
import { positionWords } from '../../components/positions/messages'
import { RangeBar, RangeRows, StateDot } from '../../components/positions/PositionRange'
import { contentsOf, shareOf, stateOf, worthOfPosition } from '../../components/positions/position'
import { amountsOf, dollarsOf } from '../../components/positions/proposal'
import { useServices } from '../../components/services'
import { dollarText, percentText } from '../../domain/figure'
import { toNumber } from '../../domain/fraction'
import { Address } from '../../ui/Address'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { useWords } from '../../ui/messages'
import { Row, Rows } from '../../ui/Rows'
import type { Holding } from './holdings'
import { positionsWords } from './messages'

/** Fees alone, or liquidity with its fees. */
export type Deed = 'collect' | 'remove'

type HoldingCardProps = { holding: Holding; isOwn: boolean; onDeed: (deed: Deed) => void }

/** One position: what it is worth, where it stands, and what its owner can do. */
export function HoldingCard({ holding, isOwn, onDeed }: HoldingCardProps) {
  const words = useWords(positionsWords)
  const told = useWords(positionWords)
  const { deployment } = useServices()
  const { pool, id, owner, unclaimed, tickLower, tickUpper } = holding
  const range = { tickLower, tickUpper }
  const state = stateOf(holding)
  const worth = worthOfPosition(holding)
  const share = shareOf(holding)
  const settings = deployment.chains.find(({ chainId }) => chainId === pool.chain.chainId)
  const manager = settings?.positionManager ?? pool.positionManager
  const canChange = isOwn && id !== undefined && manager !== undefined
  return (
    <Card
      title={
        <span>
          <bdi>{pool.token0.symbol}</bdi>/<bdi>{pool.token1.symbol}</bdi>{' '}
          <span className="block text-fine font-normal text-quiet">
            {[
              pool.chain.name,
              pool.feePpm !== undefined && told.fee(percentText(pool.feePpm / 100)),
              id !== undefined && told.number(id),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
      }
      actions={
        <span className="shrink-0">
          <StateDot state={state} />
        </span>
      }
    >
      <div className="grid gap-4" data-state={state}>
        <RangeBar pool={pool} range={range} />
        <Rows>
          <Row term={told.value}>{worth ? dollarText(worth) : told.noPrice}</Row>
          <Row term={told.contents}>
            {amountsOf(pool, contentsOf(holding))
              .map(({ token, units }) => amountText(token, units))
              .join(' · ')}
          </Row>
          <RangeRows pool={pool} range={range} />
          <Row term={words.unclaimed} hint={feesWorth(holding)}>
            {unclaimed
              ? amountsOf(pool, unclaimed)
                  .map(({ token, units }) => amountText(token, units))
                  .join(' · ')
              : words.unclaimedUnknown}
          </Row>
          <Row term={words.share}>{share ? percentText(toNumber(share) * 10_000) : words.shareNone}</Row>
          {!isOwn && (
            <Row term={words.owner}>
              <Address value={owner} />
            </Row>
          )}
        </Rows>
        <div className="flex flex-wrap items-center gap-2">
          {pool.address !== undefined && (
            <Link
              href={addLiquidityPath({
                pool: { chainId: pool.chain.chainId, address: pool.address },
                range,
                position: canChange ? id : undefined,
              })}
              className="inline-flex min-h-8 items-center rounded-control border border-line px-3 text-fine font-medium text-ink hover:border-edge hover:bg-raised"
            >
              {words.more}
            </Link>
          )}
          <Button size="small" disabled={!canChange} onClick={() => onDeed('collect')}>
            {words.collect}
          </Button>
          <Button size="small" disabled={!canChange || holding.liquidity === 0n} onClick={() => onDeed('remove')}>
            {words.remove}
          </Button>
          <span className="ms-auto text-fine text-quiet">{words.from[holding.knownFrom]}</span>
        </div>
        {!canChange && (
          <p className="text-fine text-quiet">
            {isOwn ? words.noManager : words.notYours} {pool.address !== undefined && words.another}
          </p>
        )}
      </div>
    </Card>
  )
}

function feesWorth({ pool, unclaimed }: Holding): string | undefined {
  const worth = unclaimed && dollarsOf(pool, unclaimed)
  return worth && dollarText(worth)
}
