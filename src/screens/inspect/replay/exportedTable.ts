import { type CsvRows, cellsOf } from '../../../ui/csv'

/**
 * A CSV file that Activity exported, unchanged. Columns came in later versions, so every column may be missing. A row
 * may have fewer cells than there are columns.
 */
export type ExportedTable = { readonly columns: readonly string[]; readonly rows: CsvRows }

/** `undefined` for text that is not one of our CSV files. */
export function readExportedTable(text: string): ExportedTable | undefined {
  const start = text.replace(/^\ufeff/, '')
  // Exports for a spreadsheet of another language have semicolons.
  const separator = /^\w+;/.test(start) ? ';' : ','
  if (!beginnings.some((beginning) => start.startsWith(beginning.replaceAll(',', separator)))) return undefined
  const [head = [], ...rows] = cellsOf(start, separator)
  const columns = head.slice(0, maxColumns)
  return { columns, rows: rows.map((cells) => cells.slice(0, maxColumns).map(shown)) }
}

/** Far more than our files have: a hostile one with a million columns must not freeze the page. */
const maxColumns = 60

/** How the two kinds of files begin, in every version so far. */
const beginnings = ['Opened,Changed,Kind,State,', 'Date,Sent Amount,Sent Currency,']

/** Without the apostrophe that keeps a spreadsheet from running a name as a formula. */
function shown(cell: string): string {
  return /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell
}
