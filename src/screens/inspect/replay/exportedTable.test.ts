import { expect, test } from 'vitest'
import { readExportedTable } from './exportedTable'

const head = 'Opened,Changed,Kind,State,'

test('a row may have fewer cells than there are columns', () => {
  expect(readExportedTable(`${head}Order\r\n2026,,swap\r\n`)).toEqual({
    columns: ['Opened', 'Changed', 'Kind', 'State', 'Order'],
    rows: [['2026', '', 'swap']],
  })
})

test('a file of very many columns and rows does not grow while it is read', () => {
  const { columns, rows } = readExportedTable(`${head}${','.repeat(100_000)}\r\n${'a\r\n'.repeat(100_000)}`)!
  expect(columns).toHaveLength(60)
  expect(rows).toHaveLength(100_000)
  expect(rows.every((cells) => cells.length === 1)).toBe(true)
})

test('a quote that is never closed takes the rest of the file into one cell', () => {
  expect(readExportedTable(`${head}\r\n"a,b\r\nc`)?.rows).toEqual([['a,b\r\nc']])
})

test('a file of another program is refused', () => {
  for (const text of ['', 'a,b\r\n1,2', 'opened,changed,kind,state,', '{"Opened,Changed,Kind,State,":1}'])
    expect(readExportedTable(text)).toBeUndefined()
})
