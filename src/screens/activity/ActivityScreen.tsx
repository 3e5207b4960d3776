import { useState } from 'react'
import { Link } from 'wouter'
import { activityWords } from '../../components/orders/messages'
import { deedOf } from '../../components/orders/orderTitle'
import { matches, type Trade, tradeOf } from '../../components/orders/trade'
import { useServices } from '../../components/services'
import { ageOf } from '../../domain/figure'
import type { OrderPhase } from '../../orders/orderPhase'
import { Button } from '../../ui/Button'
import { Segmented } from '../../ui/Choice'
import { Icon } from '../../ui/Icon'
import { useWords } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { Page } from '../../ui/Page'
import { Skeleton } from '../../ui/Skeleton'
import { StatusDot, type StatusKind } from '../../ui/StatusDot'
import { Exports } from './Exports'
import { useOrders } from './useOrders'

type Filter = 'all' | OrderPhase

/** Everything done in this browser, the newest first: found, followed, exported. */
export function ActivityScreen() {
  const words = useWords(activityWords)
  const { isLoaded, orders, unreadable, trouble, retry } = useOrders()
  const [typed, setTyped] = useState('')
  const [filter, setFilter] = useState<Filter>('all')
  const trades = orders.map(tradeOf)
  const shown = trades.filter((trade) => (filter === 'all' || trade.standing === filter) && matches(trade, typed))

  return (
    <Page title={words.title} width="text">
      <div className="grid gap-4">
        {unreadable > 0 && <Notice kind="warn">{words.unreadable(unreadable)}</Notice>}
        {trouble && <Trouble why={trouble} onRetry={retry} />}
        {!isLoaded && !trouble && orders.length === 0 && <Loading />}
        {isLoaded && orders.length === 0 && <Nothing />}
        {orders.length > 0 && (
          <>
            <Search typed={typed} onType={setTyped} />
            <Segmented
              label={words.show}
              isLabelHidden
              options={filters.map((value) => ({ value, label: words.filters[value] }))}
              value={filter}
              onChange={setFilter}
            />
            {shown.length > 0 ? (
              <ul aria-label={words.orders} className="grid gap-2">
                {shown.map((trade) => (
                  <Line key={trade.id} trade={trade} />
                ))}
              </ul>
            ) : (
              <NoMatch
                onShowAll={() => {
                  setTyped('')
                  setFilter('all')
                }}
              />
            )}
            <Exports trades={shown} />
            <p className="text-fine text-quiet">{words.exportNote(shown.length)}</p>
          </>
        )}
      </div>
    </Page>
  )
}

const filters = ['all', 'under way', 'needs you', 'done', 'stopped'] as const satisfies readonly Filter[]

function Search({ typed, onType }: { typed: string; onType: (typed: string) => void }) {
  const words = useWords(activityWords)
  return (
    <div className="flex items-center gap-2 rounded-control border border-edge bg-sheet px-3 focus-within:border-tide focus-within:outline-2 focus-within:outline-tide">
      <Icon name="search" className="size-4.5 text-quiet" />
      <input
        type="search"
        aria-label={words.search}
        placeholder={words.searchHint}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={typed}
        onChange={(event) => onType(event.target.value)}
        className="min-h-11 w-full min-w-0 bg-transparent text-ink outline-none placeholder:text-quiet"
      />
    </div>
  )
}

function Line({ trade }: { trade: Trade }) {
  const words = useWords(activityWords)
  const { clock } = useServices()
  const { count, unit } = ageOf(clock() - trade.openedAt)
  return (
    <li>
      <Link
        href={`/activity/${encodeURIComponent(trade.id)}`}
        className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-control border border-line bg-sheet p-3 transition-colors duration-100 hover:border-edge sm:p-4"
      >
        <span className="grid min-w-0 flex-1 basis-56 gap-0.5">
          <bdi className="font-medium wrap-anywhere text-ink tabular-nums">{deedOf(trade, words)}</bdi>
          <span className="text-fine text-quiet">
            {words.onChains(trade.home.name, trade.target.name)} ·{' '}
            <time dateTime={new Date(trade.openedAt).toISOString()}>{words.ago(count, unit)}</time>
          </span>
        </span>
        <StatusDot kind={dots[trade.standing]} label={words.standing[trade.standing]} />
      </Link>
    </li>
  )
}

const dots: Readonly<Record<OrderPhase, StatusKind>> = {
  done: 'live',
  'under way': 'busy',
  'needs you': 'warn',
  stopped: 'idle',
}

/** The journal is there for good; only the reading of it failed. */
export function Trouble({ why, onRetry }: { why: string; onRetry: () => void }) {
  const words = useWords(activityWords)
  return (
    <Notice kind="warn" isLive title={words.trouble} action={<Button onClick={onRetry}>{words.retry}</Button>}>
      {words.troubleNote} {why}
    </Notice>
  )
}

function Nothing() {
  const words = useWords(activityWords)
  return (
    <div className="grid min-h-60 content-center justify-items-center gap-2 rounded-card border border-line bg-sheet p-6 text-center">
      <Icon name="activity" className="size-8 text-quiet" />
      <h2 className="text-lead">{words.none}</h2>
      <p className="max-w-form">{words.noneNote}</p>
      <Link href="/swap" className="font-medium text-tide underline-offset-4 hover:underline">
        {words.toSwap}
      </Link>
    </div>
  )
}

function NoMatch({ onShowAll }: { onShowAll: () => void }) {
  const words = useWords(activityWords)
  return (
    <Notice title={words.noMatch} action={<Button onClick={onShowAll}>{words.showAll}</Button>} isLive>
      {words.noMatchNext}
    </Notice>
  )
}

function Loading() {
  const words = useWords(activityWords)
  return (
    <div className="grid gap-2" aria-busy="true">
      <span role="status" className="sr-only">
        {words.loading}
      </span>
      {['a', 'b', 'c'].map((place) => (
        <Skeleton key={place} className="h-18 w-full" />
      ))}
    </div>
  )
}
