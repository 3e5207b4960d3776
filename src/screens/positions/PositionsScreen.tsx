import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useAccounts, useIsRestoring } from '../../components/accounts/useAccounts'
import { NameNote } from '../../components/names/NameNote'
import { isName } from '../../components/names/names'
import { useNamedAddress } from '../../components/names/useNamedAddress'
import { feesToCollect, liquidityChains, type Position, positionFeesPerDay } from '../../components/positions/position'
import { useSequences } from '../../components/sequences/useSequences'
import { useServices } from '../../components/services'
import { useTokens } from '../../components/tokens/useTokens'
import { addressKey } from '../../domain/address'
import type { Chain } from '../../domain/chain'
import { addressKind, chainKinds } from '../../domain/chainKinds'
import { dollarText } from '../../domain/text/figure'
import type { Token } from '../../domain/token'
import { addressIn } from '../../domain/writtenAddress'
import { RequestedDeposits } from '../../signing/RequestedDeposits'
import { UnfinishedOrders } from '../../signing/UnfinishedOrders'
import { useReopenOrder, useUnfinishedOrders } from '../../signing/useUnfinishedOrders'
import { Button } from '../../ui/Button'
import { classes } from '../../ui/classes'
import { ButtonLink, Empty } from '../../ui/Empty'
import { TextField } from '../../ui/Field'
import { useSearchParam } from '../../ui/hooks/useSearchParam'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { Page } from '../../ui/Page'
import { Skeleton } from '../../ui/Skeleton'
import { ListedPositionCard, type OpenWithdrawal } from './ListedPositionCard'
import { positionsMessages } from './messages'
import { AddLiquidityLink, PortfolioTabs } from './PortfolioTabs'
import { dollarSum, isOwnedBy, positionKey, useListedPositions, worthOf } from './useListedPositions'

const Withdraw = lazy(() => import('../../signing/review/Withdraw').then(({ Withdraw }) => ({ default: Withdraw })))
const WatchedAccount = lazy(() => import('./WatchedAccount'))
const PositionHistory = lazy(() => import('./PositionHistory'))
const SequenceNotices = lazy(() => import('../../components/sequences/SequenceNotices'))
const ProgressDialog = lazy(() => import('../../signing/progress/ProgressDialog'))

/** Positions of the connected accounts or of any address. */
export default function PositionsScreen() {
  const messages = useMessages(positionsMessages)
  const { dialogs } = useServices()
  const accounts = useAccounts()
  const { tokens, at } = useTokens()
  const chains = useMemo(() => liquidityChains(tokens), [tokens])
  const [typed, setTyped] = useAddress(chains)
  const [order, setOrder] = useState<string>()
  const unfinished = useUnfinishedOrders()
  const open = useSequences().filter(({ isOver }) => !isOver)
  useReopenOrder(unfinished, (id) => order === undefined && setOrder(id))
  const own = accounts.filter(({ kind }) => chainKinds[kind].hasLiquidity).map(({ address }) => address)
  const named = useNamedAddress(addressIn(typed, chains))
  const isMine = (address: string) => accounts.some((account) => addressKey(account.address) === addressKey(address))
  const given = named !== undefined && isAddressWith('hasLiquidity', named) ? named : undefined
  const watched = named !== undefined && isAddressWith('isReadable', named) && !isMine(named) ? named : undefined
  const owners = typed.trim() === '' ? own : given === undefined ? [] : [given]
  /** Positions whose fees are collected one after the other, each with its own review. */
  const [queue, setQueue] = useState<readonly Position[]>([])
  // One's own positions come first. The field below them is seen once they are there, so that it does not move.
  const isOwn = typed.trim() === ''
  // A wallet of the last visit is about to bring accounts: until then no one is asked to connect one.
  const isRestoring = useIsRestoring() && own.length === 0
  const hasOwn = own.length > 0 || isRestoring
  const [isListed, setListed] = useState(false)
  const list =
    isOwn && isRestoring ? (
      <Looking />
    ) : isOwn && owners.length === 0 ? (
      <Empty
        title={messages.connectNote}
        action={
          <Button kind="primary" icon="wallet" onClick={() => dialogs.connect('evm')}>
            {messages.connect}
          </Button>
        }
      />
    ) : owners.length === 0 ? null : at === 'loading' ? (
      <Looking />
    ) : (
      <List
        chains={chains}
        tokens={tokens}
        owners={owners}
        own={own}
        queue={order === undefined ? queue : []}
        onQueue={setQueue}
        onListed={setListed}
        onConfirmed={setOrder}
      />
    )

  return (
    <Page title={messages.title} actions={<AddLiquidityLink />}>
      <PortfolioTabs />
      <div className="mb-5 grid gap-3 empty:hidden">
        <UnfinishedOrders unfinished={unfinished} onShow={setOrder} />
        {open.length > 0 && (
          <Suspense>
            <SequenceNotices open={open} />
          </Suspense>
        )}
        <RequestedDeposits />
      </div>
      {isOwn && list}
      <div className={classes('mb-5 max-w-text', isOwn && 'pt-6', isOwn && hasOwn && !isListed && 'opacity-0')}>
        <TextField
          label={messages.address}
          value={typed}
          onChange={setTyped}
          // Prevents typing into a hidden field.
          onFocus={() => setListed(true)}
          placeholder="0x…"
          dir="ltr"
          hint={messages.addressHint}
          error={!isOwn && given === undefined && watched === undefined && !isName(typed) && messages.addressProblem}
        />
        {watched === undefined && <NameNote typed={typed} />}
      </div>
      {watched !== undefined && (
        <Suspense fallback={<Skeleton className="mb-5 h-40 w-full" />}>
          <WatchedAccount key={watched} address={watched} typed={typed} />
        </Suspense>
      )}
      {!isOwn && list}
      <Suspense>
        {order !== undefined && (
          <ProgressDialog
            id={order}
            onClose={() => setOrder(undefined)}
            next={queue.length > 0 ? messages.collectNext(queue.length) : undefined}
          />
        )}
      </Suspense>
    </Page>
  )
}

type ListProps = {
  chains: readonly Chain[]
  tokens: readonly Token[]
  owners: readonly string[]
  own: readonly string[]
  queue: readonly Position[]
  onQueue: (queue: readonly Position[]) => void
  onListed: (isListed: boolean) => void
  onConfirmed: (orderId: string) => void
}

function List({ chains, tokens, owners, own, queue, onQueue, onListed, onConfirmed }: ListProps) {
  const messages = useMessages(positionsMessages)
  const [chosen, setOpen] = useState<OpenWithdrawal>()
  const open = chosen ?? (queue[0] && { position: queue[0], withdrawal: 'collect' })
  const { at, isComplete, holdings, missing, unread, elsewhere, managers } = useListedPositions(chains, owners)
  const [shown, setShown] = useState(perPage)
  useEffect(() => {
    if (at === 'loading') return
    if (isComplete) return onListed(true)
    // A network that keeps silent holds nothing back for long.
    const timer = setTimeout(() => onListed(true), 2_000)
    return () => clearTimeout(timer)
  }, [at, isComplete, onListed])
  if (at === 'loading') return <Looking />
  const collectable = holdings.filter(
    (position) =>
      isOwnedBy(position, own) &&
      position.id !== undefined &&
      managers.some(({ chain }) => chain.chainId === position.pool.chain.chainId) &&
      (feesToCollect(position)?.numerator ?? 0n) > 0n,
  )
  return (
    <div className="grid gap-4">
      {at === 'failed' && (
        <Notice kind="warn" isLive title={messages.failed}>
          {messages.failedNote}
        </Notice>
      )}
      {at === 'listed' && missing.length > 0 && (
        <Notice kind="warn" isLive>
          {messages.partly(missing)}
        </Notice>
      )}
      {unread.length > 0 && (
        <Notice kind="warn" isLive>
          {messages.unread(unread)}
        </Notice>
      )}
      {at === 'listed' && holdings.length === 0 && missing.length === 0 && unread.length === 0 && (
        <Empty
          title={owners === own ? messages.none : messages.noneOf}
          action={owners === own && <ButtonLink href="/liquidity/add">{messages.add}</ButtonLink>}
        >
          {owners === own && messages.noneNote}
        </Empty>
      )}
      {owners !== own && (
        <Suspense>
          {owners.map((owner) => (
            <PositionHistory key={owner} owner={owner} managers={managers} />
          ))}
        </Suspense>
      )}
      {holdings.length > 1 && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <Total holdings={holdings} />
          {collectable.length > 1 && (
            <Button kind="soft" onClick={() => onQueue(collectable)}>
              {messages.collectAll(
                dollarText(dollarSum(collectable.flatMap((position) => feesToCollect(position) ?? []))),
              )}
            </Button>
          )}
        </div>
      )}
      {elsewhere > 0 && <p className="text-fine text-quiet">{messages.elsewhere(elsewhere)}</p>}
      <ul aria-label={messages.list} className="grid gap-4 md:grid-cols-2">
        {holdings.slice(0, shown).map((position) => (
          <li key={positionKey(position)} style={unseenUntilNear}>
            <ListedPositionCard position={position} isOwn={isOwnedBy(position, own)} onOpen={setOpen} />
          </li>
        ))}
      </ul>
      {holdings.length > shown && (
        <div className="flex flex-wrap items-center gap-3 text-fine text-quiet">
          <span>{messages.shown(shown, holdings.length)}</span>
          <Button size="small" onClick={() => setShown(shown + perPage)}>
            {messages.showMore}
          </Button>
        </div>
      )}
      <Suspense>
        {open && (
          <Withdraw
            key={`${open.withdrawal} ${positionKey(open.position)}`}
            position={open.position}
            now={holdings.find((position) => positionKey(position) === positionKey(open.position))}
            withdrawal={open.withdrawal}
            tokens={tokens}
            onConfirmed={(id) => {
              setOpen(undefined)
              onQueue(queue.slice(1))
              onConfirmed(id)
            }}
            onClose={() => {
              setOpen(undefined)
              onQueue([])
            }}
          />
        )}
      </Suspense>
    </div>
  )
}

/**
 * Cards out of sight are neither styled nor laid out. The browser finds them all the same, by keyboard, search and assistive
 * technology, and prints them. The height is about that of a card; the margin leaves room for shadows and focus rings.
 */
const unseenUntilNear = {
  contentVisibility: 'auto',
  containIntrinsicSize: 'auto 36rem',
  overflowClipMargin: '1rem',
} as const

/** A card has dozens of figures that change every few seconds: a thousand at the same time would make the page slow. */
const perPage = 100

/** All positions together, as far as their tokens have prices. */
function Total({ holdings }: { holdings: readonly Position[] }) {
  const messages = useMessages(positionsMessages)
  const values = holdings.flatMap((position) => worthOf(position) ?? [])
  const fees = holdings.flatMap((position) => positionFeesPerDay(position) ?? [])
  const unpriced = holdings.length - values.length
  return (
    <p className="text-ink">
      {messages.total(
        holdings.length,
        dollarText(dollarSum(values)),
        fees.length > 0 ? dollarText(dollarSum(fees)) : undefined,
      )}
      {unpriced > 0 && ` ${messages.unpriced(unpriced)}`}
    </p>
  )
}

function Looking() {
  const messages = useMessages(positionsMessages)
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <p role="status" className="sr-only">
        {messages.loading}
      </p>
      <Skeleton className="h-64 w-full" />
      <Skeleton className="h-64 w-full" />
    </div>
  )
}

/** The shown address, kept in the address bar. */
function useAddress(chains: readonly Chain[]): readonly [string, (address: string) => void] {
  const [said = '', say] = useSearchParam('address')
  const [typed, setTyped] = useState(said)
  const [seen, setSeen] = useState(said)
  if (said !== seen) {
    setSeen(said)
    // Follows back and forward; typed text enters the address bar only when it is an address or a name.
    const shown = addressIn(typed, chains)
    if (said !== (isOwner(shown) ? shown : '')) setTyped(said)
  }
  const type = (text: string) => {
    setTyped(text)
    const address = addressIn(text, chains)
    say(isOwner(address) ? address : '')
  }
  return [typed, type]
}

/** An address, or a name that may resolve to one. */
function isOwner(text: string): boolean {
  return isAddressWith('isReadable', text) || isName(text)
}

/** An address whose balances the app can read, or whose positions. */
function isAddressWith(trait: 'isReadable' | 'hasLiquidity', text: string): boolean {
  const kind = addressKind(text)
  return kind !== undefined && chainKinds[kind][trait]
}
