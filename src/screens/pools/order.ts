import { columns } from './columns'
import type { PoolRow } from './row'
import type { Sort } from './view'

/** Rows in the order of a column. What is not known comes last, whichever way; what is alike stays as it stood. */
export function sortedRows(rows: readonly PoolRow[], { column, isDescending }: Sort): readonly PoolRow[] {
  const { measure, word } = columns[column]
  const turn = isDescending ? -1 : 1
  if (measure)
    return byNumber(rows, (row) => {
      const value = row.measure(measure)
      return typeof value === 'number' ? value * turn : undefined
    })
  if (!word) return rows
  const keyed = rows.map((row, place) => ({ row, place, value: word(row)?.toLowerCase() }))
  return keyed.sort((a, b) => byWord(a.value, b.value, turn) || a.place - b.place).map(({ row }) => row)
}

/**
 * Rising; what has no number last. The platform sorts bare numbers many times faster than it asks a function which of
 * two comes first: every row then looks for the place of its own number.
 */
export function byNumber<Row>(rows: readonly Row[], numberOf: (row: Row) => number | undefined): readonly Row[] {
  const numbers = new Float64Array(rows.length)
  const known: Row[] = []
  const unknown: Row[] = []
  for (const row of rows) {
    const number = numberOf(row)
    if (number === undefined) unknown.push(row)
    // Nought has no sign here.
    else numbers[known.push(row) - 1] = number + 0
  }
  const sorted = numbers.slice(0, known.length).sort()
  const alike = new Uint32Array(known.length)
  const placed = new Array<Row>(known.length)
  known.forEach((row, index) => {
    const first = firstAt(sorted, numbers[index]!)
    placed[first + alike[first]!++] = row
  })
  return placed.concat(unknown)
}

/** Where a number that is in the list stands first. */
function firstAt(sorted: Float64Array, number: number): number {
  let [low, high] = [0, sorted.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < number) low = middle + 1
    else high = middle
  }
  return low
}

function byWord(a: string | undefined, b: string | undefined, turn: number): number {
  if (a === undefined) return b === undefined ? 0 : 1
  if (b === undefined) return -1
  return a < b ? -turn : a > b ? turn : 0
}
