import { lazy, Suspense, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { factsOf, isLeftBehind, type PoolRow, poolPath, rowsOf } from '../../components/pools/poolRowModel'
import { type Networks, type PoolList, useNetworks, usePoolLists } from '../../components/pools/usePoolLists'
import { useServices } from '../../components/services'
import { type Chain, networkOf } from '../../domain/chain'
import { listFreshness } from '../../domain/poolFreshness'
import { fits, type PoolQuery, parseQuery } from '../../domain/poolQuery'
import { Button } from '../../ui/Button'
import { Checkbox } from '../../ui/Choice'
import { useStable } from '../../ui/hooks/useEvent'
import { Menu } from '../../ui/Menu'
import { useWords } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { Page } from '../../ui/Page'
import { Details } from '../../ui/Rows'
import { Select } from '../../ui/Select'
import { fileName, saveFile } from '../../ui/saveFile'
import { FreshnessLine } from './FreshnessLine'
import { toggleFavourite, useFavourites } from './favourites'
import { Failed, Waiting } from './LoadingState'
import { csvOf, jsonOf, ndjsonOf, rawOf } from './list/exportFiles'
import { SearchBox, type Vocabulary } from './list/SearchBox'
import { useWarmth } from './list/usePrecompute'
import { useKeys } from './list/useShortcuts'
import { poolsWords } from './messages'
import { useNoting } from './recordHistory'
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
  const words = useWords(poolsWords)
  const [params, setParams] = useSearchParams()
  const view = useMemo(() => readView(params), [params])
  const change = useCallback(
    (part: Partial<PoolsView>) => setParams((before) => changedView(before, part), { replace: true }),
    [setParams],
  )
  const networks = useNetworks()

  if (view.isComparing)
    return (
      <Suspense fallback={<Page title={words.title}>{null}</Page>}>
        <CompareScreen compared={view.compared} onChange={change} />
      </Suspense>
    )
  if (networks.chains.length === 0)
    return (
      <Page title={words.title}>
        {networks.at === 'failed' && <Failed why={networks.why ?? ''} onRetry={networks.retry} />}
        {networks.at === 'listed' && <p>{words.noNetworks}</p>}
        {networks.at === 'loading' && <Waiting />}
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
  const words = useWords(poolsWords)
  const { clock } = useServices()
  const [, navigate] = useLocation()
  const network = view.network ?? networks.chains.map(networkOf)[0] ?? ''
  const names = useMemo(() => asked(network, networks.chains), [network, networks.chains])
  const lists = usePoolLists(names)
  const rows = useRows(lists)
  useWarmth(rows)
  useNoting(lists)

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
  const compare = useStable(({ key }: PoolRow) => {
    const others = view.compared.filter((other) => other !== key)
    const isOn = others.length < view.compared.length
    change({ compared: isOn ? others : [...others, key].slice(-mostCompared) })
  })
  const resort = useStable((sort: Sort) => change({ sort }))
  const favour = useStable(({ key }: PoolRow) => toggleFavourite(key))
  useKeys({
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

  const listed = lists.filter(({ sighting }) => sighting.saidAt !== undefined)
  return (
    <Page title={words.title} actions={<FreshnessLine sightings={lists.map(({ sighting }) => sighting)} />}>
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
            label={words.network}
            value={network}
            options={[
              ...networks.chains.map((chain) => ({ value: networkOf(chain), label: chain.name })),
              ...(networks.chains.length > 1 ? [{ value: allNetworks, label: words.allNetworks }] : []),
            ]}
            onChange={(network) => change({ network })}
          />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <p role="status" className="me-auto text-fine text-quiet">
            {listed.length > 0 &&
              (found.length === rows.length ? words.count(rows.length) : words.countOf(found.length, rows.length))}
          </p>
          {view.compared.length > 0 && (
            <>
              <Button size="small" kind="soft" onClick={() => change({ isComparing: true })}>
                {words.compareSome(view.compared.length)}
              </Button>
              <Button size="small" kind="bare" onClick={() => change({ compared: [] })}>
                {words.clearComparison}
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
            {words.favourites}
          </Button>
          <ColumnMenu view={view} change={change} />
          <Button size="small" onClick={() => save('csv')} disabled={listed.length === 0}>
            {words.exportCsv}
          </Button>
          <Button size="small" onClick={() => save('json')} disabled={listed.length === 0}>
            {words.exportJson}
          </Button>
          <Button size="small" onClick={() => save('ndjson')} disabled={listed.length === 0}>
            {words.exportNdjson}
          </Button>
          <Button size="small" onClick={() => save('raw')} disabled={listed.length === 0}>
            {words.exportRaw}
          </Button>
        </div>
        <Notes lists={lists} isOne={names.length === 1} />
        {listed.length === 0 && lists.some(({ sighting }) => sighting.refusal === undefined) && <Waiting />}
        {rows.length > 0 && found.length === 0 && (
          <p role="status" className="wrap-anywhere">
            {view.isFavouritesOnly && typed === '' ? words.noFavourites : words.nothing(typed)}
          </p>
        )}
        {found.length > 0 && (
          <PoolTable
            ref={table}
            rows={found}
            asked={JSON.stringify([network, view.sort, view.isFavouritesOnly, searched.terms])}
            shown={shown}
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
function Notes({ lists, isOne }: { lists: readonly PoolList[]; isOne: boolean }) {
  const words = useWords(poolsWords)
  return lists.map(({ network, chain, sighting, retry }) => {
    const { list } = listFreshness(sighting, 0)
    if (list.is === 'failed')
      return <Failed key={network} why={isOne ? list.why : words.failedAt(network, list.why)} onRetry={retry} />
    if (list.is === 'empty')
      return (
        <Notice key={network} isLive title={isOne ? words.none : words.noneAt(network)}>
          {chain?.kind === 'solana' && words.solana}
        </Notice>
      )
    if (list.is === 'listed' && list.refusal !== undefined)
      return (
        <Notice key={network} kind="warn" isLive title={words.troubleAt(network)}>
          {list.refusal}
        </Notice>
      )
    return null
  })
}

function ColumnMenu({ view, change }: Pick<ListsProps, 'view' | 'change'>) {
  const words = useWords(poolsWords)
  return (
    <Menu label={words.columns}>
      {() => (
        <div className="grid gap-0.5">
          {columnIds
            .filter((id) => id !== 'pair')
            .map((id) => (
              <Checkbox
                key={id}
                label={words.column[id]}
                isChecked={view.columns.includes(id)}
                onChange={(isOn) =>
                  change({ columns: columnIds.filter((other) => (other === id ? isOn : view.columns.includes(other))) })
                }
              />
            ))}
          <Button size="small" onClick={() => change({ columns: usualColumns })}>
            {words.usualColumns}
          </Button>
        </div>
      )}
    </Menu>
  )
}

function Help() {
  const words = useWords(poolsWords)
  return (
    <Details summary={words.queryHelp}>
      <ul className="grid gap-1 text-fine">
        {Object.entries(words.queryHelpTerms).map(([name, sentence]) => (
          <li key={name}>{sentence}</li>
        ))}
      </ul>
      <p className="mt-3 text-fine text-quiet">
        {words.keys}: {words.keysHint}
      </p>
    </Details>
  )
}

function asked(network: string, chains: readonly Chain[]): readonly string[] {
  return network === allNetworks ? chains.map(networkOf) : [network]
}

/** One row a pool, of all lists in their order; the same rows as long as no list changed. */
function useRows(lists: readonly PoolList[]): readonly PoolRow[] {
  const before = useRef<RowsBefore>(undefined)
  const isSame =
    before.current?.lists.length === lists.length &&
    lists.every(({ pools, chain }, place) => {
      const other = before.current?.lists[place]
      return other?.pools === pools && other.chain === chain
    })
  if (before.current && isSame) return before.current.rows
  const { parts } = before.current ?? { parts: [] }
  const next = lists.map(({ pools, network, chain }, place) => rowsOf(pools, network, chain, parts[place] ?? []))
  before.current = { lists, parts: next, rows: next.flat() }
  return before.current.rows
}

type RowsBefore = {
  readonly lists: readonly PoolList[]
  /** Those of each list. */
  readonly parts: readonly (readonly PoolRow[])[]
  readonly rows: readonly PoolRow[]
}

type Ages = ReturnType<typeof useAges>

/** Which figures are old now: a class of a whole network, or a single pool that was left behind. */
function useAges(lists: readonly PoolList[]) {
  const now = useNow(10_000)
  const old = lists.map(({ network, sighting }) => {
    const { live, hourly } = listFreshness(sighting, now)
    return `${network} ${isOver(live.is)} ${isOver(hourly.is)}`
  })
  const signature = old.join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the signature says all that counts of the lists.
  return useMemo(() => {
    const over = new Set(signature.split('\n'))
    const isOld = ({ network, pool }: PoolRow, ages: Column['ages']) => {
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
  rows: readonly PoolRow[],
  { sort, isFavouritesOnly }: PoolsView,
  query: PoolQuery,
  marked: ReadonlySet<string>,
  { isOld }: Ages,
): readonly PoolRow[] {
  // Whoever types asks for fewer of the same rows: they are in order already.
  const sorted = useMemo(() => sortedRows(rows, sort), [rows, sort])
  return useMemo(() => {
    if (query.terms.length === 0 && !isFavouritesOnly) return sorted
    const marks = {
      isFavourite: ({ key }: PoolRow) => marked.has(key),
      isStale: (row: PoolRow) => isOld(row, 'live') || isOld(row, 'hourly'),
    }
    return sorted.filter((row) => {
      const facts = factsOf(row, marks)
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
function useVocabulary(rows: readonly PoolRow[], chains: readonly Chain[], names: readonly string[]): () => Vocabulary {
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

function tokensIn(rows: readonly PoolRow[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const { pool } of rows.slice(0, 2_000))
    for (const { symbol } of pool.uncached.tokensAsNamed) if (symbol) counts.set(symbol, (counts.get(symbol) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a).map(([symbol]) => symbol)
}

function saveView(
  ending: 'csv' | 'json' | 'ndjson' | 'raw',
  rows: readonly PoolRow[],
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
