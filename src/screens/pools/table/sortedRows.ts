import type { PoolRowModel } from '../../../components/pools/poolRowModel'
import { type ColumnId, columns } from './columns'

export type Sort = { readonly column: ColumnId; readonly isDescending: boolean }

/** How lists are sorted until someone chooses otherwise. */
export const defaultSort: Sort = { column: 'tvl', isDescending: true }

/** Rows sorted by a column. Unknown values come last in both directions; the sort is stable. */
export function sortedRows(rows: readonly PoolRowModel[], { column, isDescending }: Sort): readonly PoolRowModel[] {
  const { measure, word } = columns[column]
  const turn = isDescending ? -1 : 1
  if (measure)
    return byNumber(rows, (row) => {
      const value = row.measure(measure)
      return typeof value === 'number' ? value * turn : undefined
    })
  if (!word) return rows
  const keyed = rows.map((row, index) => ({ row, position: index, value: word(row)?.toLowerCase() }))
  return keyed.sort((a, b) => byWord(a.value, b.value, turn) || a.position - b.position).map(({ row }) => row)
}

/**
 * Ascending, rows without a number last. Sorting a typed array of numbers is many times faster than sorting with a
 * comparator: each row then looks up the position of its number.
 */
export function byNumber<Row>(rows: readonly Row[], numberOf: (row: Row) => number | undefined): readonly Row[] {
  const numbers = new Float64Array(rows.length)
  const known: Row[] = []
  const unknown: Row[] = []
  for (const row of rows) {
    const number = numberOf(row)
    if (number === undefined) unknown.push(row)
    else numbers[known.push(row) - 1] = number
  }
  const sorted = numbers.slice(0, known.length).sort()
  /** The position of the next row with this number. As Map keys, 0 and -0 are equal. */
  const positions = new Map<number, number>()
  for (let position = sorted.length - 1; position >= 0; position--) positions.set(sorted[position]!, position)
  const placed = new Array<Row>(known.length)
  for (let index = 0; index < known.length; index++) {
    const position = positions.get(numbers[index]!)!
    placed[position] = known[index]!
    positions.set(numbers[index]!, position + 1)
  }
  return placed.concat(unknown)
}

function byWord(a: string | undefined, b: string | undefined, turn: number): number {
  if (a === undefined) return b === undefined ? 0 : 1
  if (b === undefined) return -1
  return a < b ? -turn : a > b ? turn : 0
}
