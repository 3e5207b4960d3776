import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/* The faults of a swap on EVM chains, by the code in each test's name. Every row needs a test. */

/** Rows that  an order service, an executor and a chain can show without a browser. */
const rows: readonly number[] = [
  ...[6, 7, 8],
  ...[10, 11, 12, 13, 14, 15, 16, 17, 18, 19],
  ...[20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35],
  ...[36, 37, 38, 39, 40, 41, 42, 43, 44, 47, 48, 49, 50, 51, 52, 53],
  ...[54, 55, 56, 57, 58, 59, 60, 61, 63, 64, 65, 66, 73, 93],
]

const here = ['src/orders', 'src/wallets', 'src/app', 'test/orders', 'test/wallets']

function namesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file) && !file.includes('faults'))
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').match(/['"`][^'"`\n]*\bF-\d+[^'"`\n]*['"`]/g) ?? [])
}

const covered = new Set(
  here.flatMap(namesIn).flatMap((name) => [...name.matchAll(/F-(\d+)/g)].map(([, code]) => Number(code))),
)

test.each(rows)('F-%i has a test', (row) => {
  expect([...covered]).toContain(row)
})

test('the rows are counted', () => {
  const reported = rows.filter((row) => covered.has(row))
  console.info(
    `Faults of EVM swaps covered without a browser: ${reported.length} of ${rows.length} (${reported.map((row) => `F-${row}`).join(' ')})`,
  )
  expect(reported).toEqual(rows)
})
