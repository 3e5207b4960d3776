import { useState } from 'react'
import { Link } from 'wouter'
import { NameNote } from '../../components/names/NameNote'
import { isName } from '../../components/names/names'
import { useNamedAddress } from '../../components/names/useNamedAddress'
import { dayOf } from '../../components/orders/day'
import { activityMessages } from '../../components/orders/messages'
import { matchesSearch, type OrderSummary, summarizeOrder } from '../../components/orders/orderSummary'
import { isRefunded, orderStateText, orderTitle } from '../../components/orders/orderTitle'
import { readOrders } from '../../components/orders/supportBundle'
import { useServices } from '../../components/services'
import { storageHint } from '../../components/storage.messages'
import { PairMark } from '../../components/tokens/PairMark'
import { TokenCautions } from '../../components/tokens/TokenCautions'
import { useCoins } from '../../components/tokens/useCoins'
import { useStorageProblem } from '../../components/useStorageProblem'
import { ageOf } from '../../domain/text/age'
import { dollarText } from '../../domain/text/figure'
import type { OrderPhase } from '../../orders/orderPhase'
import { encodeOrder } from '../../orders/store/orderCodec'
import { parseJson, writeJson } from '../../protocol/json/json'
import { Button } from '../../ui/Button'
import { Segmented } from '../../ui/Choice'
import { forgetsAfterAWeek } from '../../ui/comforts'
import { ButtonLink, Empty } from '../../ui/Empty'
import { FileButton } from '../../ui/FileButton'
import { useOnline } from '../../ui/hooks/useOnline'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { Page } from '../../ui/Page'
import { RetryButton } from '../../ui/RetryButton'
import { SearchInput } from '../../ui/SearchInput'
import { Skeleton } from '../../ui/Skeleton'
import { Spinner } from '../../ui/Spinner'
import { StatusDot, type StatusKind } from '../../ui/StatusDot'
import { decimalMark, fileName, saveFile } from '../../ui/saveFile'
import { BundleButton } from './BundleButton'
import { genericCsv, type TaxProgram, taxCsv, taxPrograms } from './csv'
import { MonthlyTotals } from './MonthlyTotals'
import { useOrders } from './useOrders'
import { valueThen } from './valueThen'

type Filter = 'all' | OrderPhase

/** Everything done in this browser, the newest first: found, followed, exported. */
export default function ActivityScreen() {
  const messages = useMessages(activityMessages)
  const { isLoaded, orders, unreadable, newer, unread, problem, retry } = useOrders()
  const isOnline = useOnline()
  const [typed, setTyped] = useState('')
  const [filter, setFilter] = useState<Filter>('all')
  const summaries = orders.map(summarizeOrder)
  // Orders know addresses only: a name finds those of its address.
  const wanted = useNamedAddress(typed) ?? typed
  const shown = summaries.filter(
    (summary) => (filter === 'all' || summary.phase === filter) && matchesSearch(summary, wanted),
  )
  const count = shown.length
  const showAll = () => {
    setTyped('')
    setFilter('all')
  }

  return (
    <Page title={messages.title} width="text">
      <div className="grid gap-4">
        {!isOnline && (
          <Notice kind="warn" title={messages.offlineTitle}>
            {messages.offline}
          </Notice>
        )}
        {unreadable > 0 && <Notice kind="warn">{messages.unreadable(unreadable)}</Notice>}
        {newer > 0 && <Notice kind="warn">{messages.newer(newer)}</Notice>}
        {problem && <Problem why={problem} onRetry={retry} />}
        {!isLoaded && !problem && orders.length === 0 && (
          <div className="grid gap-2" aria-busy="true">
            <span role="status" className="sr-only">
              {messages.loading}
            </span>
            {['a', 'b', 'c'].map((row) => (
              <Skeleton key={row} className="h-18 w-full" />
            ))}
          </div>
        )}
        {isLoaded && orders.length === 0 && (
          <Empty title={messages.none} action={<ButtonLink href="/swap">{messages.toSwap}</ButtonLink>}>
            {messages.noneNote}
          </Empty>
        )}
        {orders.length > 0 && (
          <>
            <SearchInput
              isFilled
              aria-label={messages.search}
              placeholder={messages.searchHint}
              value={typed}
              onChange={setTyped}
            />
            {isName(typed) && <NameNote typed={typed} />}
            <Segmented
              label={messages.show}
              isLabelHidden
              isOneRow
              options={filters.map((value) => ({ value, label: messages.filters[value] }))}
              value={filter}
              onChange={setFilter}
            />
            {shown.length > 0 && <Days summaries={shown} />}
            {/* Totals, exports and "nothing found" come when all orders are known. */}
            {unread > 0 && !problem && (
              <p role="status" className="flex items-center gap-2 text-fine text-quiet">
                <Spinner />
                {messages.stillReading(unread)}
              </p>
            )}
            {isLoaded && unread === 0 && (
              <>
                <MonthlyTotals summaries={shown} />
                {count === 0 && (
                  <Empty isLive title={messages.noMatch} action={<Button onClick={showAll}>{messages.showAll}</Button>}>
                    {messages.noMatchNext}
                  </Empty>
                )}
                <Exports summaries={shown} />
                <p className="text-fine text-quiet">{messages.exportNote(count)}</p>
                {forgetsAfterAWeek() && <Notice kind="info">{messages.forgets}</Notice>}
              </>
            )}
          </>
        )}
        {isLoaded && <ImportOrders />}
      </div>
    </Page>
  )
}

const filters = ['all', 'under way', 'needs you', 'done', 'stopped'] as const satisfies readonly Filter[]

/** The orders in the order of their days, each day under its date in the person's own time. */
function Days({ summaries }: { summaries: readonly OrderSummary[] }) {
  const messages = useMessages(activityMessages)
  const { clock } = useServices()
  const [limit, setLimit] = useState(pageLength)
  return (
    <>
      <ul aria-label={messages.orders} className="grid gap-2">
        {summaries.slice(0, limit).map((summary, index) => {
          const before = summaries[index - 1]
          const isFirst = !before || dayOf(before.openedAt) !== dayOf(summary.openedAt)
          return <Line key={summary.id} summary={summary} day={isFirst && messages.day(summary.openedAt, clock())} />
        })}
      </ul>
      {summaries.length > limit && (
        <Button onClick={() => setLimit(limit + pageLength)}>{messages.showOlder(summaries.length - limit)}</Button>
      )}
    </>
  )
}

/**
 * Number of rows rendered first: thousands of orders would block the page. Search, filters and exports cover all of
 * them.
 */
const pageLength = 100

function Line({ summary, day }: { summary: OrderSummary; day: string | false }) {
  const messages = useMessages(activityMessages)
  const { clock } = useServices()
  const { count, unit } = ageOf(clock() - summary.openedAt)
  const worth = valueThen(summary)
  return (
    <li>
      {day && <h2 className="pt-2 pb-2 text-fine font-medium text-quiet">{day}</h2>}
      <Link
        href={`/activity/${encodeURIComponent(summary.id)}`}
        className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-control border border-line bg-sheet p-3 transition-colors duration-100 hover:border-edge sm:p-4"
      >
        <PairMark tokens={summary.tokens} chain={summary.destinationChain} />
        <span className="grid min-w-0 flex-1 basis-56 gap-0.5">
          <bdi className="font-medium wrap-anywhere text-ink tabular-nums">{orderTitle(summary, messages)}</bdi>
          <span className="text-fine text-quiet">
            {messages.onChains(summary.sourceChain.name, summary.destinationChain.name)} ·{' '}
            <time dateTime={new Date(summary.openedAt).toISOString()}>{messages.ago[unit](count)}</time>
          </span>
          <TokenCautions tokens={summary.tokens} />
        </span>
        <span className="flex items-center justify-between gap-x-3 max-sm:basis-full sm:grid sm:justify-items-end">
          {worth.is === 'known' && (
            <span className="text-fine text-ink tabular-nums" title={messages.valueThen}>
              <span className="sr-only">{messages.valueThen} </span>
              {dollarText(worth.dollars)}
            </span>
          )}
          {worth.is === 'unknown' && <span className="text-fine text-quiet">{messages.valueUnknown}</span>}
          <StatusDot
            kind={summary.isCancelled || isRefunded(summary.order) ? 'idle' : dots[summary.phase]}
            label={orderStateText(summary, messages)}
          />
        </span>
      </Link>
    </li>
  )
}

const dots: Readonly<Record<OrderPhase, StatusKind>> = {
  done: 'live',
  'under way': 'busy',
  'needs you': 'warn',
  stopped: 'block',
}

/** Files of exactly the orders that are listed. */
function Exports({ summaries }: { summaries: readonly OrderSummary[] }) {
  const messages = useMessages(activityMessages)
  const { clock } = useServices()
  const coinOf = useCoins()
  const [columns, setColumns] = useState<'all' | TaxProgram>('all')
  const isEmpty = summaries.length === 0

  const saveCsv = () => {
    const text = columns === 'all' ? genericCsv(summaries, coinOf, decimalMark()) : taxCsv(columns, summaries, coinOf)
    saveFile(fileName(columns === 'all' ? 'orders' : columns, clock(), 'csv'), text, 'text/csv')
  }
  const saveJson = () => {
    const text = writeJson(summaries.map(({ order }) => parseJson(encodeOrder(order))))
    saveFile(fileName('orders', clock(), 'json'), text, 'application/json')
  }

  return (
    <div className="flex flex-wrap items-center gap-2">
      <Segmented
        label={messages.columns}
        isLabelHidden
        options={(['all', ...taxPrograms] as const).map((value) => ({ value, label: messages.columnSets[value] }))}
        value={columns}
        onChange={setColumns}
      />
      <Button size="small" onClick={saveCsv} disabled={isEmpty}>
        {messages.exportCsv}
      </Button>
      <Button size="small" onClick={saveJson} disabled={isEmpty}>
        {messages.exportJson}
      </Button>
      <BundleButton size="small" orders={summaries.map(({ order }) => order)} />
    </div>
  )
}

/** Takes in the history that another browser exported. Nothing that is here is overwritten. */
function ImportOrders() {
  const messages = useMessages(activityMessages).import
  const { orderService } = useServices()
  const [outcome, setOutcome] = useState('')

  const take = async (file: File) => {
    const orders = file.size > largest ? undefined : readOrders(await file.text())
    if (!orders) return setOutcome(messages.notOurs)
    try {
      const { added, known, open } = await orderService.importOrders(orders)
      setOutcome(
        [messages.added(added), known > 0 && messages.known(known), open > 0 && messages.open(open)]
          .filter(Boolean)
          .join(' '),
      )
    } catch {
      setOutcome(messages.notWritten)
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-fine text-quiet">
      <FileButton label={messages.file} onFile={(file) => void take(file)}>
        {messages.choose}
      </FileButton>
      <p role="status">{outcome}</p>
    </div>
  )
}

/** The largest file, in bytes: no real history is larger, and such a file would freeze the page. */
const largest = 50_000_000

/** Reading the journal failed; its entries are still stored. */
export function Problem({ why, onRetry }: { why: string; onRetry: () => void }) {
  const messages = useMessages(activityMessages)
  const storage = useStorageProblem(true)
  return (
    <Notice kind="warn" isLive title={messages.problem} action={<RetryButton retry={onRetry} />}>
      {messages.problemNote} {storage ? storageHint(storage) : why}
    </Notice>
  )
}
