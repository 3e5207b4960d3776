import { withoutIsolates } from './label'

/** How a spreadsheet of the person's locale writes 1.5; its files part cells with a semicolon where that is a comma. */
export type DecimalMark = '.' | ','

/** Lines of a file that other programs import: UTF-8, commas, and a point in numbers. */
export function importableOf(rows: readonly (readonly string[])[]): string {
  return lines(rows, ',')
}

/**
 * The same for a spreadsheet: with a byte order mark, without which Excel guesses another encoding, and with the separator and
 * the decimal mark that it expects. A German Excel would read `1.5` as the first of May.
 */
export function spreadsheetOf(rows: readonly (readonly string[])[], mark: DecimalMark): string {
  const written = mark === ',' ? rows.map((cells) => cells.map(withComma)) : rows
  return `\ufeff${lines(written, mark === ',' ? ';' : ',')}`
}

function withComma(text: string): string {
  return /^-?\d+\.\d+$/.test(text) ? text.replace('.', ',') : text
}

function lines(rows: readonly (readonly string[])[], separator: string): string {
  return rows
    .map((cells) => cells.map(cell).join(separator))
    .join('\r\n')
    .concat('\r\n')
}

/** Quoted where needed; a text that a spreadsheet would run as a formula stays text: token names are untrusted. */
function cell(text: string): string {
  const plain = withoutIsolates(text)
  const isFormula = /^[=+\-@\t\r]/.test(plain) && !/^-?\d+([.,]\d+)?$/.test(plain)
  const harmless = isFormula ? `'${plain}` : plain
  return /[",;\r\n]/.test(harmless) && !/^-?\d+,\d+$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
