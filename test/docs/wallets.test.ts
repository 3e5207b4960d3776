import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/* docs/wallets.md lists the tests of each wallet: each claim has a test of that name in that file. */

const page = readFileSync('docs/wallets.md', 'utf8')
const source = (file: string) => readFileSync(file, 'utf8')

/** `| wallet | cell, cell | \`file\` | test |` */
const claims = [...page.matchAll(/^\| ([^|]+) \| ([^|]+) \| `([^`]+)` \| ([^|]+) \|$/gm)].map(
  ([, wallet, cells, file, name]) => ({ wallet: wallet!, cells: cells!.split(', '), file: file!, name: name! }),
)

/** Rows of the table of wallets, with the cells that say how they were tried. */
const [header, , ...rows] = (/^\| wallet \| connect [\s\S]*?\n\n/m.exec(page)?.[0] ?? '')
  .trim()
  .split('\n')
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )

test.each(claims)('$wallet, $cells: there is such a test', ({ file, name }) => {
  expect(source(file)).toContain(name)
})

test('the words of the table of events are in their tests', () => {
  const events = [...page.matchAll(/`([^`]+\.test\.tsx?)`: ([^|)]+?)(?= \||\))/g)]
  expect(events.length).toBeGreaterThan(8)
  for (const [, file, words] of events) expect(source(file!), `${file}: ${words}`).toContain(words!)
})

describe('the table of wallets', () => {
  test.each(rows.map((row) => [row[0]!, row] as const))(
    '%s: each cell that was tried names its test',
    (wallet, row) => {
      const tried = header!.filter((_, place) => place > 0 && /^[MRD](,|$)/.test(row[place] ?? ''))
      const own = claims.filter((claim) => claim.wallet === shortName(wallet)).flatMap(({ cells }) => cells)
      expect(tried.filter((cell) => !own.includes(cell))).toEqual([])
    },
  )
})

/** `extension, EVM (EIP-6963)` is `extension, EVM` in the list of tests. */
function shortName(wallet: string): string {
  return wallet.replace(/ \(.*\)$|, in its frame$|, unannounced$| behind another$/, '').replace(/^at `(.*)`$/, '$1')
}
