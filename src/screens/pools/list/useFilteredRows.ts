import { useMemo } from 'react'
import type { IsOutdated } from '../../../components/pools/figureAges'
import { type PoolRowModel, searchFactsOf } from '../../../components/pools/poolRowModel'
import { sortedRows } from '../../../components/pools/sortedRows'
import { fits, type PoolQuery } from '../../../domain/pools/poolQuery'
import type { PoolsView } from '../view'

type Filter = {
  readonly view: Pick<PoolsView, 'sort' | 'isFavouritesOnly'>
  readonly query: PoolQuery
  readonly favourites: ReadonlySet<string>
  readonly isOutdated: IsOutdated
}

/** The rows that match the search, in the order of the view. */
export function useFilteredRows(
  rows: readonly PoolRowModel[],
  { view: { sort, isFavouritesOnly }, query, favourites, isOutdated }: Filter,
): readonly PoolRowModel[] {
  // Typing narrows the same rows, which are sorted already.
  const sorted = useMemo(() => sortedRows(rows, sort), [rows, sort])
  return useMemo(() => {
    if (query.terms.length === 0 && !isFavouritesOnly) return sorted
    const marks = {
      isFavourite: ({ key }: PoolRowModel) => favourites.has(key),
      isStale: (row: PoolRowModel) => isOutdated(row, 'live') || isOutdated(row, 'hourly'),
    }
    return sorted.filter((row) => {
      const facts = searchFactsOf(row, marks)
      return (!isFavouritesOnly || facts.is('favourite')) && fits(facts, query.terms)
    })
  }, [sorted, isFavouritesOnly, query, favourites, isOutdated])
}
