import { fits, type PoolFacts, type PoolQuery } from '../../domain/poolQuery'
import { type ColumnId, columnIds, columns, usualColumns } from './columns'
import type { PoolRow } from './row'

/** Everything the list shows, as its address says it: a link shows another person the same. */
export type PoolsView = {
  /** `undefined` is the first network; `*` all of them. */
  readonly network: string | undefined
  readonly query: string
  readonly sort: Sort
  readonly columns: readonly ColumnId[]
  readonly isFavouritesOnly: boolean
  /** Keys of up to four pools laid side by side, each perhaps with a moment: `Harbor/0x…@1767225600000`. */
  readonly compared: readonly string[]
  readonly isComparing: boolean
}

export type Sort = { readonly column: ColumnId; readonly isDescending: boolean }

export const allNetworks = '*'
export const mostCompared = 4
const usualSort: Sort = { column: 'tvl', isDescending: true }

export function readView(params: URLSearchParams): PoolsView {
  const isAll = params.get('network') === allNetworks
  return {
    network: params.get('network') || undefined,
    query: (params.get('q') ?? '').slice(0, 500),
    sort: readSort(params.get('sort')),
    columns: readColumns(params.get('columns')) ?? usualColumnsFor(isAll),
    isFavouritesOnly: params.get('favourites') === '1',
    compared: params.getAll('compare').slice(0, mostCompared),
    isComparing: params.get('view') === 'compare',
  }
}

/** The address of a changed view. What is as usual is left out. */
export function changedView(before: URLSearchParams, change: Partial<PoolsView>): URLSearchParams {
  const view = { ...readView(before), ...change }
  const next = new URLSearchParams()
  const isAll = view.network === allNetworks
  const usual = usualColumnsFor(isAll)
  // Columns nobody chose follow the network.
  const chosen = change.columns ?? readColumns(before.get('columns')) ?? usual
  if (view.network) next.set('network', view.network)
  if (view.query) next.set('q', view.query)
  const { column, isDescending } = view.sort
  if (column !== usualSort.column || isDescending !== usualSort.isDescending)
    next.set('sort', `${isDescending ? '-' : ''}${column}`)
  if (chosen.join() !== usual.join()) next.set('columns', chosen.join())
  if (view.isFavouritesOnly) next.set('favourites', '1')
  for (const key of view.compared.slice(0, mostCompared)) next.append('compare', key)
  if (view.isComparing && view.compared.length > 0) next.set('view', 'compare')
  return next
}

/** The rows a view shows, in its order. What is not known comes last, whichever way it is sorted. */
export function shownRows(
  rows: readonly PoolRow[],
  view: Pick<PoolsView, 'sort' | 'isFavouritesOnly'>,
  query: PoolQuery,
  factsOf: (row: PoolRow) => PoolFacts,
): readonly PoolRow[] {
  const isWhole = query.terms.length === 0 && !view.isFavouritesOnly
  const found = isWhole
    ? rows
    : rows.filter((row) => {
        const facts = factsOf(row)
        return (!view.isFavouritesOnly || facts.is('favourite')) && fits(facts, query.terms)
      })
  return sorted(found, view.sort)
}

function sorted(rows: readonly PoolRow[], { column, isDescending }: Sort): readonly PoolRow[] {
  const { measure, word } = columns[column]
  const turn = isDescending ? -1 : 1
  if (measure) {
    const keyed = rows.map((row, place) => ({ row, place, value: row.measure(measure) }))
    return keyed.sort((a, b) => byNumber(a.value, b.value, turn) || a.place - b.place).map(({ row }) => row)
  }
  if (!word) return rows
  const keyed = rows.map((row, place) => ({ row, place, value: word(row)?.toLowerCase() }))
  return keyed.sort((a, b) => byWord(a.value, b.value, turn) || a.place - b.place).map(({ row }) => row)
}

function byNumber(a: number | string, b: number | string, turn: number): number {
  if (typeof a !== 'number') return typeof b === 'number' ? 1 : 0
  return typeof b === 'number' ? (a - b) * turn : -1
}

function byWord(a: string | undefined, b: string | undefined, turn: number): number {
  if (a === undefined) return b === undefined ? 0 : 1
  if (b === undefined) return -1
  return a < b ? -turn : a > b ? turn : 0
}

function usualColumnsFor(isAll: boolean): readonly ColumnId[] {
  if (!isAll) return usualColumns
  return columnIds.filter((id) => id === 'network' || usualColumns.includes(id))
}

function readSort(text: string | null): Sort {
  const column = columnIds.find((id) => id === text?.replace(/^-/, ''))
  return column ? { column, isDescending: text?.startsWith('-') === true } : usualSort
}

function readColumns(text: string | null): readonly ColumnId[] | undefined {
  const chosen = text?.split(',').flatMap((name) => columnIds.find((id) => id === name) ?? []) ?? []
  return chosen.length > 0 ? columnIds.filter((id) => id === 'pair' || chosen.includes(id)) : undefined
}
