import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/* Each feature in docs/features.md names an existing test or a reason; its counts are those of the rows. */

const page = readFileSync('docs/features.md', 'utf8')

type FeatureRow = { readonly number: number; readonly ours: string; readonly note: string }

/** The sections of second rank, by their titles: each counts its own rows. */
const sections = page
  .split(/^## /m)
  .slice(1)
  .map((text) => ({ title: text.split('\n')[0]!, text, rows: rowsIn(text) }))

test('the swap has its ninety rows, each once', () => {
  const swap = sections.find(({ title }) => title === 'Swap')
  expect(swap?.rows.map(({ number }) => number)).toEqual(Array.from({ length: 90 }, (_, index) => index + 1))
})

test.each(sections)('the count of $title is what its rows say', ({ text, rows }) => {
  const of = (ours: string) => rows.filter((row) => row.ours === ours).length
  const [, yes, partial, no, all] = /(\d+) yes, (\d+) partial, (\d+) no, of (\d+)\./.exec(text) ?? []
  expect([yes, partial, no, all].map(Number)).toEqual([of('yes'), of('partial'), of('no'), rows.length])
})

test.each(sections)('in $title each “yes” names an existing test, each other row a reason', ({ rows }) => {
  for (const { number, ours, note } of rows) {
    if (ours !== 'yes') expect(note, `row ${number}`).toMatch(/^[A-Z“].*\.$/)
    else expect(testsIn(note), `row ${number}`).not.toEqual([])
    for (const path of testsIn(note)) expect(existsSync(path), path).toBe(true)
  }
})

const quoting = sections.filter(({ text }) => text.includes('| What is held |'))

test.each(quoting)('in $title the title that a “yes” quotes is in a test that it names', ({ text }) => {
  const quoted = [...text.matchAll(/^\| (\d+) \| .* \| \*\*yes\*\* \| (.*) \| ([^|]+) \|$/gm)]
  expect(quoted.length).toBeGreaterThan(0)
  const missing = quoted.filter(([, , held = '', note = '']) => {
    const tests = testsIn(note).map((path) => plain(readFileSync(path, 'utf8')))
    return !tests.some((source) => source.includes(plain(held)))
  })
  expect(missing.map(([, number, held]) => `${number}: ${held}`)).toEqual([])
})

/** Test titles are quoted one way or the other. */
function plain(text: string): string {
  return text.replaceAll('’', "'").replaceAll("\\'", "'")
}

/** `| 1 | feature | **yes** | … | note |` */
function rowsIn(text: string): readonly FeatureRow[] {
  return [...text.matchAll(/^\| (\d+) \| .* \| \*\*(yes|partial|no)\*\* \|.*\| ([^|]+) \|$/gm)].map(
    ([, number, ours, note]) => ({ number: Number(number), ours: ours!, note: note! }),
  )
}

function testsIn(note: string): readonly string[] {
  return [...note.matchAll(/`([\w./-]+\.test\.tsx?)`/g)].map(([, path]) => path!)
}
