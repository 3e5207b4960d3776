import type { PoolRowModel } from '../../../components/pools/poolRowModel'
import { type DecimalMark, spreadsheetOf } from '../../../domain/text/csv'
import { type Json, type JsonObject, jsonNumber, writeJson } from '../../../protocol/json/json'
import { decimalMark, fileName, saveFile } from '../../../ui/saveFile'
import type { CellFigure } from '../table/cell'
import { type Column, columns, priceUnit } from '../table/columns'

export type ExportFormat = keyof typeof formats

/** The shown list, ready to be saved. */
export type ShownPools = {
  readonly rows: readonly PoolRowModel[]
  readonly columns: readonly Column[]
  readonly network: string | undefined
}

/** Saves exactly the rows and columns that are shown as a file. `now` dates its name. */
export function saveView(format: ExportFormat, { rows, columns, network }: ShownPools, now: number): void {
  const what = `pools-${network === undefined ? 'all' : network.replace(/\W+/g, '-')}`
  const { ending, type, write } = formats[format]
  saveFile(fileName(format === 'raw' ? `${what}-raw` : what, now, ending), write(rows, columns), type)
}

type Write = (rows: ShownPools['rows'], columns: ShownPools['columns']) => string

const formats = {
  csv: { ending: 'csv', type: 'text/csv', write: (rows, columns) => csvOf(rows, columns, decimalMark()) },
  json: { ending: 'json', type: 'application/json', write: jsonOf },
  ndjson: { ending: 'ndjson', type: 'application/x-ndjson', write: ndjsonOf },
  raw: { ending: 'ndjson', type: 'application/x-ndjson', write: rawOf },
} satisfies Record<string, { ending: string; type: string; write: Write }>

/*
 * Exports what the list shows, with network and address: its rows in order, its columns, figures with all digits. A missing value is an
 * empty cell (CSV) or null (JSON), never zero; an unreadable value is exported as received.
 */

export function csvOf(rows: readonly PoolRowModel[], view: readonly Column[], mark: DecimalMark = '.'): string {
  const shown = exportedColumns(view)
  return spreadsheetOf(
    [shown.map(({ exported }) => exported), ...rows.map((row) => shown.map(({ cell }) => csvText(cell(row))))],
    mark,
  )
}

export function jsonOf(rows: readonly PoolRowModel[], shown: readonly Column[]): string {
  const entries = rows.map((row) => `  ${writeJson(entryOf(row, shown))}`)
  return entries.length === 0 ? '[]\n' : `[\n${entries.join(',\n')}\n]\n`
}

/** One line a pool. */
export function ndjsonOf(rows: readonly PoolRowModel[], shown: readonly Column[]): string {
  return rows.map((row) => `${writeJson(entryOf(row, shown))}\n`).join('')
}

/** The service's raw records of these pools as NDJSON, one line each. */
export function rawOf(rows: readonly PoolRowModel[]): string {
  return rows.map(({ network, pool }) => `${writeJson({ network, record: pool.record })}\n`).join('')
}

function entryOf(row: PoolRowModel, view: readonly Column[]): JsonObject {
  return Object.fromEntries(
    exportedColumns(view).map((column) => [column.exported, jsonValue(column.cell(row), column)]),
  )
}

/** With network and address first where the list does not show them: rows can be matched with other sources. */
function exportedColumns(view: readonly Column[]) {
  const missing = [columns.network, columns.address].filter((column) => !view.includes(column))
  return [...missing, ...view].flatMap((column) => (column === columns.price ? [column, priceUnit] : [column]))
}

function jsonValue(cell: CellFigure, column: ReturnType<typeof exportedColumns>[number]): Json {
  if (cell.is === 'missing') return null
  if (cell.is === 'unclear') return { unclear: cell.raw }
  return 'measure' in column && column.measure ? jsonNumber(cell.exact) : cell.exact
}

function csvText(cell: CellFigure): string {
  if (cell.is === 'missing') return ''
  return cell.is === 'unclear' ? `unclear: ${cell.raw}` : cell.exact
}
