import { expect, test } from 'vitest'
import { importableOf, spreadsheetOf } from './csv'

const rows = [
  ['Token', 'Amount', 'Note'],
  ['ÄTH', '1.5', 'a; b, "c"'],
  ['=HYPERLINK("x")', '-2', '0x1.5'],
]

test('a file for other programs has commas, points and no byte order mark', () => {
  expect(importableOf(rows)).toBe(`Token,Amount,Note\r\nÄTH,1.5,"a; b, ""c"""\r\n"'=HYPERLINK(""x"")",-2,0x1.5\r\n`)
})

test('a spreadsheet gets a byte order mark, and numbers and separators of its locale', () => {
  expect(spreadsheetOf(rows, '.')).toBe(`\ufeff${importableOf(rows)}`)
  expect(spreadsheetOf(rows, ',')).toBe(
    `\ufeffToken;Amount;Note\r\nÄTH;1,5;"a; b, ""c"""\r\n"'=HYPERLINK(""x"")";-2;0x1.5\r\n`,
  )
})
