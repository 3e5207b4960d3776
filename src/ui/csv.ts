import papa from 'papaparse'
import { withoutIsolates } from '../domain/text/label'

export type CsvRows = readonly (readonly string[])[]

/** How a spreadsheet of the person's locale writes 1.5; its files separate cells with a semicolon where that is a comma. */
export type DecimalMark = '.' | ','

/** Lines of a file that other programs import: UTF-8, commas, and a point in numbers. */
export function importableOf(rows: CsvRows): string {
  return lines(rows, ',')
}

/**
 * The same for a spreadsheet: with a byte order mark, without which Excel guesses another encoding, and with the separator and
 * the decimal mark that it expects. A German Excel would read `1.5` as the first of May.
 */
export function spreadsheetOf(rows: CsvRows, mark: DecimalMark): string {
  const written = mark === ',' ? rows.map((cells) => cells.map(withComma)) : rows
  return `\ufeff${lines(written, mark === ',' ? ';' : ',')}`
}

/** The cells of a file, line by line. */
export function cellsOf(csv: string, delimiter: string): CsvRows {
  return papa.parse<string[]>(csv, { delimiter, skipEmptyLines: true }).data
}

function withComma(text: string): string {
  return /^-?\d+\.\d+$/.test(text) ? text.replace('.', ',') : text
}

function lines(rows: CsvRows, delimiter: string): string {
  const cells = rows.map((row) => row.map(withoutIsolates))
  return `${papa.unparse(cells, { delimiter, newline: '\r\n', quotes: needsQuotes, escapeFormulae: formula })}\r\n`
}

/** A spreadsheet of another locale would split these cells. */
function needsQuotes(text: string): boolean {
  return /[,;]/.test(text) && !/^-?\d+,\d+$/.test(text)
}

/** A text that a spreadsheet would run as a formula stays text: token names are untrusted. */
const formula = /^[=+@\t\r]|^-(?!\d+([.,]\d+)?$)/
