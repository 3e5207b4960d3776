import { Link } from 'wouter'
import { dollarText, percentText } from '../../domain/figure'
import { toNumber } from '../../domain/fraction'
import { isFullRange, type RangeState } from '../../domain/range'
import { Address } from '../../ui/Address'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Row, Rows } from '../../ui/Rows'
import { StatusDot, type StatusKind } from '../../ui/StatusDot'
import { useWords } from '../../ui/words'
import { amountText, priceFigure } from '../liquidity/figures'
import { addLiquidityPath } from '../liquidity/link'
import { facingOf, isUsuallyInverted } from '../liquidity/pool'
import { contentsOf, shareOf, stateOf, worthOfPosition } from '../liquidity/position'
import { amountsOf, dollarsOf } from '../liquidity/proposal'
import { baseOf, boundFigure, currentShownTick, faced, quoteOf } from '../liquidity/range/facing'
import { shareOf as shareIn } from '../liquidity/range/window'
import { useServices } from '../services'
import type { Holding } from './holdings'
import { positionsWords } from './words'

/** Fees alone, or liquidity with its fees. */
export type Deed = 'collect' | 'remove'

type HoldingCardProps = { holding: Holding; isOwn: boolean; onDeed: (deed: Deed) => void }

/** One position: what it is worth, where it stands, and what its owner can do. */
export function HoldingCard({ holding, isOwn, onDeed }: HoldingCardProps) {
  const words = useWords(positionsWords)
  const { deployment } = useServices()
  const { pool, id, owner, unclaimed, tickLower, tickUpper } = holding
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
              pool.feePpm !== undefined && words.fee(percentText(pool.feePpm / 100)),
              id !== undefined && words.number(id),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
      }
      actions={
        <span className="shrink-0">
          <StatusDot kind={dots[state]} label={words.states[state]} />
        </span>
      }
    >
      <div className="grid gap-4" data-state={state}>
        <RangeBar holding={holding} />
        <Rows>
          <Row term={words.value}>{worth ? dollarText(worth) : words.noPrice}</Row>
          <Row term={words.contents}>
            {amountsOf(pool, contentsOf(holding))
              .map(({ token, units }) => amountText(token, units))
              .join(' · ')}
          </Row>
          <RangeRows holding={holding} />
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
                range: { tickLower, tickUpper },
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
        {!canChange && <p className="text-fine text-quiet">{isOwn ? words.noManager : words.notYours}</p>}
      </div>
    </Card>
  )
}

const dots: Readonly<Record<RangeState, StatusKind>> = { earning: 'live', edge: 'warn', below: 'idle', above: 'idle' }

/** The range in prices, and the price as it is. */
function RangeRows({ holding: { pool, tickLower, tickUpper } }: { holding: Holding }) {
  const words = useWords(positionsWords)
  const facing = facingOf(pool, isUsuallyInverted(pool))
  const shown = faced({ tickLower, tickUpper }, facing)
  const [quote, base] = [quoteOf(facing).symbol, baseOf(facing).symbol]
  return (
    <>
      <Row term={words.range} hint={words.ticks(tickLower, tickUpper)}>
        {isFullRange({ tickLower, tickUpper }, pool.spacing)
          ? words.everything
          : words.rangeText(boundFigure(shown.tickLower, facing), boundFigure(shown.tickUpper, facing), quote, base)}
      </Row>
      <Row term={words.current}>{words.per(priceFigure(pool.sqrtPriceX96, facing), quote, base)}</Row>
    </>
  )
}

/** Where the price stands to the range; the words beside it say the same. */
function RangeBar({ holding: { pool, tickLower, tickUpper } }: { holding: Holding }) {
  const facing = facingOf(pool, isUsuallyInverted(pool))
  const shown = faced({ tickLower, tickUpper }, facing)
  if (isFullRange({ tickLower, tickUpper }, pool.spacing)) return null
  const window = {
    from: 1.5 * shown.tickLower - 0.5 * shown.tickUpper,
    to: 1.5 * shown.tickUpper - 0.5 * shown.tickLower,
  }
  const at = Math.min(Math.max(shareIn(currentShownTick(facing), window), 0.01), 0.99)
  return (
    // Prices rise to the right in every language.
    <div dir="ltr" aria-hidden="true" className="relative my-1 h-3">
      <span className="absolute inset-x-0 top-1 h-1 rounded-full bg-raised" />
      <span className="absolute inset-x-1/4 top-1 h-1 rounded-full bg-tide" />
      <span className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-ink" style={{ left: `${at * 100}%` }} />
    </div>
  )
}

function feesWorth({ pool, unclaimed }: Holding): string | undefined {
  const worth = unclaimed && dollarsOf(pool, unclaimed)
  return worth && dollarText(worth)
}
