import { type Json, jsonNumber, writeJson } from '../../../protocol/json/json'
import { spreadsheetOf } from '../../../ui/csv'
import { decimalMark, fileName, saveFile } from '../../../ui/saveFile'
import type { CellFigure } from '../table/cell'
import { type Column, columns, priceUnit } from '../table/columns'
import type { PoolRowModel } from '../table/poolRows'

export type ExportFormat = 'csv' | 'json' | 'ndjson' | 'raw'

/** Saves exactly the rows and columns that are shown as a file. `now` dates its name. */
export function exportPools(
  format: ExportFormat,
  rows: readonly PoolRowModel[],
  shown: readonly Column[],
  network: string | undefined,
  now: number,
): void {
  const what = `pools-${network === undefined ? 'all' : network.replace(/\W+/g, '-')}`
  const { ending, type, write } = formats[format]
  saveFile(fileName(format === 'raw' ? `${what}-raw` : what, now, ending), write(rows, shown), type)
}

type Format = {
  readonly ending: string
  readonly type: string
  readonly write: (rows: readonly PoolRowModel[], view: readonly Column[]) => string
}

/**
 * The shown list, with network and address: its rows in order, its columns, figures with all digits. A missing value is an empty
 * cell (CSV) or null (JSON), never zero; an unreadable value is exported as received.
 */
export const formats: Readonly<Record<ExportFormat, Format>> = {
  csv: { ending: 'csv', type: 'text/csv', write: csvOf },
  json: {
    ending: 'json',
    type: 'application/json',
    write(rows, view) {
      const entries = entriesOf(rows, view)
      return entries.length === 0 ? '[]\n' : `[\n  ${entries.join(',\n  ')}\n]\n`
    },
  },
  ndjson: { ending: 'ndjson', type: 'application/x-ndjson', write: (rows, view) => lined(entriesOf(rows, view)) },
  /** The service's records of these pools. */
  raw: {
    ending: 'ndjson',
    type: 'application/x-ndjson',
    write: (rows) => lined(rows.map(({ network, pool }) => writeJson({ network, record: pool.record }))),
  },
}

function csvOf(rows: readonly PoolRowModel[], view: readonly Column[]): string {
  const shown = exportedFields(view)
  const names = shown.map(({ exported }) => exported)
  return spreadsheetOf([names, ...rows.map((row) => shown.map(({ cell }) => csvText(cell(row))))], decimalMark())
}

function lined(entries: readonly string[]): string {
  return entries.map((entry) => `${entry}\n`).join('')
}

function entriesOf(rows: readonly PoolRowModel[], view: readonly Column[]): readonly string[] {
  const shown = exportedFields(view)
  return rows.map((row) =>
    writeJson(
      Object.fromEntries(shown.map(({ exported, cell, isFigure }) => [exported, jsonOfCell(cell(row), isFigure)])),
    ),
  )
}

/** With network and address first where the list does not show them: rows can be matched with other sources. */
function exportedFields(view: readonly Column[]) {
  const missing = [columns.network, columns.address].filter((column) => !view.includes(column))
  return [...missing, ...view].flatMap((column) => (column === columns.price ? [column, priceUnit] : [column]))
}

function jsonOfCell(cell: CellFigure, isFigure: boolean): Json {
  if (cell.is === 'missing') return null
  if (cell.is === 'unclear') return { unclear: cell.raw }
  return isFigure ? jsonNumber(cell.exact) : cell.exact
}

function csvText(cell: CellFigure): string {
  if (cell.is === 'missing') return ''
  return cell.is === 'unclear' ? `unclear: ${cell.raw}` : cell.exact
}
