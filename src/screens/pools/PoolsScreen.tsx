import { lazy, Suspense, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import {
  isLeftBehind,
  type PoolRowModel,
  poolPath,
  poolRowsOf,
  searchFactsOf,
} from '../../components/pools/poolRowModel'
import { type NetworkPools, type Networks, useNetworks, usePoolLists } from '../../components/pools/usePoolLists'
import { useServices } from '../../components/services'
import { type Chain, networkOf } from '../../domain/chain'
import { listFreshness } from '../../domain/poolFreshness'
import { fits, type PoolQuery, parseQuery } from '../../domain/poolQuery'
import { Button } from '../../ui/Button'
import { Checkbox } from '../../ui/Choice'
import { useEvent } from '../../ui/hooks/useEvent'
import { Menu } from '../../ui/Menu'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { Page } from '../../ui/Page'
import { Details } from '../../ui/Rows'
import { Select } from '../../ui/Select'
import { fileName, saveFile } from '../../ui/saveFile'
import { FreshnessLine } from './FreshnessLine'
import { toggleFavourite, useFavourites } from './favourites'
import { LoadFailed, LoadingRows } from './LoadingState'
import { csvOf, jsonOf, ndjsonOf, rawOf } from './list/exportFiles'
import { SearchBox, type Vocabulary } from './list/SearchBox'
import { usePrecompute } from './list/usePrecompute'
import { useShortcuts } from './list/useShortcuts'
import { poolsMessages } from './messages'
import { useRecordHistory } from './recordHistory'
import { type Column, columnIds, columns, usualColumns } from './table/columns'
import { PoolTable, type PoolTableHandle } from './table/PoolTable'
import { sortedRows } from './table/sortedRows'
import { useNow } from './useNow'
import { allNetworks, changedView, mostCompared, type PoolsView, readView, type Sort } from './view'

const CompareScreen = lazy(() =>
  import('./compare/CompareScreen').then(({ CompareScreen }) => ({ default: CompareScreen })),
)

/** The pools of one network or of all, as the service tells them. What is shown stands in the address. */
export function PoolsScreen() {
  const messages = useMessages(poolsMessages)
  const [params, setParams] = useSearchParams()
  const view = useMemo(() => readView(params), [params])
  const change = useCallback(
    (part: Partial<PoolsView>) => setParams((before) => changedView(before, part), { replace: true }),
    [setParams],
  )
  const networks = useNetworks()

  if (view.isComparing)
    return (
      <Suspense fallback={<Page title={messages.title}>{null}</Page>}>
        <CompareScreen compared={view.compared} onChange={change} />
      </Suspense>
    )
  if (networks.chains.length === 0)
    return (
      <Page title={messages.title}>
        {networks.at === 'failed' && <LoadFailed why={networks.why ?? ''} onRetry={networks.retry} />}
        {networks.at === 'listed' && <p>{messages.noNetworks}</p>}
        {networks.at === 'loading' && <LoadingRows />}
      </Page>
    )
  return <Lists view={view} change={change} networks={networks} />
}

type ListsProps = {
  readonly view: PoolsView
  readonly change: (part: Partial<PoolsView>) => void
  readonly networks: Networks
}

function Lists({ view, change, networks }: ListsProps) {
  const messages = useMessages(poolsMessages)
  const { clock } = useServices()
  const [, navigate] = useLocation()
  const network = view.network ?? networks.chains.map(networkOf)[0] ?? ''
  const names = useMemo(() => asked(network, networks.chains), [network, networks.chains])
  const lists = usePoolLists(names)
  const rows = useRows(lists)
  usePrecompute(rows)
  useRecordHistory(lists)

  const [typed, setTyped] = useTyped(view.query, (query) => change({ query }))
  const query = useMemo(() => parseQuery(typed), [typed])
  const searched = useDeferredValue(query)
  const marked = useFavourites()
  const age = useAges(lists)
  const chosen = view.columns.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever else changes in the address, the same columns stay the same list.
  const shown = useMemo(() => view.columns.map((id) => columns[id]), [chosen])
  const found = useFound(rows, view, searched, marked, age)
  const compared = useMemo(() => new Set(view.compared), [view.compared])

  const table = useRef<PoolTableHandle>(null)
  const search = useRef<HTMLInputElement>(null)
  const save = (ending: 'csv' | 'json' | 'ndjson' | 'raw') => saveView(ending, found, shown, network, clock())
  const compare = useEvent(({ key }: PoolRowModel) => {
    const others = view.compared.filter((other) => other !== key)
    const isOn = others.length < view.compared.length
    change({ compared: isOn ? others : [...others, key].slice(-mostCompared) })
  })
  const resort = useEvent((sort: Sort) => change({ sort }))
  const favour = useEvent(({ key }: PoolRowModel) => toggleFavourite(key))
  useShortcuts({
    count: found.length,
    onFocus: (index) => table.current?.focusRow(index),
    onSearch: () => search.current?.focus(),
    onExport: () => save('csv'),
    onRow: (key, index) => {
      const row = found[index]
      if (!row) return
      if (key === 'Enter') navigate(poolPath(row.network, row.pool.id))
      else (key === 'c' ? compare : favour)(row)
    },
  })

  const listed = lists.filter(({ freshness }) => freshness.saidAt !== undefined)
  return (
    <Page title={messages.title} actions={<FreshnessLine sightings={lists.map(({ freshness }) => freshness)} />}>
      <div className="grid gap-4">
        <div className="grid items-start gap-3 sm:grid-cols-[1fr_14rem]">
          <SearchBox
            ref={search}
            value={typed}
            errors={query.errors}
            known={useVocabulary(rows, networks.chains, names)}
            onChange={setTyped}
            onLeave={() => table.current?.focusRow(0)}
          />
          <Select
            label={messages.network}
            value={network}
            options={[
              ...networks.chains.map((chain) => ({ value: networkOf(chain), label: chain.name })),
              ...(networks.chains.length > 1 ? [{ value: allNetworks, label: messages.allNetworks }] : []),
            ]}
            onChange={(network) => change({ network })}
          />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <p role="status" className="me-auto text-fine text-quiet">
            {listed.length > 0 &&
              (found.length === rows.length
                ? messages.count(rows.length)
                : messages.countOf(found.length, rows.length))}
          </p>
          {view.compared.length > 0 && (
            <>
              <Button size="small" kind="soft" onClick={() => change({ isComparing: true })}>
                {messages.compareSome(view.compared.length)}
              </Button>
              <Button size="small" kind="bare" onClick={() => change({ compared: [] })}>
                {messages.clearComparison}
              </Button>
            </>
          )}
          <Button
            size="small"
            icon="star"
            aria-pressed={view.isFavouritesOnly}
            kind={view.isFavouritesOnly ? 'soft' : 'quiet'}
            onClick={() => change({ isFavouritesOnly: !view.isFavouritesOnly })}
          >
            {messages.favourites}
          </Button>
          <ColumnMenu view={view} change={change} />
          <Button size="small" onClick={() => save('csv')} disabled={listed.length === 0}>
            {messages.exportCsv}
          </Button>
          <Button size="small" onClick={() => save('json')} disabled={listed.length === 0}>
            {messages.exportJson}
          </Button>
          <Button size="small" onClick={() => save('ndjson')} disabled={listed.length === 0}>
            {messages.exportNdjson}
          </Button>
          <Button size="small" onClick={() => save('raw')} disabled={listed.length === 0}>
            {messages.exportRaw}
          </Button>
        </div>
        <Notes lists={lists} isOne={names.length === 1} />
        {listed.length === 0 && lists.some(({ freshness }) => freshness.refusal === undefined) && <LoadingRows />}
        {rows.length > 0 && found.length === 0 && (
          <p role="status" className="wrap-anywhere">
            {view.isFavouritesOnly && typed === '' ? messages.noFavourites : messages.nothing(typed)}
          </p>
        )}
        {found.length > 0 && (
          <PoolTable
            ref={table}
            rows={found}
            queryKey={JSON.stringify([network, view.sort, view.isFavouritesOnly, searched.terms])}
            columns={shown}
            sort={view.sort}
            favourites={marked}
            compared={compared}
            isOld={age.isOld}
            onSort={resort}
            onFavourite={favour}
            onCompare={compare}
          />
        )}
        <Help />
      </div>
    </Page>
  )
}

/** What every network has to say besides its pools: that it has none, or why nothing was heard. */
function Notes({ lists, isOne }: { lists: readonly NetworkPools[]; isOne: boolean }) {
  const messages = useMessages(poolsMessages)
  return lists.map(({ network, chain, freshness, retry }) => {
    const { list } = listFreshness(freshness, 0)
    if (list.is === 'failed')
      return <LoadFailed key={network} why={isOne ? list.why : messages.failedAt(network, list.why)} onRetry={retry} />
    if (list.is === 'empty')
      return (
        <Notice key={network} isLive title={isOne ? messages.none : messages.noneAt(network)}>
          {chain?.kind === 'solana' && messages.solana}
        </Notice>
      )
    if (list.is === 'listed' && list.refusal !== undefined)
      return (
        <Notice key={network} kind="warn" isLive title={messages.troubleAt(network)}>
          {list.refusal}
        </Notice>
      )
    return null
  })
}

function ColumnMenu({ view, change }: Pick<ListsProps, 'view' | 'change'>) {
  const messages = useMessages(poolsMessages)
  return (
    <Menu label={messages.columns}>
      {() => (
        <div className="grid gap-0.5">
          {columnIds
            .filter((id) => id !== 'pair')
            .map((id) => (
              <Checkbox
                key={id}
                label={messages.column[id]}
                isChecked={view.columns.includes(id)}
                onChange={(isOn) =>
                  change({ columns: columnIds.filter((other) => (other === id ? isOn : view.columns.includes(other))) })
                }
              />
            ))}
          <Button size="small" onClick={() => change({ columns: usualColumns })}>
            {messages.usualColumns}
          </Button>
        </div>
      )}
    </Menu>
  )
}

function Help() {
  const messages = useMessages(poolsMessages)
  return (
    <Details summary={messages.queryHelp}>
      <ul className="grid gap-1 text-fine">
        {Object.entries(messages.queryHelpTerms).map(([name, sentence]) => (
          <li key={name}>{sentence}</li>
        ))}
      </ul>
      <p className="mt-3 text-fine text-quiet">
        {messages.keys}: {messages.keysHint}
      </p>
    </Details>
  )
}

function asked(network: string, chains: readonly Chain[]): readonly string[] {
  return network === allNetworks ? chains.map(networkOf) : [network]
}

/** One row a pool, of all lists in their order; the same rows as long as no list changed. */
function useRows(lists: readonly NetworkPools[]): readonly PoolRowModel[] {
  const before = useRef<RowsBefore>(undefined)
  const isSame =
    before.current?.lists.length === lists.length &&
    lists.every(({ pools, chain }, place) => {
      const other = before.current?.lists[place]
      return other?.pools === pools && other.chain === chain
    })
  if (before.current && isSame) return before.current.rows
  const { parts } = before.current ?? { parts: [] }
  const next = lists.map(({ pools, network, chain }, place) => poolRowsOf(pools, network, chain, parts[place] ?? []))
  before.current = { lists, parts: next, rows: next.flat() }
  return before.current.rows
}

type RowsBefore = {
  readonly lists: readonly NetworkPools[]
  /** Those of each list. */
  readonly parts: readonly (readonly PoolRowModel[])[]
  readonly rows: readonly PoolRowModel[]
}

type Ages = ReturnType<typeof useAges>

/** Which figures are old now: a class of a whole network, or a single pool that was left behind. */
function useAges(lists: readonly NetworkPools[]) {
  const now = useNow(10_000)
  const old = lists.map(({ network, freshness }) => {
    const { live, hourly } = listFreshness(freshness, now)
    return `${network} ${isOver(live.is)} ${isOver(hourly.is)}`
  })
  const signature = old.join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the signature says all that counts of the lists.
  return useMemo(() => {
    const over = new Set(signature.split('\n'))
    const isOld = ({ network, pool }: PoolRowModel, ages: Column['ages']) => {
      if (ages === 'never') return false
      if (over.has(`${network} true true`) || isLeftBehind(pool, now)) return true
      return over.has(ages === 'live' ? `${network} true false` : `${network} false true`)
    }
    return { isOld }
  }, [signature, Math.floor(now / 60_000)])
}

function isOver(state: string): boolean {
  return state === 'stale' || state === 'frozen'
}

function useFound(
  rows: readonly PoolRowModel[],
  { sort, isFavouritesOnly }: PoolsView,
  query: PoolQuery,
  marked: ReadonlySet<string>,
  { isOld }: Ages,
): readonly PoolRowModel[] {
  // Whoever types asks for fewer of the same rows: they are in order already.
  const sorted = useMemo(() => sortedRows(rows, sort), [rows, sort])
  return useMemo(() => {
    if (query.terms.length === 0 && !isFavouritesOnly) return sorted
    const marks = {
      isFavourite: ({ key }: PoolRowModel) => marked.has(key),
      isStale: (row: PoolRowModel) => isOld(row, 'live') || isOld(row, 'hourly'),
    }
    return sorted.filter((row) => {
      const facts = searchFactsOf(row, marks)
      return (!isFavouritesOnly || facts.is('favourite')) && fits(facts, query.terms)
    })
  }, [sorted, isFavouritesOnly, query, marked, isOld])
}

/** What is typed is shown at once; the address follows when the fingers rest. */
function useTyped(query: string, write: (query: string) => void) {
  const [typed, setTyped] = useState(query)
  const written = useRef(query)
  const latest = useRef(write)
  useEffect(() => {
    latest.current = write
  })
  // The address changed by itself: by a link, or by going back.
  if (query !== written.current) {
    written.current = query
    setTyped(query)
  }
  useEffect(() => {
    if (typed === written.current) return
    const page = window.location.pathname
    const timer = setTimeout(() => {
      // Whoever opened a pool meanwhile is not called back.
      if (window.location.pathname !== page) return
      written.current = typed
      latest.current(typed)
    }, 150)
    return () => clearTimeout(timer)
  }, [typed])
  return [typed, setTyped] as const
}

/**
 * Tokens by how often they occur, for completing: found out in an idle moment, or when somebody types before it. A
 * list that only has other figures than before has the same tokens.
 */
function useVocabulary(
  rows: readonly PoolRowModel[],
  chains: readonly Chain[],
  names: readonly string[],
): () => Vocabulary {
  // biome-ignore lint/correctness/useExhaustiveDependencies: of rows, only how many there are, of which networks.
  const known = useMemo(() => {
    let vocabulary: Vocabulary | undefined
    return () => {
      vocabulary ??= { tokens: tokensIn(rows), networks: chains.map(networkOf) }
      return vocabulary
    }
  }, [rows.length, chains, names])
  useEffect(() => {
    if (typeof requestIdleCallback === 'undefined') return
    const handle = requestIdleCallback(known)
    return () => cancelIdleCallback(handle)
  }, [known])
  return known
}

function tokensIn(rows: readonly PoolRowModel[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const { pool } of rows.slice(0, 2_000))
    for (const { symbol } of pool.uncached.tokensAsNamed) if (symbol) counts.set(symbol, (counts.get(symbol) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a).map(([symbol]) => symbol)
}

function saveView(
  ending: 'csv' | 'json' | 'ndjson' | 'raw',
  rows: readonly PoolRowModel[],
  shown: readonly Column[],
  network: string,
  now: number,
): void {
  const what = `pools-${network === allNetworks ? 'all' : network.replace(/\W+/g, '-')}`
  if (ending === 'csv') saveFile(fileName(what, now, 'csv'), csvOf(rows, shown), 'text/csv')
  if (ending === 'json') saveFile(fileName(what, now, 'json'), jsonOf(rows, shown), 'application/json')
  if (ending === 'ndjson') saveFile(fileName(what, now, 'ndjson'), ndjsonOf(rows, shown), 'application/x-ndjson')
  if (ending === 'raw') saveFile(fileName(`${what}-raw`, now, 'ndjson'), rawOf(rows), 'application/x-ndjson')
}
