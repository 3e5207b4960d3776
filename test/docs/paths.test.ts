import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { knownJson } from '../knownJson'

const pages = [
  'README.md',
  ...(existsSync('CONTRIBUTING.md') ? ['CONTRIBUTING.md'] : []),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file)),
]

test.each(pages)('every file and folder that %s names is there', (page) => {
  const text = readFileSync(page, 'utf8')
  expect(namedPaths(text).filter((path) => !existsSync(path))).toEqual([])
})

const sources = ['index.html', 'vite.config.ts', ...['src', 'bin', 'deploy'].flatMap(sourcesIn)]

test('every file that a comment names is there', () => {
  const named = sources.flatMap((file) => commentedPaths(readFileSync(file, 'utf8')).map((path) => ({ file, path })))
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter(({ path }) => !existsSync(path))).toEqual([])
})

test.each(pages)('every page that %s links to is there', (page) => {
  const links = [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)]
  expect(links.map(([, link]) => join(dirname(page), link!)).filter((path) => !existsSync(path))).toEqual([])
})

test.each(pages)('every command in %s exists', (page) => {
  const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = knownJson(
    readFileSync('package.json', 'utf8'),
  )
  const reported = [...readFileSync(page, 'utf8').matchAll(/npm (?:run )?([a-z][\w:-]*)/g)].map(([, name]) => name!)
  const ownToNpm = ['install', 'ci', 'run', 'packages', 'script', 'scripts', 'put', 'runs', 'package']
  expect(reported.filter((name) => !(name in scripts) && !ownToNpm.includes(name))).toEqual([])
})

test.each(pages)('every name that %s places in a file is there', (page) => {
  const missing = placedNames(readFileSync(page, 'utf8')).filter(({ name, path }) => !holds(path, name))
  expect(missing).toEqual([])
})

test('the checker bites', () => {
  expect(placedNames('`advance`\n  (`src/a.ts`) and `src/b.ts` (`post`), `npm start` (`src/c.ts`)')).toEqual([
    { name: 'advance', path: 'src/a.ts' },
    { name: 'post', path: 'src/b.ts' },
  ])
  expect(holds('src/domain/amount.ts', 'parseAmount')).toBe(true)
  expect(holds('src/domain/amount.ts', 'parse')).toBe(false)
  expect(commentedPaths("import '../src/a.ts' // as in `src/b.ts`\n  * The page (bin/c.mjs).")).toEqual([
    'src/b.ts',
    'bin/c.mjs',
  ])
  expect(namedPaths('see `src/attic/box.ts` and `test/nowhere/`')).toEqual(['src/attic/box.ts', 'test/nowhere/'])
})

/** `src/…`, `test/…`, `bin/…`, `docs/…` and `deploy/…` between backticks; those with a placeholder or a pattern are left out. */
function namedPaths(text: string): string[] {
  return [...text.matchAll(/`((?:src|test|bin|docs|deploy)\/[\w./-]+)`/g)].map(([, path]) => path!)
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|m?js|css|conf)$/.test(file) && !file.includes('.test.'))
    .map((file) => join(folder, file))
}

/** The same in comments, where they are mostly without backticks. */
function commentedPaths(text: string): string[] {
  const comments = [...text.matchAll(/(?:^|\s)(?:\/\/|\/?\*|#).*/g)].join('\n')
  return [...comments.matchAll(/(?<![\w./@:-])(?:src|test|bin|docs|deploy)\/[\w./-]+\.\w+/g)].map(([path]) => path)
}

/** A name next to the file that has it: "`applyEvent` (`src/orders/orderReducer.ts`)", or the other way round. */
function placedNames(text: string): { readonly name: string; readonly path: string }[] {
  const nameFirst = text.matchAll(/`(\w+)`\s+\(`(src\/[\w./-]+\.tsx?)`/g)
  const pathFirst = text.matchAll(/`(src\/[\w./-]+\.tsx?)`\s+\(`(\w+)`\)/g)
  return [
    ...[...nameFirst].map(([, name, path]) => ({ name: name!, path: path! })),
    ...[...pathFirst].map(([, path, name]) => ({ name: name!, path: path! })),
  ]
}

function holds(path: string, name: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(readFileSync(path, 'utf8'))
}
