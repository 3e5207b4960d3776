import { useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useRecordHistory } from '../../../components/pools/recordHistory'
import { type NetworkPools, usePoolLists } from '../../../components/pools/usePoolLists'
import { useNow } from '../../../components/useNow'
import { type Chain, networkOf } from '../../../domain/chain'
import { knownValue } from '../../../domain/pools/pool'
import { isLeftBehind, listFreshness } from '../../../domain/pools/poolFreshness'
import { type Flag, fits, parseQuery } from '../../../domain/pools/poolQuery'
import { useFavourites } from '../favourites'
import { type Column, columnIds, columns } from '../table/columns'
import { type PoolRowModel, poolRowOf, sortedRows } from '../table/poolRows'
import type { PoolsView } from '../view'

/** The pools of the chosen networks, and those of them that the view and the search text ask for. */
export function useShownPools(view: PoolsView, chains: readonly Chain[], onChange: (part: Partial<PoolsView>) => void) {
  const { network } = view
  const networks = chains.map(networkOf)
  const names = network === undefined ? networks : [network]
  const lists = usePoolLists(names, { interval: pollInterval(names.length) })
  const rows = usePoolRows(lists)
  usePrecompute(rows)
  useRecordHistory(lists)

  const [typed, setTyped] = useTypedQuery(view.query, (query) => onChange({ query }))
  const query = useMemo(() => parseQuery(typed), [typed])
  const searched = useDeferredValue(query)
  // The header changes immediately; the rows are sorted and rendered in a transition.
  const sort = useDeferredValue(view.sort)
  const { isFavouritesOnly } = view
  const favourites = useFavourites()
  const isOutdated = useOutdatedFigures(lists)
  // Typing narrows the same rows, which are sorted already.
  const sorted = useMemo(() => sortedRows(rows, sort), [rows, sort])
  const filtered = useMemo(() => {
    if (searched.terms.length === 0 && !isFavouritesOnly) return sorted
    const flagged: Readonly<Record<Flag, (row: PoolRowModel) => boolean>> = {
      meme: ({ pool }) => knownValue(pool.isMeme) === true,
      favourite: ({ key }) => favourites.has(key),
      listed: ({ pool: { token0, token1 } }) => token0.token !== undefined && token1.token !== undefined,
      remarked: ({ pool }) => pool.remarks.length > 0,
      stale: (row) => isOutdated(row, 'live') || isOutdated(row, 'hourly'),
    }
    return sorted.filter(
      (row) =>
        (!isFavouritesOnly || favourites.has(row.key)) && fits(row, searched.terms, (row, flag) => flagged[flag](row)),
    )
  }, [sorted, isFavouritesOnly, searched, favourites, isOutdated])
  const vocabulary = () => ({ tokens: tokensIn(rows), networks })
  const compared = useMemo(() => new Set(view.compared), [view.compared])
  // The same columns stay the same list when other parts of the address change.
  const chosen = view.columns.join()
  const shown = useMemo(() => {
    const ids = new Set(chosen.split(','))
    return columnIds.filter((id) => ids.has(id)).map((id) => columns[id])
  }, [chosen])
  const queryKey = JSON.stringify([network, sort, isFavouritesOnly, searched.terms])
  return {
    ...{ network, lists, rows, filtered, shown, queryKey, isReady: useReadyLists(lists) },
    ...{ typed, setTyped, query, vocabulary, compared, isOutdated },
  }
}

/** Milliseconds between two requests of one network: five seconds, more when there are many networks to ask. */
function pollInterval(networks: number): number | undefined {
  return networks > 5 ? networks * 1_000 : undefined
}

/** One row per pool, of all lists in their order. The same array as long as no list changed. */
function usePoolRows(lists: readonly NetworkPools[]): readonly PoolRowModel[] {
  const [kept, keep] = useState<{ readonly lists: readonly NetworkPools[]; readonly rows: readonly PoolRowModel[] }>()
  const isSame = ({ pools, chain }: NetworkPools, index: number) =>
    kept?.lists[index]?.pools === pools && kept.lists[index].chain === chain
  if (kept?.lists.length === lists.length && lists.every(isSame)) return kept.rows
  const rows = lists.flatMap(({ pools, network, chain }) => pools.map((pool) => poolRowOf(pool, network, chain)))
  keep({ lists, rows })
  return rows
}

type IsOutdated = (row: PoolRowModel, ages: Column['ages']) => boolean

/** Which figures are outdated: all live or hourly ones of a network, or those of one pool that stopped. */
function useOutdatedFigures(lists: readonly NetworkPools[]): IsOutdated {
  const now = useNow(10_000)
  const minute = Math.floor(now / 60_000)
  // A text, which stays equal while nothing changes.
  const over = lists
    .flatMap(({ network, freshness }) => {
      const { live, hourly } = listFreshness(freshness, now)
      return [isOver(live.is) ? `live ${network}` : [], isOver(hourly.is) ? `hourly ${network}` : []].flat()
    })
    .join('\n')
  return useMemo(() => {
    const classes = new Set(over.split('\n'))
    return ({ network, pool }, ages) =>
      ages !== 'never' && (classes.has(`${ages} ${network}`) || isLeftBehind(pool, minute * 60_000))
  }, [over, minute])
}

function isOver(state: string): boolean {
  return state === 'stale' || state === 'frozen'
}

/** Milliseconds that the rows wait for the slower networks. */
const maxWait = 2_000

/**
 * Whether the lists can be shown: each has an answer or a failure, or the slow ones have had their time. Rows that are
 * sorted in among others while a person reads would make them jump.
 */
function useReadyLists(lists: readonly NetworkPools[]): boolean {
  const isSettled = lists.every(({ freshness }) => freshness.saidAt !== undefined || freshness.refusal !== undefined)
  const hasSome = lists.some(({ freshness }) => freshness.saidAt !== undefined)
  const networks = lists.map(({ network }) => network).join('\n')
  const [shown, show] = useState<string>()
  useEffect(() => {
    if (isSettled || !hasSome) return
    const timer = setTimeout(() => show(networks), maxWait)
    return () => clearTimeout(timer)
  }, [isSettled, hasSome, networks])
  return isSettled || (hasSome && shown === networks)
}

/** Computes each row's searchable values when the browser is idle, so that the first key press is fast. */
function usePrecompute(rows: readonly PoolRowModel[]): void {
  useEffect(() => {
    if (typeof requestIdleCallback === 'undefined') return
    let index = 0
    let handle = requestIdleCallback(warm)
    return () => cancelIdleCallback(handle)

    function warm(idle: IdleDeadline) {
      while (index < rows.length && idle.timeRemaining() > 2) {
        // In small batches: reading the remaining time costs as much as a row.
        for (const row of rows.slice(index, index + 16)) row.precompute()
        index += 16
      }
      if (index < rows.length) handle = requestIdleCallback(warm)
    }
  }, [rows])
}

/** Milliseconds of debounce before the URL follows. */
const writeAfter = 150

/** The search text: shown as it is typed, written to the address when typing rests. */
function useTypedQuery(query: string, write: (query: string) => void) {
  const [typed, setTyped] = useState(query)
  const [written, setWritten] = useState(query)
  // The URL changed: by this hook, by a link, or by going back.
  if (query !== written) {
    setWritten(query)
    setTyped(query)
  }
  const onRest = useEffectEvent(write)
  useEffect(() => {
    if (typed === written) return
    const page = window.location.pathname
    const timer = setTimeout(() => {
      // If the person has opened a pool in the meantime, do not navigate back.
      if (window.location.pathname === page) onRest(typed)
    }, writeAfter)
    return () => clearTimeout(timer)
  }, [typed, written])
  return [typed, setTyped] as const
}

/** Only so many rows are read for tokens: completing needs the frequent ones. */
const sampled = 2_000

/** The symbols of tokens by how often they occur, for completing a search. */
function tokensIn(rows: readonly PoolRowModel[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const { symbols } of rows.slice(0, sampled))
    for (const symbol of symbols) counts.set(symbol, (counts.get(symbol) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a).map(([symbol]) => symbol)
}
