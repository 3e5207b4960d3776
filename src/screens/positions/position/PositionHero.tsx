import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { amountsText, placeText } from '../../../components/positions/figures'
import { positionMessages } from '../../../components/positions/messages'
import { RangeStateDot } from '../../../components/positions/PositionRange'
import {
  feesToCollect,
  lossOfCollecting,
  positionAmounts,
  positionApr,
  positionFeesPerDay,
  positionState,
  positionValue,
} from '../../../components/positions/position'
import { usePoolCoin } from '../../../components/positions/usePoolCoin'
import { useServices } from '../../../components/services'
import { useTokens } from '../../../components/tokens/useTokens'
import { dollarText, shareText } from '../../../domain/text/figure'
import type { WithdrawalKind } from '../../../signing/review/Withdraw'
import { Button } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { Menu, MenuItems } from '../../../ui/Menu'
import { useMessages } from '../../../ui/messages'
import { RangeAlertButton, useChanges } from '../ListedPositionCard'
import { positionsMessages } from '../messages'
import { positionPageMessages } from './messages'
import type { ShownPosition } from './usePosition'

type PositionHeroProps = {
  position: ShownPosition
  isOwn: boolean
  onWithdraw: (withdrawal: WithdrawalKind) => void
}

/** The value and the earnings of a position, each with the actions of its owner. */
export function PositionHero({ position, isOwn, onWithdraw }: PositionHeroProps) {
  const messages = useMessages(positionPageMessages)
  const actions = useMessages(positionsMessages)
  const reported = useMessages(positionMessages)
  const { pool, unclaimed, liquidity } = position
  const { canChange, why, links } = useChanges(position, isOwn)
  const [, navigate] = useLocation()
  const [value, fees] = [positionValue(position), feesToCollect(position)]
  // At the pool's fees of the last day.
  const [perDay, apr] = [positionFeesPerDay(position), positionApr(position)]
  const hasFees = unclaimed !== undefined && unclaimed.amount0 + unclaimed.amount1 > 0n
  const loss = lossOfCollecting(fees, useCollectingFee(position, canChange && hasFees))
  const elsewhere = links.map(({ name, path }) => ({ name, onChoose: () => navigate(path) }))
  return (
    <Card>
      <section aria-label={messages.now} data-state={positionState(position)} className="grid gap-5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-fine text-quiet">
          {liquidity > 0n ? <RangeStateDot state={positionState(position)} /> : messages.closed}
          <bdi>{placeText(pool, reported.fee)}</bdi>
        </p>
        <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
          <Part
            term={reported.value}
            amountsTerm={reported.contents}
            amounts={amountsText(pool, positionAmounts(position))}
            note={perDay && apr && messages.earning(dollarText(perDay), shareText(apr))}
          >
            <span className={value ? 'text-figure' : 'text-body'}>{value ? dollarText(value) : reported.noPrice}</span>
          </Part>
          <Part
            term={actions.toCollect}
            amountsTerm={actions.unclaimed}
            amounts={unclaimed && amountsText(pool, unclaimed)}
            note={loss && <span className="text-amber">{messages.costsMore(dollarText(loss.cost))}</span>}
          >
            {unclaimed && fees ? (
              <span className={hasFees ? 'text-title text-up' : 'text-title'}>{dollarText(fees)}</span>
            ) : (
              <span className="text-body">{unclaimed ? reported.noPrice : actions.unclaimedUnknown}</span>
            )}
          </Part>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Button
            kind={hasFees && !loss ? 'primary' : 'quiet'}
            disabled={!canChange}
            onClick={() => onWithdraw('collect')}
          >
            {actions.collect}
          </Button>
          <Button disabled={!canChange || liquidity === 0n} onClick={() => onWithdraw('remove')}>
            {actions.remove}
          </Button>
          {elsewhere.length > 0 && (
            <Menu label={messages.moreActions} align="start">
              {() => <MenuItems label={messages.moreActions} items={elsewhere} />}
            </Menu>
          )}
          <RangeAlertButton position={position} />
        </div>
        {why && <p className="text-fine text-quiet">{why}</p>}
      </section>
    </Card>
  )
}

type PartProps = {
  term: string
  amountsTerm: string
  amounts: string | undefined
  note: ReactNode
  children: ReactNode
}

function Part({ term, amountsTerm, amounts, note, children }: PartProps) {
  return (
    <dl className="grid content-start gap-1">
      <dt className="text-quiet">{term}</dt>
      <dd className="flex items-end sm:min-h-12 font-medium text-ink tabular-nums">
        <bdi>{children}</bdi>
      </dd>
      {amounts && (
        <>
          <dt className="sr-only">{amountsTerm}</dt>
          <dd className="text-text tabular-nums">
            <bdi>{amounts}</bdi>
          </dd>
        </>
      )}
      {note && <dd className="text-fine text-quiet tabular-nums">{note}</dd>}
    </dl>
  )
}

/** The fee of collecting, estimated by the node; `undefined` until it is known. */
function useCollectingFee({ pool, manager, id, owner }: ShownPosition, isAsked: boolean) {
  const { wallets } = useServices()
  const { tokens } = useTokens()
  const { chainId } = pool.chain
  const { data: units } = useQuery({
    queryKey: ['balance', 'collecting fee', chainId, manager, id],
    queryFn: async () => {
      const { readCollectingFee } = await import('../../../chain/ownedPositions')
      return readCollectingFee(wallets.rpc(chainId), manager ?? '', { id: BigInt(id), owner })
    },
    enabled: isAsked && manager !== undefined,
    staleTime: 30_000,
    retry: 1,
  })
  const { coin } = usePoolCoin(pool, tokens)
  return coin && units !== undefined ? { token: coin, units } : undefined
}
