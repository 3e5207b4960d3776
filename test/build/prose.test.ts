import { expect, test } from 'vitest'
import { complaintsOf, complaintsOfSubject, countsOf, proseHits } from '../../bin/parts/prose.mjs'

/* The prose check of `npm run check`: which text is read, and which habits are found in it. */

async function habitsIn(file: string, text: string) {
  const hits = await proseHits(file, text)
  return hits.map(({ habit, line }) => `${habit}:${line}`)
}

const longSentence = `${'word '.repeat(36).trim()}.`

test.each([
  ['tell', '// The list tells the price.'],
  ['say', '// The record says so.'],
  ['know', '// A node asks for it.'],
  ['stand', '// It stands in the header.'],
  ['nobody', '// Nobody reads it.'],
  ['clause', '// What leaves is counted.'],
  ['held', '// It is held against the quote.'],
  ['none', '// The address is none.'],
  ['archaic', '// It is sent anew.'],
  ['name', 'const mostRows = 3'],
  ['ellipsis', '// One is read; of the others only the sum.'],
  ['half', "test('is not a deposit', () => {})"],
  ['paraphrase', '// The page is drawn at build time.'],
  ['retired', '// The order desk.'],
  ['long', `// ${longSentence}`],
])('"%s" is found in %s', async (habit, source) => {
  expect(await habitsIn(habit === 'half' ? 'test/a.test.ts' : 'src/a.ts', source)).toEqual([`${habit}:1`])
})

test('plain sentences have no hits', async () => {
  const source = "/** Expired quotes are requested again. */\ntest('a quote expires after a minute', () => {})"
  expect(await habitsIn('src/a.test.ts', source)).toEqual([])
})

test('code is not read as prose, neither between backticks nor as names and strings', async () => {
  expect(await habitsIn('src/a.ts', "// `told` is a flag.\nconst told = 'nobody'")).toEqual([])
  expect(await habitsIn('docs/a.md', '`told`\n\n```sh\nnobody\n```\n')).toEqual([])
})

test('titles, rules and messages are read where they are written', async () => {
  const title = "test.each([1])('a %s that nobody reads', () => {})"
  expect(await habitsIn('src/a.test.ts', title)).toEqual(['nobody:1'])
  expect(await habitsIn('src/a.ts', title)).toEqual([])
  const rule = "const rule = { title: 'It stands there', against: 'A list that tells nothing' }"
  expect(await habitsIn('src/guard/rules/a.ts', rule)).toEqual(['stand:1', 'tell:1'])
  const catalogue = 'const messages = { wait: `Nobody has one yet` }'
  expect(await habitsIn('src/ui/a.messages.ts', catalogue)).toEqual(['nobody:1'])
  const code = "const messages = { 'under way': 'In progress' }; const isOpen = at === 'under way'"
  expect(await habitsIn('src/ui/a.messages.ts', code)).toEqual([])
})

test('line comments are one text, and each hit has the line it is on', async () => {
  expect(await habitsIn('src/a.ts', '// One line\n// of two: it stands\n// there.')).toEqual(['stand:2'])
  expect(await habitsIn('docs/a.md', 'One line\nthat stands there.\n')).toEqual(['stand:2'])
})

test.each([
  ['index.html', '<p>nobody</p>\n<!-- Nobody reads it. -->'],
  ['src/ui/a.css', 'a {}\n/* It stands there. */'],
  ['test/a.sol', 'contract Told {}\n    /// It tells the price.'],
  ['deploy/nginx.conf', 'listen 80;\n# The list\n# tells nothing.'],
  ['deploy/Dockerfile', 'FROM nobody\n# Nobody reads it.'],
])('comments of %s are read, code is not', async (file, source) => {
  const [hit, ...others] = await habitsIn(file, source)
  expect(hit).toMatch(/^(?:nobody|stand|tell):[23]$/)
  expect(others).toEqual([])
})

test('a cell of a table has at most sixty words', async () => {
  const row = (count: number) => `| ${'Word, word. '.repeat(count / 2)} |\n`
  expect(await habitsIn('docs/a.md', row(60))).toEqual([])
  expect(await habitsIn('docs/a.md', row(62))).toEqual(['cell:1'])
})

test('more hits than stored are a complaint that names changed files first; fewer are none', async () => {
  const [hit] = await proseHits('docs/a.md', 'It stands there.')
  const hits = [
    { file: 'docs/a.md', ...hit! },
    { file: 'docs/b.md', ...hit! },
  ]
  expect(complaintsOf(hits, countsOf(hits))).toEqual([])
  expect(complaintsOf(hits, { ...countsOf(hits), stand: 3 })).toEqual([])
  const complaints = complaintsOf(hits, { ...countsOf(hits), stand: 1 }, new Set(['docs/b.md']))
  expect(complaints).toEqual([
    '"stand": 2 hits, 1 allowed. Write is, appears, is shown.',
    '  docs/b.md:1  It stands there.',
  ])
})

test.each([
  'Guard: block crossings',
  'block crossings',
  'guard: block crossings.',
  'guard: Block crossings',
  'guard: what others left in a router promises nothing to anybody',
  `guard: block ${'crossings '.repeat(6)}`.trim(),
])('the commit subject "%s" is refused', (subject) => {
  expect(complaintsOfSubject(subject)).not.toEqual([])
})

test('a plain commit subject is accepted', () => {
  expect(complaintsOfSubject('guard: block crossings without a bridge')).toEqual([])
})
