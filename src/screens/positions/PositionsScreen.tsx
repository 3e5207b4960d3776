import { lazy, Suspense, useMemo, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { useStore } from 'zustand'
import { isEvmAddress } from '../../domain/address'
import type { Chain } from '../../domain/chain'
import { dollarText, percentText } from '../../domain/figure'
import { toNumber } from '../../domain/fraction'
import { isFullRange, type RangeState } from '../../domain/range'
import type { Token } from '../../domain/token'
import { Address } from '../../ui/Address'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { TextField } from '../../ui/Field'
import { Notice } from '../../ui/Notice'
import { Page } from '../../ui/Page'
import { Row, Rows } from '../../ui/Rows'
import { Skeleton } from '../../ui/Skeleton'
import { StatusDot, type StatusKind } from '../../ui/StatusDot'
import { useWords } from '../../ui/words'
import { amountText, priceFigure } from '../liquidity/figures'
import { Landings } from '../liquidity/Landings'
import { addLiquidityPath } from '../liquidity/link'
import { facingOf, isUsuallyInverted } from '../liquidity/pool'
import { contentsOf, shareOf, stateOf, worthOfPosition } from '../liquidity/position'
import { amountsOf, dollarsOf } from '../liquidity/proposal'
import { baseOf, boundFigure, faced, quoteOf } from '../liquidity/range/facing'
import { useServices } from '../services'
import { UnderWay } from '../swap/UnderWay'
import { useReopening, useUnfinished } from '../swap/unfinished'
import { useTokens } from '../swap/useTokens'
import { type Holding, isOwnedBy, keyOf } from './holdings'
import { useHoldings } from './useHoldings'
import { positionsWords } from './words'

const Withdraw = lazy(() => import('./Withdraw').then(({ Withdraw }) => ({ default: Withdraw })))
const ProgressDialog = lazy(() =>
  import('../swap/progress/ProgressDialog').then(({ ProgressDialog }) => ({ default: ProgressDialog })),
)

type Overlay = { readonly is: 'none' } | { readonly is: 'progress'; readonly id: string }

/** What somebody has in pools: their own accounts, or any address. */
export default function PositionsScreen() {
  const words = useWords(positionsWords)
  const { wallets, dialogs } = useServices()
  const accounts = useStore(wallets.store, (state) => state.accounts)
  const { tokens, at } = useTokens()
  const chains = useMemo(() => chainsOf(tokens), [tokens])
  const [typed, setTyped] = useAddress()
  const [overlay, setOverlay] = useState<Overlay>({ is: 'none' })
  const unfinished = useUnfinished()
  useReopening(unfinished, (id) => overlay.is === 'none' && setOverlay({ is: 'progress', id }))
  const own = accounts.filter(({ kind }) => kind === 'evm').map(({ address }) => address)
  const given = isEvmAddress(typed.trim()) ? typed.trim() : undefined
  const owners = typed.trim() === '' ? own : given === undefined ? [] : [given]
  const close = () => setOverlay({ is: 'none' })

  return (
    <Page
      title={words.title}
      actions={
        <Link href="/liquidity/add" className="font-medium text-tide underline-offset-4 hover:underline">
          {words.add}
        </Link>
      }
    >
      <div className="mb-5 grid gap-3 empty:hidden">
        <UnderWay unfinished={unfinished} onShow={(id) => setOverlay({ is: 'progress', id })} />
        <Landings />
      </div>
      <div className="mb-5 max-w-text">
        <TextField
          label={words.address}
          value={typed}
          onChange={setTyped}
          placeholder="0x…"
          hint={words.addressHint}
          error={typed.trim() !== '' && given === undefined && words.addressProblem}
        />
      </div>
      {owners.length === 0 && typed.trim() === '' ? (
        <Notice action={<Button onClick={() => dialogs.connect('evm')}>{words.connect}</Button>}>
          {words.connectNote}
        </Notice>
      ) : at === 'loading' ? (
        <Looking />
      ) : (
        <List
          chains={chains}
          tokens={tokens}
          owners={owners}
          own={own}
          onConfirmed={(id) => setOverlay({ is: 'progress', id })}
        />
      )}
      <Suspense>{overlay.is === 'progress' && <ProgressDialog id={overlay.id} onClose={close} />}</Suspense>
    </Page>
  )
}

type ListProps = {
  chains: readonly Chain[]
  tokens: readonly Token[]
  owners: readonly string[]
  own: readonly string[]
  onConfirmed: (orderId: string) => void
}

type Deed = 'collect' | 'remove'

function List({ chains, tokens, owners, own, onConfirmed }: ListProps) {
  const words = useWords(positionsWords)
  const [open, setOpen] = useState<{ readonly holding: Holding; readonly deed: Deed }>()
  const { at, holdings, missing, elsewhere } = useHoldings(chains, tokens, owners)
  if (at === 'loading') return <Looking />
  return (
    <div className="grid gap-4">
      {at === 'failed' && (
        <Notice kind="warn" isLive title={words.failed}>
          {words.failedNote}
        </Notice>
      )}
      {at === 'listed' && missing.length > 0 && (
        <Notice kind="warn" isLive>
          {words.partly(missing)}
        </Notice>
      )}
      {at === 'listed' && holdings.length === 0 && (
        <p>
          {owners === own ? words.none : words.noneOf}{' '}
          {owners === own && (
            <Link href="/liquidity/add" className="font-medium text-tide underline underline-offset-4">
              {words.first}
            </Link>
          )}
        </p>
      )}
      {elsewhere > 0 && <p className="text-fine text-quiet">{words.elsewhere(elsewhere)}</p>}
      <ul aria-label={words.list} className="grid gap-4 md:grid-cols-2">
        {holdings.map((holding) => (
          <li key={keyOf(holding)}>
            <HoldingCard
              holding={holding}
              isOwn={isOwnedBy(holding, own)}
              onDeed={(deed) => setOpen({ holding, deed })}
            />
          </li>
        ))}
      </ul>
      <Suspense>
        {open && (
          <Withdraw
            holding={open.holding}
            now={holdings.find((holding) => keyOf(holding) === keyOf(open.holding))}
            deed={open.deed}
            tokens={tokens}
            onConfirmed={(id) => {
              setOpen(undefined)
              onConfirmed(id)
            }}
            onClose={() => setOpen(undefined)}
          />
        )}
      </Suspense>
    </div>
  )
}

type HoldingCardProps = { holding: Holding; isOwn: boolean; onDeed: (deed: Deed) => void }

function HoldingCard({ holding, isOwn, onDeed }: HoldingCardProps) {
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
        <Rows>
          <Row term={words.value}>{worth ? dollarText(worth) : words.noPrice}</Row>
          <Row term={words.contents}>
            {amountsOf(pool, contentsOf(holding))
              .map(({ token, units }) => amountText(token, units))
              .join(' · ')}
          </Row>
          <Row term={words.range} hint={words.ticks(tickLower, tickUpper)}>
            <RangeText holding={holding} />
          </Row>
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

function RangeText({ holding: { pool, tickLower, tickUpper } }: { holding: Holding }) {
  const words = useWords(positionsWords)
  const facing = facingOf(pool, isUsuallyInverted(pool))
  const now = words.current(priceFigure(pool.sqrtPriceX96, facing))
  if (isFullRange({ tickLower, tickUpper }, pool.spacing))
    return (
      <>
        {words.everything}, {now}
      </>
    )
  const shown = faced({ tickLower, tickUpper }, facing)
  const low = boundFigure(shown.tickLower, facing)
  const high = boundFigure(shown.tickUpper, facing)
  return (
    <>
      {words.rangeText(low, high, quoteOf(facing).symbol, baseOf(facing).symbol)}, {now}
    </>
  )
}

function feesWorth({ pool, unclaimed }: Holding): string | undefined {
  const worth = unclaimed && dollarsOf(pool, unclaimed)
  return worth && dollarText(worth)
}

function Looking() {
  const words = useWords(positionsWords)
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <p role="status" className="sr-only">
        {words.loading}
      </p>
      <Skeleton className="h-64 w-full" />
      <Skeleton className="h-64 w-full" />
    </div>
  )
}

/** The address that is looked at, kept in the address bar. */
function useAddress(): readonly [string, (address: string) => void] {
  const search = useSearch()
  const [, navigate] = useLocation()
  const [typed, setTyped] = useState(() => new URLSearchParams(search).get('address') ?? '')
  const type = (text: string) => {
    setTyped(text)
    const address = text.trim()
    navigate(isEvmAddress(address) ? `/positions?address=${address}` : '/positions', { replace: true })
  }
  return [typed, type]
}

function chainsOf(tokens: readonly Token[]): readonly Chain[] {
  const chains = tokens.map(({ chain }) => chain).filter(({ kind, isEnabled }) => kind === 'evm' && isEnabled)
  return [...new Map(chains.map((chain) => [chain.chainId, chain])).values()]
}
